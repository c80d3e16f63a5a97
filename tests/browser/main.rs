//! The pages in a real browser: headless Chromium, the real service, a real PostgreSQL.

mod axe;
mod browser;
mod direction;
mod gate;
mod home_page;
mod layouts;
mod not_my_fault;
mod pad;
mod player_page;
mod record_page;
mod screenshots;
mod statistics_page;
mod table;
mod taps;
mod trouble;
mod webdriver;
