//! A PostgreSQL for the tests: started once by each test program on a free port of this machine, in a
//! folder of its own, and gone with it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

static STARTED: OnceLock<Postgres> = OnceLock::new();

struct Postgres {
    port: u16,
    bin: PathBuf,
    /// Ends the database when this program does, however it ends: it waits for the end of its input.
    _keeper: Child,
}

/// The address of a new, empty database.
pub(crate) fn new_database() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let postgres = STARTED.get_or_init(Postgres::start);
    let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let made = as_postgres(&postgres.bin.join("psql"))
        .args(["-h", "127.0.0.1", "-p", &postgres.port.to_string(), "-U", "postgres", "-qc"])
        .arg(format!("CREATE DATABASE {name}"))
        .status()
        .unwrap();
    assert!(made.success(), "a database is made");
    format!("postgres://postgres@127.0.0.1:{}/{name}", postgres.port)
}

impl Postgres {
    fn start() -> Postgres {
        let bin = folder_of_programs();
        // The database refuses to run as root, and its user must own the folder.
        let made = as_postgres(Path::new("mktemp"))
            .args(["-d", "-p"])
            .arg(env::temp_dir())
            .arg("tilewright-postgres-XXXXXXXX")
            .output()
            .unwrap();
        assert!(made.status.success(), "a folder is made");
        let folder = PathBuf::from(String::from_utf8(made.stdout).unwrap().trim_end());
        let data = folder.join("data");
        let made = as_postgres(&bin.join("initdb"))
            .args(["--auth=trust", "--no-sync", "--username=postgres", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(made.success(), "initdb makes a cluster");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let keeper = keep(&bin, &data, &folder, port);
        wait_for(&bin, port);
        Postgres { port, bin, _keeper: keeper }
    }
}

/// Starts the database and whoever ends it.
fn keep(bin: &Path, data: &Path, folder: &Path, port: u16) -> Child {
    let script = "\"$0\" -D \"$1\" -h 127.0.0.1 -p \"$2\" -k \"$1\" -c fsync=off \
                  -c max_connections=200 >/dev/null 2>&1 & \
                  pid=$!; cat >/dev/null; kill -INT $pid; wait $pid; rm -rf \"$3\"";
    let mut shell = as_postgres(Path::new("sh"));
    shell.arg("-c").arg(script).arg(bin.join("postgres")).arg(data).arg(port.to_string());
    shell.arg(folder).stdin(Stdio::piped()).spawn().unwrap()
}

fn wait_for(bin: &Path, port: u16) {
    let begin = Instant::now();
    loop {
        let ready = Command::new(bin.join("pg_isready"))
            .args(["-q", "-h", "127.0.0.1", "-p", &port.to_string()])
            .status()
            .unwrap();
        if ready.success() {
            return;
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "PostgreSQL starts");
        thread::sleep(Duration::from_millis(50));
    }
}

/// A command for the user who may run the database.
fn as_postgres(program: &Path) -> Command {
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    if !is_root {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program);
    command.current_dir(env::temp_dir());
    command
}

fn folder_of_programs() -> PathBuf {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<PathBuf> =
        debian.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).collect();
    folders.sort();
    folders.reverse();
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let found = folders.into_iter().find(|folder| folder.join("initdb").exists());
    found.expect("PostgreSQL is missing: install it by apt-get install postgresql")
}
