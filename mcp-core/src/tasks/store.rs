//! Where tasks are kept.

use std::collections::{BTreeSet, HashMap};
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
/// ends. To a client, one that a store has only begun has failed.
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
    /// When each is to be looked at, and its id.
    ends: BTreeSet<(SystemTime, String)>,
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
            self.ends.insert((task.expires(), task.id().to_owned()));
        }
        self.tasks.insert(task.id().to_owned(), task);
        Ok(())
    }

    fn drop_expired(&mut self) {
        let now = SystemTime::now();
        while self.ends.first().is_some_and(|(end, _)| *end <= now)
            && let Some((_, id)) = self.ends.pop_first()
        {
            // It may have been given more time.
            match self.tasks.get(&id).map(Task::expires) {
                Some(end) if end > now => drop(self.ends.insert((end, id))),
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn there_is_room_for_so_many_and_again_when_some_have_expired() {
        let mut kept = Kept::default();
        let lasting = Task::begin(Duration::from_secs(3600));
        assert!(kept.put(lasting.clone()).is_ok());
        for _ in 1..Kept::MAX {
            assert!(kept.put(Task::begin(Duration::from_millis(1))).is_ok());
        }
        let end = Task::begin(Duration::from_millis(100)).expires();
        while SystemTime::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(kept.put(lasting.clone()).is_ok(), "it is there already");
        assert_eq!(kept.tasks.len(), 1, "the others have expired");
        for _ in 1..Kept::MAX {
            assert!(kept.put(Task::begin(Duration::from_secs(60))).is_ok());
        }
        assert!(kept.put(Task::begin(Duration::from_secs(60))).is_err());
        assert!(kept.put(lasting).is_ok());
        assert_eq!((kept.tasks.len(), kept.ends.len()), (Kept::MAX, Kept::MAX));
    }
}
