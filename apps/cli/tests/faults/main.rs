//! Faults, one file for each, against the real program with real databases, disks and sockets. They
//! take their time, so that they run by name only: `cargo xtask faults [NAME]`.

#[path = "../../../server/tests/house/mod.rs"]
mod house;
#[path = "../killing/mod.rs"]
mod killing;
#[path = "../served/mod.rs"]
mod served;

mod machine;
mod people;

mod clock_jump;
mod disk_full;
mod disk_read_only;
mod half_open;
mod hanging_bot;
mod kill_storm;
mod memory_limit;
mod postgres_dies;
mod slow_client;
mod slow_request;
