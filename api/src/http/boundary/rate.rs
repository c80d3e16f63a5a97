//! The limits of clients' requests, and of their failed identifications.
//!
//! Each client has a bucket. The number of buckets is bounded; the least recently used are dropped first.

use std::num::NonZeroU32;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use actix_web::body::BoxBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use quick_cache::sync::Cache;

use super::Boundary;
use super::client::{self, Address, Payer};
use crate::http::credentials::{Vouched, bearer, hash};
use crate::http::problem::{Code, Problem};
use kifu_store::Hash;

/// How many clients are known at once; each takes some 200 bytes.
const MAX_CLIENTS: usize = 50_000;
/// The seconds of its rate that a client may spend at once.
const BURST_SECONDS: u32 = 10;
/// The failures of identification that an address may have at once
const MAX_FAILURES: NonZeroU32 = NonZeroU32::new(20).expect("more than zero");
/// and again after this long.
const FAILURE_REFILL: Duration = Duration::from_secs(3);

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

type Bucket = RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>;

fn bucket(quota: Quota) -> Arc<Bucket> {
    Arc::new(RateLimiter::direct(quota).with_middleware())
}

/// The requests that a client still has left.
#[derive(Clone, Copy, Debug)]
struct Left {
    requests: u32,
    /// Until it may ask again, if it may not now.
    wait: Duration,
}

/// The rate limit of each client.
pub struct Limiter {
    quota: RwLock<Option<Quota>>,
    buckets: Cache<Payer, Arc<Bucket>>,
    clock: DefaultClock,
}

impl Limiter {
    /// So often a second in the long run; as often as they like, if never.
    pub fn new(rate: u32) -> Self {
        let quota = RwLock::new(quota(rate));
        Self { quota, buckets: Cache::new(MAX_CLIENTS), clock: DefaultClock::default() }
    }

    /// So often from now on. Nobody has asked yet, if that is another rate.
    pub fn set_rate(&self, rate: u32) {
        let quota = quota(rate);
        let mut before = self.quota.write().unwrap_or_else(PoisonError::into_inner);
        if *before != quota {
            *before = quota;
            self.buckets.clear();
        }
    }

    fn quota(&self) -> Option<Quota> {
        *self.quota.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request; none where nothing limits.
    fn count(&self, payer: Payer) -> Option<Left> {
        let quota = self.quota()?;
        let limiter = self.buckets.get_or_insert_with(&payer, || Ok::<_, ()>(bucket(quota))).ok()?;
        Some(match limiter.check() {
            Ok(state) => Left { requests: state.remaining_burst_capacity(), wait: Duration::ZERO },
            Err(until) => Left { requests: 0, wait: until.wait_time_from(self.clock.now()) },
        })
    }

    fn policy(&self) -> Option<String> {
        let burst = self.quota()?.burst_size();
        Some(format!("\"client\";q={burst};w={BURST_SECONDS}"))
    }
}

fn quota(rate: u32) -> Option<Quota> {
    NonZeroU32::new(rate).map(|rate| {
        let burst = rate.saturating_mul(NonZeroU32::new(BURST_SECONDS).unwrap_or(NonZeroU32::MIN));
        Quota::per_second(rate).allow_burst(burst)
    })
}

/// The failed identifications of clients.
pub struct Failures {
    buckets: Cache<Address, Arc<Bucket>>,
    blocked: Cache<Address, Instant>,
    valid_tokens: Cache<(Address, Hash), ()>,
    clock: DefaultClock,
}

impl Default for Failures {
    fn default() -> Self {
        Self::new()
    }
}

impl Failures {
    /// Nobody has failed yet.
    pub fn new() -> Self {
        let (buckets, blocked, valid_tokens) =
            (Cache::new(MAX_CLIENTS), Cache::new(MAX_CLIENTS), Cache::new(MAX_CLIENTS));
        Self { buckets, blocked, valid_tokens, clock: DefaultClock::default() }
    }

    /// True if this address has shown this token and it was valid.
    pub fn knows(&self, address: Address, token: &Hash) -> bool {
        self.valid_tokens.get(&(address, *token)).is_some()
    }

    fn count(&self, address: Address) {
        let quota = Quota::with_period(FAILURE_REFILL).map(|quota| quota.allow_burst(MAX_FAILURES));
        let Some(quota) = quota else { return };
        let Ok(limiter) = self.buckets.get_or_insert_with(&address, || Ok::<_, ()>(bucket(quota))) else {
            return;
        };
        let wait = match limiter.check() {
            Ok(state) if state.remaining_burst_capacity() > 0 => return,
            Ok(_) => FAILURE_REFILL,
            Err(until) => until.wait_time_from(self.clock.now()),
        };
        self.blocked.insert(address, Instant::now() + wait);
    }

    fn blocked_for(&self, address: Address) -> Option<Duration> {
        self.blocked.get(&address)?.checked_duration_since(Instant::now())
    }
}

/// Refuses a request of a client that asks too often.
pub fn check(boundary: &Boundary, request: &HttpRequest) -> Result<(), Problem> {
    let Some(left) = client::payer(boundary, request).and_then(|payer| boundary.rates.count(payer)) else {
        return Ok(());
    };
    request.extensions_mut().insert(left);
    if left.wait.is_zero() {
        return Ok(());
    }
    Err(Problem::plain(Code::TooManyRequests).retry_after(left.wait))
}

/// How long the address of this request has to wait until it may show a token again.
pub fn blocked_for(boundary: &Boundary, request: &HttpRequest) -> Option<Duration> {
    if client::is_undisturbed(boundary, request) {
        return None;
    }
    let address = client::address_of(boundary, request)?;
    let wait = boundary.failures.blocked_for(address)?;
    let token = bearer(request).ok().flatten().map(hash);
    let is_known = token.is_some_and(|token| boundary.failures.knows(address, &token));
    (!is_known).then_some(wait)
}

/// Marks a request that was refused for its sender.
struct Stranger;

/// Notes that a request was refused for its sender, if that is why.
pub fn note_stranger(request: &HttpRequest, problem: &Problem) {
    if [Code::Unauthenticated, Code::Forbidden, Code::NotFound].contains(&problem.code()) {
        request.extensions_mut().insert(Stranger);
    }
}

/// Adds the remaining limit of the client, and notes if it has identified itself.
pub fn finish(boundary: &Boundary, response: &mut ServiceResponse<BoxBody>) {
    say(boundary, response);
    let request = response.request();
    if client::is_undisturbed(boundary, request) {
        return;
    }
    let Some(address) = client::address_of(boundary, request) else { return };
    let is_vouched = request.extensions().contains::<Vouched>();
    let is_stranger = request.extensions().contains::<Stranger>();
    let was_refused = [StatusCode::UNAUTHORIZED, StatusCode::NOT_FOUND].contains(&response.status());
    if is_vouched && let Some(token) = bearer(request).ok().flatten() {
        boundary.failures.valid_tokens.insert((address, hash(token)), ());
    } else if is_stranger || (was_refused && client::shows_a_token(boundary, request)) {
        boundary.failures.count(address);
    }
}

fn say(boundary: &Boundary, response: &mut ServiceResponse<BoxBody>) {
    let left = response.request().extensions().get::<Left>().copied();
    let (Some(left), Some(policy)) = (left, boundary.rates.policy()) else { return };
    let seconds = if left.wait.is_zero() { u64::from(BURST_SECONDS) } else { seconds(left.wait) };
    let rate = format!("\"client\";r={};t={seconds}", left.requests);
    for (name, value) in [(RATE_LIMIT_POLICY, policy), (RATE_LIMIT, rate)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
}

/// Whole seconds, at least one.
pub fn seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_millis() > 0)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn address(n: u32) -> Address {
        IpAddr::from(n.to_be_bytes()).into()
    }

    #[test]
    fn a_client_has_its_rate_for_itself() {
        let limiter = Limiter::new(1);
        let [one, two] = [1, 2].map(|n| Payer::Address(address(n)));
        for left in (0..BURST_SECONDS).rev() {
            assert_eq!(limiter.count(one).expect("limited").requests, left);
        }
        let refused = limiter.count(one).expect("limited");
        assert!(!refused.wait.is_zero() && refused.wait <= Duration::from_secs(1), "{refused:?}");
        assert!(limiter.count(two).expect("limited").wait.is_zero());
        assert!(Limiter::new(0).count(one).is_none());
    }

    #[test]
    fn an_address_that_fails_too_often_is_blocked() {
        let failures = Failures::new();
        for _ in 1..MAX_FAILURES.get() {
            failures.count(address(1));
            assert!(failures.blocked_for(address(1)).is_none());
        }
        failures.count(address(1));
        assert!(failures.blocked_for(address(1)).is_some_and(|wait| wait <= FAILURE_REFILL));
        assert!(failures.blocked_for(address(2)).is_none());
    }

    #[test]
    fn the_number_of_tracked_clients_is_limited() {
        let (limiter, failures) = (Limiter::new(1), Failures::new());
        for n in 0..4 * u32::try_from(MAX_CLIENTS).expect("few") {
            limiter.count(Payer::Address(address(n)));
            failures.count(address(n));
        }
        assert!(limiter.buckets.len() <= MAX_CLIENTS && failures.buckets.len() <= MAX_CLIENTS);
    }
}
