//! Noticing what becomes of the files of a folder, by a thread that the system tells.
//!
//! Folders are watched one by one, those that are served: what happens in ignored and hidden ones
//! costs nothing, and no link leads outside.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::directory::Directory;
use crate::lookout::{Lookout, Watch};
use crate::resource_list::ResourceList;

/// How long nothing happens after what belongs together: an editor saves a file in several steps.
const QUIET: Duration = Duration::from_millis(50);

/// How long a client waits at most to be told, however much happens.
const LONGEST: Duration = Duration::from_millis(500);

/// How long a client waits at most until all folders are watched. Only a very large one takes longer,
/// and nobody else is served meanwhile.
const SETTLED: Duration = Duration::from_secs(5);

impl Directory {
    /// Itself, if it is to be watched.
    pub(super) fn lookouts(&self) -> Vec<Box<dyn Lookout>> {
        match self.is_watched {
            true => vec![Box::new(self.clone())],
            false => Vec::new(),
        }
    }
}

impl Lookout for Directory {
    fn begin(&self, list: ResourceList) -> Box<dyn Watch> {
        let (messages, inbox) = mpsc::channel();
        let (settling, settled) = mpsc::channel();
        let (directory, events) = (self.clone(), messages.clone());
        let look = move || match Look::new(directory, list, events) {
            Ok(look) => look.out(&inbox, settling),
            Err(error) => eprintln!("warning: changes of files are not noticed: {error}"),
        };
        let thread = thread::Builder::new().name("mcp-watch".to_owned());
        if let Err(error) = thread.spawn(look) {
            eprintln!("warning: changes of files are not noticed: {error}");
        }
        Box::new(Watching {
            messages,
            settled: Mutex::new(settled),
        })
    }
}

/// What the thread is told.
enum Message {
    Happened(notify::Result<Event>),
    Stop,
}

/// The end of the thread when it is dropped.
struct Watching {
    messages: Sender<Message>,
    /// Closed by the thread once it notices everything.
    settled: Mutex<Receiver<()>>,
}

impl Watch for Watching {
    fn settle(&self) {
        let settled = self.settled.lock();
        let settled = settled.unwrap_or_else(PoisonError::into_inner);
        // Nothing is sent: that the other end is gone is all there is to know.
        let _ = settled.recv_timeout(SETTLED);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // The thread may have ended by itself.
        let _ = self.messages.send(Message::Stop);
    }
}

impl fmt::Debug for Watching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watching")
    }
}

/// What the thread knows.
struct Look {
    directory: Directory,
    list: ResourceList,
    watcher: RecommendedWatcher,
    /// The folders that are watched.
    folders: HashSet<PathBuf>,
    /// The files that were served when it last looked.
    files: HashSet<PathBuf>,
}

/// What has happened lately.
#[derive(Default)]
struct News {
    /// Where something is otherwise than before.
    touched: HashSet<PathBuf>,
    /// Whether there may be other files than before.
    is_other: bool,
}

impl Look {
    fn new(
        directory: Directory,
        list: ResourceList,
        messages: Sender<Message>,
    ) -> notify::Result<Self> {
        let watcher = notify::recommended_watcher(move |event| {
            // The thread has ended, and its watcher ends with it.
            let _ = messages.send(Message::Happened(event));
        })?;
        Ok(Self {
            directory,
            list,
            watcher,
            folders: HashSet::new(),
            files: HashSet::new(),
        })
    }

    /// Looks out until it is stopped.
    fn out(mut self, inbox: &Receiver<Message>, settling: Sender<()>) {
        self.files = self.survey();
        drop(settling);
        while let Ok(Message::Happened(event)) = inbox.recv() {
            let mut news = News::default();
            news.add(event);
            let end = Instant::now() + LONGEST;
            loop {
                let rest = end.saturating_duration_since(Instant::now());
                match inbox.recv_timeout(rest.min(QUIET)) {
                    Ok(Message::Happened(event)) => news.add(event),
                    Ok(Message::Stop) => return,
                    Err(_) => break,
                }
            }
            self.tell(&news);
        }
    }

    /// The files that are served, in folders that are all watched.
    fn survey(&mut self) -> HashSet<PathBuf> {
        loop {
            let (mut files, mut folders) = (HashSet::new(), HashSet::new());
            for entry in self.directory.walk() {
                let of_its_kind = match entry.file_type() {
                    Some(kind) if kind.is_dir() => &mut folders,
                    Some(kind) if kind.is_file() => &mut files,
                    _ => continue,
                };
                of_its_kind.insert(entry.into_path());
            }
            let is_new = !folders.is_subset(&self.folders);
            // First, since one that is gone may be back under another name.
            for folder in self.folders.difference(&folders) {
                // The system forgets folders that are gone, and may have done so already.
                let _ = self.watcher.unwatch(folder);
            }
            for folder in folders.difference(&self.folders) {
                if let Err(error) = self.watcher.watch(folder, RecursiveMode::NonRecursive) {
                    let folder = folder.display();
                    eprintln!("warning: changes in `{folder}` are not noticed: {error}");
                }
            }
            self.folders = folders;
            // What came into a new folder before it was watched is seen by looking again.
            if !is_new {
                return files;
            }
        }
    }

    fn tell(&mut self, news: &News) {
        let mut changed: HashSet<PathBuf> = HashSet::new();
        if news.is_other {
            // Another folder may have come in its place.
            self.folders.retain(|folder| !news.touched.contains(folder));
            let files = self.survey();
            changed.extend(files.symmetric_difference(&self.files).cloned());
            self.files = files;
            if !changed.is_empty() {
                self.list.changed();
            }
        }
        let touched = news
            .touched
            .iter()
            .filter(|path| self.files.contains(*path));
        changed.extend(touched.cloned());
        for path in &changed {
            if let Some(uri) = self.directory.uri(path) {
                self.list.updated(&uri);
            }
        }
    }
}

impl News {
    fn add(&mut self, event: notify::Result<Event>) {
        let Ok(event) = event else {
            // Something was missed.
            self.is_other = true;
            return;
        };
        match event.kind {
            // Whoever reads a file does this.
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => return,
            EventKind::Modify(ModifyKind::Data(_)) => {
                self.is_other |= event.paths.iter().any(|path| is_about_others(path));
            }
            _ => self.is_other = true,
        }
        self.is_other |= event.need_rescan();
        self.touched.extend(event.paths);
    }
}

/// Whether a file says which others are ignored.
fn is_about_others(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name == ".gitignore" || name == ".ignore"
}
