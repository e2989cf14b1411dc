//! One HTTP connection: each of its requests is looked at before anything of it is parsed.

use crate::handler::Handler;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    AUTHORIZATION, CONNECTION, CONTENT_ENCODING, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    RETRY_AFTER, WWW_AUTHENTICATE,
};
use hyper::{Request, Response, StatusCode};
use qtmcp_guard::door::{Door, Place, Turned, Visitor, Who};
use qtmcp_guard::front::Arrived;
use qtmcp_guard::nesting;
use qtmcp_guard::rules::{Came, Rules};
use qtmcp_guard::token::Offer;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long the body of a request may take.
const BODY_WITHIN: Duration = Duration::from_secs(30);

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) rules: Rules,
    pub(crate) door: Door,
    pub(crate) service: StreamableHttpService<Handler, LocalSessionManager>,
}

/// A connection.
pub(crate) struct Guest {
    came: Came,
    who: Who,
    visitor: Visitor,
    /// Its place, from the first request that was let in.
    place: Mutex<Option<Place>>,
    shared: Arc<Shared>,
}

type Answer = Response<BoxBody<Bytes, Infallible>>;

/// Why a request is not served: the status, a line of words, and a header that belongs to the status.
type Refusal = (StatusCode, String, Option<(HeaderName, &'static str)>);

impl Guest {
    /// Once there is room for him at the door.
    pub(crate) async fn new(came: Came, shared: &Arc<Shared>) -> Self {
        let who = shared.rules.who(&came);
        let visitor = shared.door.come(who).await;
        Self { came, who, visitor, place: Mutex::default(), shared: Arc::clone(shared) }
    }

    /// Completes when the connection must go, because nothing of it was let in for too long.
    pub(crate) async fn turned_away(&self) -> Turned {
        self.visitor.turned_away().await
    }

    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Answer {
        if let Err(refusal) = self.admit(&request) {
            return refused(refusal);
        }
        match self.whole(request).await {
            Ok(request) => self.shared.service.handle(request).await,
            Err(refusal) => refused(refusal),
        }
    }

    /// By its head alone.
    fn admit(&self, request: &Request<Incoming>) -> Result<(), Refusal> {
        let (rules, headers, uri) = (&self.shared.rules, request.headers(), request.uri());
        let arrived =
            Arrived { at: self.came.at(), origins_by: "`qtmcp serve --allow-origin`", hosts_by: "QTMCP_ALLOW_HOST" };
        let first_line = uri.authority().map(|authority| authority.as_str());
        let checked = rules.front.check(arrived, all(headers, &ORIGIN), all(headers, &HOST), first_line);
        checked.map_err(|refused| (StatusCode::FORBIDDEN, refused.0, None))?;
        if self.who == Who::Stranger {
            let token = rules.token.as_ref();
            let offer = token.map_or(Offer::Wrong, |token| token.offered(all(headers, &AUTHORIZATION), uri.query()));
            let unauthorized = |words: &str, header| Err((StatusCode::UNAUTHORIZED, words.to_owned(), Some(header)));
            match offer {
                Offer::Right => {}
                Offer::Nothing => return unauthorized(NO_TOKEN, (WWW_AUTHENTICATE, "Bearer realm=\"qtmcp\"")),
                Offer::Wrong => {
                    let header = "Bearer realm=\"qtmcp\", error=\"invalid_token\"";
                    return unauthorized(WRONG_TOKEN, (WWW_AUTHENTICATE, header));
                }
            }
        }
        self.take_place()?;
        if !["/", "/mcp"].contains(&uri.path()) {
            return Err((StatusCode::NOT_FOUND, "MCP is served at /mcp.".to_owned(), None));
        }
        let is_plain = |value: &[u8]| value.eq_ignore_ascii_case(b"identity");
        if !all(headers, &CONTENT_ENCODING).all(is_plain) {
            let words = "Compressed requests are not taken: send it without Content-Encoding.";
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, words.to_owned(), None));
        }
        Ok(())
    }

    fn take_place(&self) -> Result<(), Refusal> {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_none() {
            *place = self.visitor.enter();
        }
        if place.is_some() {
            return Ok(());
        }
        let most = self.shared.door.most();
        let words =
            format!("All {most} connections are taken: close one, or start qtmcp with a larger QTMCP_MAX_CONNECTIONS.");
        Err((StatusCode::SERVICE_UNAVAILABLE, words, Some((RETRY_AFTER, "1"))))
    }

    /// With its body, as far as that is taken.
    async fn whole(&self, request: Request<Incoming>) -> Result<Request<Full<Bytes>>, Refusal> {
        let limits = self.shared.rules.limits;
        let (head, body) = request.into_parts();
        let most = limits.message_bytes;
        let too_large = || {
            let words = format!("The body is larger than {most} bytes (QTMCP_MAX_MESSAGE_BYTES).");
            (StatusCode::PAYLOAD_TOO_LARGE, words, None)
        };
        if body.size_hint().lower() > most as u64 {
            return Err(too_large());
        }
        let collected = tokio::time::timeout(BODY_WITHIN, Limited::new(body, most).collect()).await;
        let late = |_| (StatusCode::REQUEST_TIMEOUT, "The body took too long.".to_owned(), None);
        let body = match collected.map_err(late)? {
            Ok(collected) => collected.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => return Err(too_large()),
            Err(error) => return Err((StatusCode::BAD_REQUEST, format!("The body cannot be read: {error}."), None)),
        };
        if !nesting::is_within(&body, limits.depth) {
            let words = format!("The JSON is nested deeper than {} levels (QTMCP_MAX_DEPTH).", limits.depth);
            return Err((StatusCode::BAD_REQUEST, words, None));
        }
        Ok(Request::from_parts(head, Full::new(body)))
    }
}

const NO_TOKEN: &str = "A token is needed: send it as `Authorization: Bearer …`. It is in the file http-<pid>.json of the \
                        registry directory, or what QTMCP_TOKEN was set to.";
const WRONG_TOKEN: &str = "The token is not that of this server. It is in the file http-<pid>.json of the registry directory, \
                           or what QTMCP_TOKEN was set to.";

fn all<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a [u8]> {
    headers.get_all(name).into_iter().map(HeaderValue::as_bytes)
}

fn refused((status, words, header): Refusal) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from(words + "\n")).boxed());
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    // What it still has to say is not read.
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    if let Some((name, value)) = header {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}
