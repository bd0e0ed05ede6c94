//! The files of what was learned about Blokus: named lines of numbers, in sections that follow each
//! other in the course of a game.
//!
//! `tilewright-tuning` writes them, and they are built in.

use std::fmt::Write as _;

use tilewright_blokus::{Position, Variant};

/// One model for each way to play: duo, and on the large board for seats that have two colors each and
/// for those that have one.
pub(crate) struct Models<M> {
    duo: M,
    two_colors: M,
    one_color: M,
}

impl<M> Models<M> {
    /// From the texts in this order.
    pub(crate) fn built_in(texts: [&str; 3], parse: fn(&str) -> Option<M>) -> Models<M> {
        let [duo, two_colors, one_color] =
            texts.map(|text| parse(text).expect("what is built in is complete"));
        Models { duo, two_colors, one_color }
    }

    /// The model for the game of this position.
    pub(crate) fn of(&self, position: &Position) -> &M {
        match position.variant() {
            Variant::Duo => &self.duo,
            Variant::Classic2 => &self.two_colors,
            _ => &self.one_color,
        }
    }
}

/// What stands in the file of a model.
pub struct Layout {
    /// What a section is called.
    pub section: &'static str,
    /// How many sections there are.
    pub n_sections: usize,
    /// The lines of a section: what each is about, and how many numbers it has.
    pub lines: Vec<(String, usize)>,
}

impl Layout {
    /// The file of a model that was made by a command.
    ///
    /// ```
    /// use tilewright_bots::blokus::model::Layout;
    ///
    /// let lines = vec![("piece".to_owned(), 2), ("border".to_owned(), 1)];
    /// let layout = Layout { section: "phase", n_sections: 1, lines };
    /// let text = layout.text("the command", &[1.0, 2.5, 0.25]);
    /// assert_eq!(text, "# the command\n# phase 0\npiece 1.0000 2.5000\nborder 0.2500\n");
    /// assert_eq!(layout.numbers(&text), Some(vec![1.0, 2.5, 0.25]));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more or fewer numbers than the file has.
    pub fn text(&self, command: &str, numbers: &[f64]) -> String {
        assert_eq!(numbers.len(), self.n_numbers(), "what is written is complete");
        let mut text = format!("# {command}\n");
        let mut numbers = numbers.iter();
        for section in 0..self.n_sections {
            writeln!(text, "# {} {section}", self.section).expect("text can be written to");
            for (name, n_numbers) in &self.lines {
                text += name;
                for number in numbers.by_ref().take(*n_numbers) {
                    write!(text, " {number:.4}").expect("text can be written to");
                }
                text.push('\n');
            }
        }
        text
    }

    /// How many numbers stand in the file.
    pub fn n_numbers(&self) -> usize {
        self.n_sections * self.lines.iter().map(|(_, n_numbers)| n_numbers).sum::<usize>()
    }

    /// The numbers of a file, if it has all of them and nothing else. What begins with `#` is for people.
    pub fn numbers(&self, text: &str) -> Option<Vec<f32>> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut all = Vec::new();
        for (name, n_numbers) in (0..self.n_sections).flat_map(|_| &self.lines) {
            let numbers = lines.next()?.strip_prefix(name)?.split_whitespace();
            let numbers: Vec<f32> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
            if numbers.len() != *n_numbers || !numbers.iter().all(|it| it.is_finite()) {
                return None;
            }
            all.extend(numbers);
        }
        lines.next().is_none().then_some(all)
    }
}
