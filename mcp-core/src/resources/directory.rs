//! A folder of files as resources.

use std::io::{self, Read};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use ignore::{DirEntry, WalkBuilder};

use super::address::{Address, encoded};
use super::contents::{IntoResource, ResourceContents};
use super::listing::{Listing, ResourcePage};
use super::{IntoResources, ResourceSet};
use crate::completion::Complete;
use crate::definition::Definition;
use crate::error::ErrorObject;
use crate::failure::ToolError;
use crate::output::Returns;
use crate::parameter::FromCall;
use crate::resource::{EmbeddedResource, ResourceLink};
use crate::running::Running;

/// How many files are listed at a time.
const PAGE: usize = 1000;

/// How long a file may be to be read, in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// The files of a folder, and of the folders in it, as resources. Needs the feature `directory`.
///
/// ```no_run
/// use mcp_core::{Directory, server};
///
/// fn main() -> std::io::Result<()> {
///     mcp_stdio::run(server!().resources(Directory::new("docs")?))
/// }
/// ```
///
/// They are listed and read as they are at the time, and their paths are completed. Hidden files,
/// links, and what `.gitignore` and `.ignore` name are left out; nothing outside of the folder can
/// be read, whatever a client asks for and whatever becomes of the folder meanwhile. A file over
/// 32 MiB is not read.
#[derive(Clone, Debug)]
#[must_use]
pub struct Directory {
    files: Arc<Files>,
    /// What its URIs begin with.
    start: String,
    name: &'static str,
    /// Where it was made, for what is wrong with it.
    location: &'static Location<'static>,
    #[cfg(feature = "watch")]
    pub(super) is_watched: bool,
}

#[derive(Debug)]
struct Files {
    root: PathBuf,
    /// The folder itself, beyond which no path leads.
    inside: Dir,
}

impl Directory {
    /// The folder at a path. Its files' URIs begin with `file:`.
    ///
    /// # Errors
    /// When there is none.
    #[track_caller]
    pub fn new(path: impl AsRef<Path>) -> io::Result<Self> {
        let root = path.as_ref().canonicalize()?;
        let inside = Dir::open_ambient_dir(&root, ambient_authority())?;
        let shown = slashed(&root)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path is no text"))?;
        // As Windows writes a path that is absolute.
        let shown = shown.strip_prefix("//?/").unwrap_or(&shown);
        Ok(Self {
            start: format!("file:///{}/", encoded(shown.trim_start_matches('/'))),
            files: Arc::new(Files { root, inside }),
            name: "files",
            location: Location::caller(),
            #[cfg(feature = "watch")]
            is_watched: false,
        })
    }

    /// Lets the files' URIs begin otherwise, as in `docs:///`.
    pub fn under(mut self, start: impl Into<String>) -> Self {
        self.start = start.into();
        self
    }

    /// What clients call the template of the files, `files` unless it is said.
    pub fn name(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Tells clients when files change, come and go. Needs the feature `watch`.
    ///
    /// ```no_run
    /// use mcp_core::{Directory, server};
    ///
    /// fn main() -> std::io::Result<()> {
    ///     mcp_stdio::run(server!().resources(Directory::new("docs")?.watch()))
    /// }
    /// ```
    ///
    /// There is a thread for it as long as a client is there that wants to know.
    #[cfg(feature = "watch")]
    pub fn watch(mut self) -> Self {
        self.is_watched = true;
        self
    }

    /// The files as links, for a tool that finds some: in order, each named by its path.
    ///
    /// It blocks as [`std::fs`] does.
    pub fn links(&self) -> impl Iterator<Item = ResourceLink> {
        let files = self.files.entries(None);
        files.filter_map(|file| self.link(&file))
    }

    /// The text of a file by its path within the folder. `None` if it is not served, or no text.
    ///
    /// It blocks as [`std::fs`] does.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn text(&self, path: impl AsRef<Path>) -> io::Result<Option<String>> {
        let file = self.files.read(path.as_ref())?;
        Ok(file.and_then(|file| String::from_utf8(file.bytes).ok()))
    }

    /// What is served, folders too.
    #[cfg(feature = "watch")]
    pub(super) fn walk(&self) -> impl Iterator<Item = DirEntry> + use<> {
        self.files.walk(None)
    }

    /// The URI of a file in the folder.
    #[cfg(feature = "watch")]
    pub(super) fn uri(&self, file: &Path) -> Option<String> {
        Some(self.uri_of(&self.files.inner(file)?))
    }

    fn uri_of(&self, path: &str) -> String {
        format!("{}{}", self.start, encoded(path))
    }

    fn link(&self, file: &DirEntry) -> Option<ResourceLink> {
        let path = self.files.inner(file.path())?;
        let link = ResourceLink::new(self.uri_of(&path), path);
        let link = match mime_guess::from_path(file.path()).first_raw() {
            Some(mime_type) => link.mime_type(mime_type),
            None => link,
        };
        Some(match file.metadata() {
            Ok(about) => link.size(about.len()),
            Err(_) => link,
        })
    }

    /// The files' paths for a person who types one.
    fn completion(&self) -> Complete {
        let files = Arc::clone(&self.files);
        Complete::by(move |asked| {
            let files = Arc::clone(&files);
            asked.by(|_| async move {
                let found = files.entries(None);
                let paths = found.filter_map(|file| files.inner(file.path()));
                paths.collect::<Vec<_>>()
            })
        })
    }

    fn page(&self, listing: &Listing) -> Result<ResourcePage, ToolError> {
        let start: Option<usize> = match listing.cursor() {
            None => Some(0),
            Some(cursor) => cursor.parse().ok().filter(|start| start % PAGE == 0),
        };
        let start = start.ok_or_else(|| {
            let message = "`cursor` is not one that this server gave";
            ToolError::protocol(ErrorObject::invalid_params(message))
        })?;
        let mut files = self.files.entries(None).skip(start);
        let listed = files.by_ref().take(PAGE);
        let page = ResourcePage::new(listed.filter_map(|file| self.link(&file)));
        Ok(match files.next() {
            Some(_) => page.next((start + PAGE).to_string()),
            None => page,
        })
    }
}

impl Files {
    /// The files that are served; with a path, that one.
    fn entries(&self, only: Option<PathBuf>) -> impl Iterator<Item = DirEntry> + use<> {
        let is_file = |entry: &DirEntry| entry.file_type().is_some_and(|kind| kind.is_file());
        self.walk(only).filter(is_file)
    }

    /// What is served, folders too; with a path, that and what leads there.
    fn walk(&self, only: Option<PathBuf>) -> impl Iterator<Item = DirEntry> + use<> {
        let mut walk = WalkBuilder::new(&self.root);
        walk.require_git(false);
        match only {
            None => walk.sort_by_file_name(std::ffi::OsStr::cmp),
            Some(only) => walk.filter_entry(move |entry| only.starts_with(entry.path())),
        };
        walk.build().flatten()
    }

    /// A path within the folder.
    fn inner(&self, path: &Path) -> Option<String> {
        slashed(path.strip_prefix(&self.root).ok()?)
    }

    /// The file at a path within the folder, if it is served.
    fn read(&self, path: &Path) -> io::Result<Option<File>> {
        let whole = self.root.join(path);
        let mut found = self.entries(Some(whole.clone()));
        if !found.any(|entry| entry.path() == whole) {
            return Ok(None);
        }
        let Ok(mut file) = self.inside.open(path) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        file.by_ref().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            let message = format!("the file is longer than {} MiB", MAX_BYTES >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        let mime_type = mime_guess::from_path(path).first_raw();
        Ok(Some(File { bytes, mime_type }))
    }
}

/// The contents of a file, and their type by its name.
struct File {
    bytes: Vec<u8>,
    mime_type: Option<&'static str>,
}

impl IntoResource for File {
    fn into_resource(self, contents: &mut ResourceContents<'_>) {
        let (part, mime_type) = match String::from_utf8(self.bytes) {
            Ok(text) => (EmbeddedResource::text(contents.uri, text), "text/plain"),
            Err(error) => (
                EmbeddedResource::blob(contents.uri, error.into_bytes()),
                "application/octet-stream",
            ),
        };
        contents.add(part.mime_type(self.mime_type.unwrap_or(mime_type)));
    }
}

impl IntoResources for Directory {
    fn into_resources(self) -> ResourceSet {
        let path = <String as FromCall<_>>::PARAMETER.called("path");
        let lister = self.clone();
        let mut definition = Definition::resource(self.name, Address::below(&self.start, "path"))
            .description("A file.")
            .parameter(&path)
            .completed(self.completion())
            .list(move |listing| lister.page(&listing));
        definition.location = self.location;
        let set = ResourceSet::new();
        #[cfg(feature = "watch")]
        let set = ResourceSet {
            lookouts: self.lookouts(),
            ..set
        };
        set.with_method(definition, move |arguments| {
            let path = arguments.take(&path)?;
            let files = Arc::clone(&self.files);
            let shape = Returns::<io::Result<Option<File>>>::new();
            let shape = shape.success().failure().contents();
            Some(Running::blocking(shape, move || {
                files.read(Path::new(&path))
            }))
        })
    }
}

/// A path as it is in URIs. `None` if it is no text.
fn slashed(path: &Path) -> Option<String> {
    let path = path.to_str()?;
    Some(match std::path::MAIN_SEPARATOR {
        '/' => path.to_owned(),
        separator => path.replace(separator, "/"),
    })
}
