//! The text of JSON strings, looked at eight bytes at a time: where something special stands in it,
//! and how it is written.

/// Appends a text as a JSON string, with the escapes that `serde_json` would write.
pub(crate) fn string(out: &mut Vec<u8>, text: &[u8]) {
    // A few escapes, and what ends a message.
    out.reserve(text.len() + text.len() / 16 + 256);
    out.push(b'"');
    let mut rest = text;
    while let Some(&word) = rest.first_chunk() {
        // All of it, since that is one move; what is not plain is taken back.
        out.extend_from_slice(&word);
        let Some(plain) = plain_bytes(word) else {
            rest = &rest[word.len()..];
            continue;
        };
        out.truncate(out.len() - word.len() + plain);
        escape(out, word[plain]);
        rest = &rest[plain + 1..];
    }
    for &byte in rest {
        match is_special(byte) {
            true => escape(out, byte),
            false => out.push(byte),
        }
    }
    out.push(b'"');
}

/// How many bytes of a text come before one that does not stand in a JSON string as it is.
pub(crate) fn plain_length(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some(&word) = text[length..].first_chunk() {
        match plain_bytes(word) {
            Some(plain) => return length + plain,
            None => length += word.len(),
        }
    }
    let rest = text[length..].iter();
    length + rest.take_while(|&&byte| !is_special(byte)).count()
}

/// How many bytes come before the first special one; `None` if there is none.
#[inline]
fn plain_bytes(word: [u8; 8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;

    // Taking 1 away from a byte that is 0, or 32 from one that is less, sets its highest bit. So it
    // may of one above it, by the borrow; but the first is right.
    let word = u64::from_le_bytes(word);
    let equal = |byte: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES);
    let control = word.wrapping_sub(ONES * u64::from(b' '));
    let special = (equal(b'"') | equal(b'\\') | control) & !word & (ONES << 7);
    (special != 0).then(|| special.trailing_zeros() as usize / 8)
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..b' ')
}

/// Appends a special byte.
#[inline]
fn escape(out: &mut Vec<u8>, byte: u8) {
    match byte {
        b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
        b'\n' => out.extend_from_slice(br"\n"),
        _ => escape_control(out, byte),
    }
}

#[cold]
fn escape_control(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'\t' => b't',
        b'\r' => b'r',
        0x08 => b'b',
        0x0c => b'f',
        _ => {
            let digit = b"0123456789abcdef"[usize::from(byte & 0xf)];
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', b'0' + (byte >> 4), digit]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_as_serde_json_writes_it() {
        for length in 0..20 {
            for place in 0..=length {
                for special in (0..=0x7f).map(char::from).chain(['é', '\u{2028}', '😀']) {
                    let (before, after) = ("x".repeat(place), "é".repeat(length - place));
                    for text in [
                        format!("{before}{special}{after}"),
                        format!("{before}{special}\"{special}{after}\\"),
                    ] {
                        let mut out = b"before".to_vec();
                        string(&mut out, text.as_bytes());
                        let expected = format!("before{}", serde_json::Value::from(&*text));
                        assert_eq!(String::from_utf8(out).as_deref(), Ok(&*expected));
                    }
                }
            }
        }
    }
}
