//! The host names that the server accepts, and the sites whose pages may send requests.
//!
//! A page of any site can send requests to a server on the reader's own machine. A browser states
//! the requested name in `Host` and the site of the page in `Origin`, so the server refuses pages
//! of strangers before any work.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::limits::Settings;
use crate::reply::Refused;

/// The browser's statement whether the asking page belongs to this site or to another.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The kind of request: a followed link, or a request by a page.
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Decides which requests are answered.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// True if only loopback names are accepted.
    is_private: bool,
    origins: Vec<HeaderValue>,
}

impl Guard {
    pub(crate) fn new(settings: &Settings, address: SocketAddr) -> Guard {
        let origins =
            settings.origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
        Guard {
            is_private: !settings.is_public && address.ip().is_loopback(),
            origins: origins.collect(),
        }
    }

    /// Returns the layer that lets pages of the allowed origins read answers. `None` if no origin is
    /// allowed.
    pub(crate) fn readers(&self) -> Option<CorsLayer> {
        let origins = match &self.origins[..] {
            [] => return None,
            _ if self.allows_all() => AllowOrigin::any(),
            origins => AllowOrigin::list(origins.iter().cloned()),
        };
        let layer = CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::HEAD, Method::POST])
            .allow_headers([header::CONTENT_TYPE, header::IF_NONE_MATCH])
            .expose_headers([header::ETAG]);
        Some(layer)
    }

    fn allows_all(&self) -> bool {
        self.origins.iter().any(|origin| origin == "*")
    }

    /// Returns the refusal of a request that must not be passed on.
    pub(crate) fn refusal<B>(&self, request: &Request<B>) -> Option<Refused> {
        let headers = request.headers();
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next();
        let is_missing = host.is_none() && request.version() > Version::HTTP_10;
        if is_missing || hosts.next().is_some() {
            let message = "expected one Host header";
            return Some(Refused::new(StatusCode::BAD_REQUEST, message));
        }
        let host = host.map(|host| host.to_str().unwrap_or_default());
        if self.is_private && !host.is_none_or(is_loopback) {
            let message = "this server accepts only the names of this machine, such as \
                           localhost; loa serve --public accepts all names";
            return Some(Refused::new(StatusCode::FORBIDDEN, message));
        }
        if self.is_foreign(headers, host) {
            let message = "pages of other sites may not ask, except those that \
                           loa serve --allow-origin names";
            return Some(Refused::new(StatusCode::FORBIDDEN, message));
        }
        None
    }

    /// Returns whether a page of another site asks without permission.
    fn is_foreign(&self, headers: &HeaderMap, host: Option<&str>) -> bool {
        if self.allows_all() {
            return false;
        }
        let Some(origin) = headers.get(header::ORIGIN) else {
            // A page may ask for a picture without naming its origin.
            return headers.get(SITE).is_some_and(|site| site == "cross-site")
                && headers.get(MODE).is_some_and(|mode| mode != "navigate");
        };
        let own = origin.to_str().ok().and_then(|origin| {
            let (_, authority) = origin.split_once("://")?;
            Some(authority)
        });
        let is_own = own.is_some() && own == host;
        !is_own && !self.origins.contains(origin)
    }
}

/// Returns whether a host is one of the loopback names of this machine.
fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host().trim_matches(['[', ']']);
    let address = name.parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}
