//! Pictures and sounds in content.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};

/// A picture. Needs the feature `media`.
///
/// ```
/// use mcp_core::{Image, tool};
///
/// /// Draws a dot.
/// #[tool]
/// fn dot() -> Image {
///     Image::new(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml")
/// }
///
/// /// Shows the plan of a floor, and says which it is.
/// #[tool]
/// fn plan(floor: u8) -> std::io::Result<(String, Image)> {
///     let image = Image::read(format!("plans/{floor}.png"))?;
///     Ok((format!("floor {floor}"), image))
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Image {
    #[serde(flatten)]
    media: Media,
}

/// A sound. Needs the feature `media`. Clients that know no sounds read a note in its place.
///
/// ```
/// use mcp_core::{Audio, tool};
///
/// /// Reads a text aloud.
/// #[tool]
/// fn say(text: &str) -> Result<Audio, String> {
///     Audio::from_bytes(speak(text)).ok_or_else(|| "this voice speaks no known format".to_owned())
/// }
///
/// fn speak(text: &str) -> Vec<u8> {
///     // …
/// #   text.into()
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Audio {
    #[serde(flatten)]
    media: Media,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Media {
    #[serde(serialize_with = "base64")]
    data: Vec<u8>,
    mime_type: Cow<'static, str>,
}

impl Image {
    /// The bytes of a picture, and their media type, as in `image/png`.
    pub fn new(data: impl Into<Vec<u8>>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        let media = Media::new(data.into(), mime_type.into());
        Self { media }
    }

    /// The bytes of a picture in a format that tells itself, such as PNG, JPEG, GIF or WebP.
    /// `None` if they are no picture.
    pub fn from_bytes(data: impl Into<Vec<u8>>) -> Option<Self> {
        let media = Media::from_bytes(data.into(), "image/")?;
        Some(Self { media })
    }

    /// A picture in a file, whose format its bytes tell, or else its name. It blocks as
    /// [`std::fs::read`] does.
    ///
    /// # Errors
    /// When the file cannot be read, or is no picture.
    pub fn read(path: impl AsRef<Path>) -> io::Result<Self> {
        let media = Media::read(path.as_ref(), "image/", "a picture")?;
        Ok(Self { media })
    }

    pub(crate) fn into_parts(self) -> (Vec<u8>, Cow<'static, str>) {
        (self.media.data, self.media.mime_type)
    }
}

impl Audio {
    /// The bytes of a sound, and their media type, as in `audio/wav`.
    pub fn new(data: impl Into<Vec<u8>>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        let media = Media::new(data.into(), mime_type.into());
        Self { media }
    }

    /// The bytes of a sound in a format that tells itself, such as WAV, MP3, FLAC or Ogg. `None`
    /// if they are no sound.
    pub fn from_bytes(data: impl Into<Vec<u8>>) -> Option<Self> {
        let media = Media::from_bytes(data.into(), "audio/")?;
        Some(Self { media })
    }

    /// A sound in a file, whose format its bytes tell, or else its name. It blocks as
    /// [`std::fs::read`] does.
    ///
    /// # Errors
    /// When the file cannot be read, or is no sound.
    pub fn read(path: impl AsRef<Path>) -> io::Result<Self> {
        let media = Media::read(path.as_ref(), "audio/", "a sound")?;
        Ok(Self { media })
    }

    pub(crate) fn into_parts(self) -> (Vec<u8>, Cow<'static, str>) {
        (self.media.data, self.media.mime_type)
    }

    /// What a client reads that knows no sounds.
    pub(crate) fn in_words(&self) -> String {
        let Media { data, mime_type } = &self.media;
        format!(
            "(a sound of {} bytes, {mime_type}, which this client cannot take)",
            data.len()
        )
    }
}

impl Media {
    fn new(data: Vec<u8>, mime_type: Cow<'static, str>) -> Self {
        Self { data, mime_type }
    }

    fn from_bytes(data: Vec<u8>, family: &str) -> Option<Self> {
        let found = infer::get(&data).map(|found| found.mime_type());
        let mime_type = found.filter(|mime_type| mime_type.starts_with(family))?;
        Some(Self::new(data, mime_type.into()))
    }

    fn read(path: &Path, family: &str, what: &str) -> io::Result<Self> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let data = std::fs::read(path).map_err(named)?;
        let by_content = infer::get(&data).map(|found| found.mime_type());
        let by_name = || mime_guess::from_path(path).first_raw();
        match by_content.or_else(by_name) {
            Some(mime_type) if mime_type.starts_with(family) => {
                Ok(Self::new(data, mime_type.into()))
            }
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{} is not {what}", path.display()),
            )),
        }
    }
}

/// Bytes as the protocol carries them: base64, of the standard alphabet and padded.
pub(crate) fn base64<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&Base64Display::new(bytes, &STANDARD))
}
