#![allow(unused)] use super::*;
