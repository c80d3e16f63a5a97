//! The pages in a real browser: headless Chromium, the real service, a real PostgreSQL.

mod axe;
mod browser;
mod record_page;
