//! One layer of a server's, and how calls take turns at it.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;

use tokio::sync::Mutex;
use tower_layer::Layer;
use tower_service::Service;

use super::{Answering, BoxError, CallToolRequest, CallToolResponse, Next};

/// A layer for the calls of tools: any [`tower_layer::Layer`] whose service takes a
/// [`CallToolRequest`], answers it with a [`CallToolResponse`], and fails with what can be boxed as
/// an error. The failure becomes a result with `isError` that the model reads.
///
/// The service is made once, for the first call and where that runs, so that it may need a runtime.
/// It need not be cloned: calls wait in turn until it is ready.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no layer for the calls of tools",
    label = "no `Layer<Next>` whose service takes a `CallToolRequest` and answers with a `CallToolResponse`"
)]
pub trait ToolLayer {
    #[doc(hidden)]
    fn layered(self) -> Layered;
}

#[diagnostic::do_not_recommend]
impl<L, S, F> ToolLayer for L
where
    L: Layer<Next, Service = S> + Send + Sync + 'static,
    S: Service<CallToolRequest, Response = CallToolResponse, Error: Into<BoxError>, Future = F>
        + Send
        + 'static,
    F: Future<Output = Result<CallToolResponse, S::Error>> + Send + 'static,
{
    fn layered(self) -> Layered {
        Layered(Arc::new(Turns {
            layer: self,
            service: Mutex::new(None),
        }))
    }
}

/// A layer around whatever comes next.
#[derive(Clone)]
pub struct Layered(Arc<dyn Stage>);

impl Layered {
    pub(super) fn call(&self, request: CallToolRequest) -> Answering {
        Arc::clone(&self.0).call(request)
    }
}

impl fmt::Debug for Layered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layered")
    }
}

trait Stage: Send + Sync {
    fn call(self: Arc<Self>, request: CallToolRequest) -> Answering;
}

/// A service that calls take turns at. One at a time waits until it is ready, since a service tells
/// only the last who asked; then the next does, whatever becomes of the call.
struct Turns<L, S> {
    layer: L,
    service: Mutex<Option<S>>,
}

impl<L, S> Stage for Turns<L, S>
where
    L: Layer<Next, Service = S> + Send + Sync + 'static,
    S: Service<CallToolRequest, Response = CallToolResponse, Error: Into<BoxError>>
        + Send
        + 'static,
    S::Future: Send + 'static,
{
    fn call(self: Arc<Self>, request: CallToolRequest) -> Answering {
        Box::pin(async move {
            let answering = {
                let mut turn = self.service.lock().await;
                let service = turn.get_or_insert_with(|| self.layer.layer(Next(())));
                let ready = poll_fn(|cx| service.poll_ready(cx)).await;
                ready.map_err(Into::into)?;
                service.call(request)
            };
            answering.await.map_err(Into::into)
        })
    }
}
