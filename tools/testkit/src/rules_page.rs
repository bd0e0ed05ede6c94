//! The page of a game's rules, and the stories that test them.

/// Checks that a page of rules names every test of a source, in backticks, and no test that is not
/// there. The test that calls this is itself not on the page.
///
/// # Panics
/// At the first name that stands on one side alone.
///
/// ```
/// use tilewright_testkit::check_rules_page;
///
/// let page = "A piece touches a corner (`the_next_piece_touches_a_corner`).";
/// let tests = "#[test]\nfn the_next_piece_touches_a_corner() {}\n\
///              #[test]\nfn every_rule_has_its_test() { check_rules_page(PAGE, TESTS); }";
/// check_rules_page(page, tests);
/// ```
pub fn check_rules_page(page: &str, source: &str) {
    let stories = source.split("#[test]\nfn ").skip(1);
    let tests: Vec<&str> = stories
        .filter(|story| !story.contains("check_rules_page("))
        .filter_map(|story| story.split('(').next())
        .collect();
    for test in &tests {
        assert!(page.contains(&format!("`{test}`")), "the rules do not mention {test}");
    }
    let is_test_name = |word: &&str| word.contains('_') && word.len() > 12 && !word.contains(' ');
    for name in page.split('`').filter(is_test_name) {
        assert!(tests.contains(&name), "the rules name a test that is not there: {name}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TESTS: &str = "#[test]\nfn a_rule_with_a_test() {}\n";

    #[test]
    #[should_panic(expected = "the rules do not mention a_rule_with_a_test")]
    fn a_test_must_be_on_the_page() {
        check_rules_page("", TESTS);
    }

    #[test]
    #[should_panic(expected = "the rules name a test that is not there: a_rule_without_a_test")]
    fn a_name_on_the_page_must_be_a_test() {
        check_rules_page("`a_rule_with_a_test` `a_rule_without_a_test`", TESTS);
    }
}
