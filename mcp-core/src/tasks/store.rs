//! Where tasks are kept.

use std::collections::{HashMap, VecDeque};
use std::future::ready;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use super::Task;
use crate::failure::{Result, ToolError};

/// Keeps tasks for clients that ask for them, until they [expire](Task::expires).
///
/// A server keeps them [in memory](MemoryTasks) unless it is
/// [given](crate::ServerBuilder::task_store) another store. A task whose call goes on is known to
/// the server itself; a store is asked for the others, and has each put when it begins and when it
/// ends.
///
/// ```
/// use std::collections::HashMap;
/// use std::pin::Pin;
/// use std::sync::Mutex;
///
/// use mcp_core::{Result, Task, TaskStore, server};
///
/// /// Keeps everything, for ever.
/// #[derive(Default)]
/// struct Archive(Mutex<HashMap<String, Task>>);
///
/// impl TaskStore for Archive {
///     fn put(&self, task: Task) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
///         self.0.lock().unwrap().insert(task.id().to_owned(), task);
///         Box::pin(async { Ok(()) })
///     }
///
///     fn get(&self, id: String) -> Pin<Box<dyn Future<Output = Result<Option<Task>>> + Send>> {
///         let task = self.0.lock().unwrap().get(&id).cloned();
///         Box::pin(async { Ok(task) })
///     }
/// }
///
/// let server = server!().task_store(Archive::default()).build()?;
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
pub trait TaskStore: Send + Sync + 'static {
    /// Keeps a task, in place of what was kept under its id. A new one is handed to its client
    /// only when this has ended well; else its call is answered as one that is no task.
    fn put(&self, task: Task) -> Pin<Box<dyn Future<Output = Result<()>> + Send>>;

    /// The task of this id; `None` if there is none or it has expired.
    fn get(&self, id: String) -> Pin<Box<dyn Future<Output = Result<Option<Task>>> + Send>>;
}

/// Tasks in memory, 10 000 at most: as long as none of those has expired, further calls are
/// answered without one.
#[derive(Debug, Default)]
pub struct MemoryTasks(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    tasks: HashMap<String, Task>,
    /// Their ids, and when each is to be looked at, in this order.
    ends: VecDeque<(SystemTime, String)>,
}

impl Kept {
    /// Enough for a client that asks for results; more is a fault in one.
    const MAX: usize = 10_000;

    fn put(&mut self, task: Task) -> Result<()> {
        self.drop_expired();
        if !self.tasks.contains_key(task.id()) {
            if self.tasks.len() >= Self::MAX {
                return Err(ToolError::new("there are too many tasks"));
            }
            self.ends.push_back((task.expires(), task.id().to_owned()));
        }
        self.tasks.insert(task.id().to_owned(), task);
        Ok(())
    }

    fn drop_expired(&mut self) {
        let now = SystemTime::now();
        while let Some((_, id)) = self.ends.front().filter(|(end, _)| *end <= now).cloned() {
            self.ends.pop_front();
            match self.tasks.get(&id).map(Task::expires) {
                Some(end) if end > now => self.ends.push_back((end, id)),
                _ => drop(self.tasks.remove(&id)),
            }
        }
    }
}

impl TaskStore for MemoryTasks {
    fn put(&self, task: Task) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Box::pin(ready(kept.put(task)))
    }

    fn get(&self, id: String) -> Pin<Box<dyn Future<Output = Result<Option<Task>>> + Send>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.drop_expired();
        Box::pin(ready(Ok(kept.tasks.get(&id).cloned())))
    }
}
