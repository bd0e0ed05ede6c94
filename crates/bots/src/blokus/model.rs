//! Model files of Blokus: weights that were fitted to games, as named lines of numbers.
//!
//! `tilewright-tuning blokus` writes them. Those beside this file are built in; a bot reads others
//! with `mcts:priors=FILE,values=FILE`, so that a fit can be tried without a rebuild. A file has a
//! header, which names its kind, the version of the format and the variant, and then sections that
//! follow each other in the course of a game. Lines that begin with `#` are comments.

use std::fmt::Write as _;
use std::fs;
use std::str::Lines;
use std::sync::Arc;

use thiserror::Error;
use tilewright_blokus::{Position, Variant};

use crate::bot::KeyInfo;
use crate::spec::{BotSpec, SpecError};

/// The variants that have models of their own. The others are played by the last of them.
const VARIANTS: [Variant; 3] = [Variant::Duo, Variant::Classic2, Variant::Classic];

/// The version of the format, for the header.
const VERSION: u32 = 1;

/// The place of a variant's model among [`VARIANTS`].
fn index_of(variant: Variant) -> usize {
    VARIANTS.iter().position(|it| *it == variant).unwrap_or(VARIANTS.len() - 1)
}

/// A kind of model that can be read from a file.
pub(crate) trait Model: Sized + 'static {
    /// The content of its files.
    fn layout() -> Layout;

    /// The model of the numbers of a file.
    fn new(numbers: &[f32]) -> Self;

    /// The models that are built in.
    fn built_in() -> &'static Models<Self>;
}

/// A model for each of the [`VARIANTS`].
pub(crate) struct Models<M>([Arc<M>; VARIANTS.len()]);

impl<M: Model> Models<M> {
    /// The models of files that are built in, in the order of [`VARIANTS`].
    pub(crate) fn parse(texts: [&str; VARIANTS.len()]) -> Models<M> {
        let layout = M::layout();
        Models(texts.map(|text| {
            let (_, numbers) = layout.read(text).expect("a built-in model can be read");
            Arc::new(M::new(&numbers))
        }))
    }

    /// The models that a spec asks for: that of the file which it names for the variant of the
    /// file, and for the others those that are built in.
    pub(crate) fn of_spec(spec: &BotSpec, key: KeyInfo) -> Result<Models<M>, SpecError> {
        let Models(mut models) = M::built_in().clone();
        let Some(file) = spec.setting(key.name) else { return Ok(Models(models)) };
        let text = fs::read_to_string(file).map_err(|error| refused(file, &error))?;
        let (variant, numbers) = M::layout().read(&text).map_err(|error| refused(file, &error))?;
        models[index_of(variant)] = Arc::new(M::new(&numbers));
        Ok(Models(models))
    }

    /// The model for the game of this position.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> &M {
        &self.0[index_of(position.variant())]
    }
}

/// The models are shared, not copied.
impl<M> Clone for Models<M> {
    fn clone(&self) -> Models<M> {
        Models(self.0.clone())
    }
}

fn refused(file: &str, error: &impl ToString) -> SpecError {
    SpecError::File { kind: "mcts", file: file.to_owned(), reason: error.to_string() }
}

/// The content of a model file.
///
/// ```
/// use tilewright_blokus::Variant;
/// use tilewright_bots::blokus::model::Layout;
///
/// let lines = vec![("piece".to_owned(), 2), ("border".to_owned(), 1)];
/// let layout =
///     Layout { kind: "priors", section: "phase", n_sections: 1, lines, is_positive: true };
/// let text = layout.text(Variant::Duo, "the command", &[1.0, 2.5, 0.25]);
/// assert_eq!(
///     text,
///     "tilewright blokus priors 1, variant=duo\n# the command\n\
///      phase 0\npiece 1.0000 2.5000\nborder 0.2500\n"
/// );
/// assert_eq!(layout.read(&text)?, (Variant::Duo, vec![1.0, 2.5, 0.25]));
/// let error = layout.read(&text.replace("2.5", "-2.5")).unwrap_err();
/// assert_eq!(error.to_string(), "line 4: numbers are above zero, not '-2.5000'");
/// # Ok::<(), tilewright_bots::blokus::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    /// The kind of model, as in the header.
    pub kind: &'static str,
    /// The name of a section.
    pub section: &'static str,
    /// The number of sections.
    pub n_sections: usize,
    /// The lines of a section: the name of each, and the count of its numbers.
    pub lines: Vec<(String, usize)>,
    /// True if all numbers are above zero.
    pub is_positive: bool,
}

/// A text is no model of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ModelError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The mistake in it.
    pub reason: String,
}

impl Layout {
    /// The file of a model that a command made for a variant.
    ///
    /// # Panics
    /// If there are more or fewer numbers than the file has.
    pub fn text(&self, variant: Variant, command: &str, numbers: &[f64]) -> String {
        assert_eq!(numbers.len(), self.n_numbers(), "what is written is complete");
        let variant = VARIANTS[index_of(variant)];
        let mut text = format!("{}{variant}\n# {command}\n", self.header());
        let mut numbers = numbers.iter();
        for section in 0..self.n_sections {
            writeln!(text, "{} {section}", self.section).expect("text can be written to");
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

    /// The count of numbers in a file.
    pub fn n_numbers(&self) -> usize {
        self.n_sections * self.lines.iter().map(|(_, n_numbers)| n_numbers).sum::<usize>()
    }

    /// The variant and the numbers of a file, which must have all of them and nothing else.
    pub fn read(&self, text: &str) -> Result<(Variant, Vec<f32>), ModelError> {
        let mut reader = Reader { lines: text.lines(), line: 0 };
        let variant = self.read_header(&mut reader)?;
        let mut numbers = Vec::with_capacity(self.n_numbers());
        for section in 0..self.n_sections {
            let name = format!("{} {section}", self.section);
            reader.words_after(&name, 0)?;
            for (name, n_numbers) in &self.lines {
                for word in reader.words_after(name, *n_numbers)? {
                    numbers.push(self.number(word).ok_or_else(|| reader.no_number(self, word))?);
                }
            }
        }
        match reader.next_line() {
            Some(_) => Err(reader.error("nothing follows the last number".to_owned())),
            None => Ok((variant, numbers)),
        }
    }

    /// The header without the name of the variant.
    fn header(&self) -> String {
        format!("tilewright blokus {} {VERSION}, variant=", self.kind)
    }

    fn read_header(&self, reader: &mut Reader<'_>) -> Result<Variant, ModelError> {
        let header = self.header();
        let name = reader.next_line().and_then(|line| line.strip_prefix(&header));
        let variant = VARIANTS.into_iter().find(|it| name == Some(it.name()));
        variant.ok_or_else(|| {
            let names = VARIANTS.map(Variant::name).join(", ");
            reader.error(format!("expected '{header}' and one of {names}"))
        })
    }

    fn number(&self, word: &str) -> Option<f32> {
        let number: f32 = word.parse().ok()?;
        let fits =
            if self.is_positive { number.is_normal() && number > 0.0 } else { number.is_finite() };
        fits.then_some(number)
    }
}

/// The lines of a file, without comments.
struct Reader<'a> {
    lines: Lines<'a>,
    /// The number of the last line.
    line: usize,
}

impl<'a> Reader<'a> {
    fn next_line(&mut self) -> Option<&'a str> {
        loop {
            self.line += 1;
            let line = self.lines.next()?;
            if !line.starts_with('#') {
                return Some(line);
            }
        }
    }

    /// The words of the next line, which begins with a name and has so many more.
    fn words_after(&mut self, name: &str, n_words: usize) -> Result<Vec<&'a str>, ModelError> {
        let line = self.next_line().unwrap_or_default();
        let rest = line.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let words = rest.map(|rest| rest.split_whitespace().collect::<Vec<_>>());
        words.filter(|words| words.len() == n_words).ok_or_else(|| {
            let numbers =
                if n_words == 0 { String::new() } else { format!(" and {n_words} numbers") };
            self.error(format!("expected '{name}'{numbers}"))
        })
    }

    fn no_number(&self, layout: &Layout, word: &str) -> ModelError {
        let expected = if layout.is_positive { "above zero" } else { "finite" };
        self.error(format!("numbers are {expected}, not '{}'", tilewright_core::shortened(word)))
    }

    fn error(&self, reason: String) -> ModelError {
        ModelError { line: self.line, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blokus::priors::Priors;
    use crate::blokus::values::Values;

    /// The sentence about a built-in file after a change.
    fn refusal<M: Model>(text: &str, from: &str, to: &str) -> String {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from} is in the file");
        M::layout().read(&changed).unwrap_err().to_string()
    }

    #[test]
    fn a_file_that_is_not_complete_is_refused_with_its_line() {
        let text = include_str!("priors/duo.txt");
        let refused = |from, to| refusal::<Priors>(text, from, to);
        let header =
            "expected 'tilewright blokus priors 1, variant=' and one of duo, classic-2, classic";
        assert_eq!(refused("priors 1", "priors 2"), format!("line 1: {header}"));
        assert_eq!(refused("priors 1", "values 1"), format!("line 1: {header}"));
        assert_eq!(refused("=duo", "=tilewe"), format!("line 1: {header}"));
        assert_eq!(refused("phase 0", "phase 1"), "line 3: expected 'phase 0'");
        assert_eq!(refused("piece 1.0000", "piece"), "line 4: expected 'piece' and 21 numbers");
        assert_eq!(refused("piece 1.0000", "piece x"), "line 4: numbers are above zero, not 'x'");
        assert_eq!(refused("body own", "body room"), "line 5: expected 'body own' and 5 numbers");
        let end = text.lines().count() + 1;
        let longer = Priors::layout().read(&format!("{text}border 1.0\n")).unwrap_err();
        assert_eq!(longer.to_string(), format!("line {end}: nothing follows the last number"));
        let shorter = Priors::layout().read(&text[..text.rfind("border").unwrap()]).unwrap_err();
        assert_eq!((shorter.line, &*shorter.reason), (end - 1, "expected 'border' and 1 numbers"));
        let values = include_str!("values/duo.txt");
        let sentence = refusal::<Values>(values, "land 0.0", "land NaN 0.0");
        assert_eq!(sentence, "line 4: expected 'land' and 36 numbers");
    }

    #[test]
    fn a_file_replaces_the_model_of_its_variant_alone() {
        let file = std::env::temp_dir().join(format!("tilewright-model-{}", std::process::id()));
        let numbers = vec![1.0; Priors::layout().n_numbers()];
        fs::write(&file, Priors::layout().text(Variant::Tilewe, "a test", &numbers)).unwrap();
        let spec: BotSpec = format!("mcts:priors={}", file.display()).parse().unwrap();
        let Models(models) = Models::<Priors>::of_spec(&spec, crate::spec::PRIORS).unwrap();
        let Models(built_in) = Priors::built_in();
        let is_same = |i: usize| Arc::ptr_eq(&models[i], &built_in[i]);
        assert_eq!([0, 1, 2].map(is_same), [true, true, false]);
        fs::write(&file, "anything").unwrap();
        let error = Models::<Priors>::of_spec(&spec, crate::spec::PRIORS).err().unwrap();
        let beginning = format!("mcts cannot use {}: line 1: expected", file.display());
        assert!(error.to_string().starts_with(&beginning), "{error}");
        fs::remove_file(file).unwrap();
        assert!(Models::<Priors>::of_spec(&spec, crate::spec::PRIORS).is_err());
    }
}
