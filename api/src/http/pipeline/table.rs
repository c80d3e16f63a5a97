//! The table of endpoints as requests are routed by it.

use std::collections::BTreeMap;
use std::future::ready;

use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE};
use actix_web::web::{self, ServiceConfig};
use actix_web::{Resource, Route};

use super::NoEndpoint;
use super::cors::Preflight;
use crate::http::contract::{CostClass, Endpoint, EndpointRules};
use crate::http::docs;
use crate::operation::observing::{REQUEST_ID, TRACEPARENT};

/// The table, ready to be mounted by every worker.
pub struct Table {
    paths: BTreeMap<&'static str, Path>,
}

/// A method, the rules of its requests, and its route.
type Served = (Method, EndpointRules, fn() -> Route);

/// The endpoints of a path.
#[derive(Default)]
struct Path {
    endpoints: Vec<Served>,
    preflight: Preflight,
}

impl Table {
    /// The table of these endpoints.
    pub fn new(endpoints: Vec<Endpoint>) -> Self {
        let mut paths: BTreeMap<_, Path> = BTreeMap::new();
        for endpoint in endpoints {
            let path = paths.entry(endpoint.path).or_default();
            path.allow(&endpoint.method, &endpoint.rules, endpoint.headers());
            path.preflight.take(&endpoint.method, endpoint.rules.media);
            path.endpoints.push((endpoint.method, endpoint.rules, endpoint.route));
        }
        Self { paths }
    }

    /// The rules for a request to a path with this pattern.
    pub fn find(&self, pattern: Option<&str>, method: &Method) -> Result<&EndpointRules, NoEndpoint> {
        static OPEN: EndpointRules = EndpointRules::open(CostClass::Cheap);
        let Some(pattern) = pattern else { return Err(NoEndpoint::Path) };
        let lookup_method = if method == Method::HEAD { &Method::GET } else { method };
        let Some(path) = self.paths.get(pattern) else {
            let is_docs = docs::PATHS.contains(&pattern);
            let missing =
                if is_docs { NoEndpoint::Method { allow: "GET, HEAD".into() } } else { NoEndpoint::Path };
            return if is_docs && lookup_method == Method::GET { Ok(&OPEN) } else { Err(missing) };
        };
        let found = path.endpoints.iter().find(|(method, ..)| method == lookup_method);
        match found {
            Some((_, rules, _)) => Ok(rules),
            None if method == Method::OPTIONS => Ok(&OPEN),
            None => Err(NoEndpoint::Method { allow: path.preflight.methods() }),
        }
    }

    /// Mounts every path. What leads nowhere is refused before.
    ///
    /// Paths with the same first parameter share a scope: a request is held against one regular expression for all
    /// endpoints of a record, and against plain texts after that.
    pub fn mount(&self, service: &mut ServiceConfig) {
        let mut scopes: BTreeMap<&str, Vec<(&str, &Path)>> = BTreeMap::new();
        for (name, path) in &self.paths {
            match name.split_at(end_of_first_parameter(name)) {
                ("", rest) => drop(service.service(path.resource(rest))),
                (prefix, rest) => scopes.entry(prefix).or_default().push((rest, path)),
            }
        }
        for (prefix, paths) in scopes {
            let scope = web::scope(prefix);
            let resources = paths.into_iter().map(|(rest, path)| path.resource(rest));
            service.service(resources.fold(scope, actix_web::Scope::service));
        }
        service.configure(docs::mount);
    }
}

/// The end of the segment that has the first parameter of a path; 0, if it has none.
fn end_of_first_parameter(path: &str) -> usize {
    let Some(parameter) = path.find('{') else { return 0 };
    path[parameter..].find('/').map_or(path.len(), |slash| parameter + slash)
}

impl Path {
    /// The resource to mount at the end of a path.
    fn resource(&self, pattern: &str) -> Resource {
        let preflight = self.preflight.clone();
        let options = web::route().method(Method::OPTIONS).to(move || ready(preflight.answer()));
        let resource = web::resource(pattern).route(options);
        self.endpoints.iter().fold(resource, |resource, (.., route)| resource.route(route()))
    }

    fn allow(&mut self, method: &Method, rules: &EndpointRules, headers: impl Iterator<Item = String>) {
        let body = (!rules.media.is_empty()).then(|| CONTENT_TYPE.to_string());
        let always =
            [AUTHORIZATION.as_str(), REQUEST_ID.as_str(), TRACEPARENT, "tracestate"].map(str::to_owned);
        self.preflight.allow(method.as_str(), always.into_iter().chain(body).chain(headers));
    }
}
