//! Names that somebody may have meant.

/// The candidate nearest to `name`, if it is near enough to be a misspelling of it.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter_map(|candidate| distance(name, candidate).map(|distance| (distance, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Whether two names differ only in case, `_` and `-`.
pub(crate) fn same_but_for_style(a: &str, b: &str) -> bool {
    letters(a).eq(letters(b))
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-'));
    letters.flat_map(char::to_lowercase)
}

/// How many edits apart two names are; `None` when they are too many for a slip. One edit is a
/// letter added, dropped, changed, or swapped with its neighbour.
fn distance(a: &str, b: &str) -> Option<usize> {
    /// Names in a schema are short; a client's megabyte of a name is no misspelling.
    const MAX_LETTERS: usize = 64;

    let a: Vec<char> = letters(a).take(MAX_LETTERS).collect();
    let b: Vec<char> = letters(b).take(MAX_LETTERS).collect();
    // A third of the letters may be wrong: `nam` is near `name`, `b` is not near `a`.
    let allowed = a.len().max(b.len()) / 3;
    let edits = edits(&a, &b);
    (edits <= allowed).then_some(edits)
}

/// The optimal string alignment distance, by rows.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut two_ago = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let changed = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j - 1] + changed).min(last[j] + 1).min(row[j - 1] + 1);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if swapped {
                row[j] = row[j].min(two_ago[j - 2] + 1);
            }
        }
        two_ago = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let names = ["name", "greeting", "a"];
        assert_eq!(nearest("nam", names), Some("name"));
        assert_eq!(nearest("nmae", names), Some("name"));
        assert_eq!(nearest("greting", names), Some("greeting"));
        assert_eq!(nearest("b", names), None);
        assert_eq!(nearest("task_progress", names), None);
    }

    #[test]
    fn style_is_case_underscores_and_dashes() {
        assert!(same_but_for_style("userName", "user_name"));
        assert!(same_but_for_style("User-Name", "username"));
        assert!(!same_but_for_style("user", "users"));
    }
}
