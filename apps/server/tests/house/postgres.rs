//! A PostgreSQL for the tests: started once by each test program on a free port of this machine, in
//! a folder of its own, and gone with it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs};

static STARTED: OnceLock<Postgres> = OnceLock::new();

/// A database that runs.
pub(crate) struct Postgres {
    port: u16,
    bin: PathBuf,
    data: PathBuf,
    /// Ends the database when this program does, however it ends: it waits for the end of its
    /// input.
    _keeper: Child,
}

/// The address of a new, empty database of the one PostgreSQL that all tests of a program share.
pub(crate) fn new_database() -> String {
    STARTED.get_or_init(Postgres::start).new_database()
}

/// Lets the one PostgreSQL that all tests of a program share take encrypted lines only. Returns the
/// folder of certificates: that of the server is signed by `ca.crt`, and not by `other.crt`.
pub(crate) fn encrypt() -> PathBuf {
    STARTED.get_or_init(Postgres::start).encrypt()
}

/// Makes a certificate authority, a certificate for `localhost`, and another authority.
const CERTIFICATES: &str = "set -e; cd \"$0\"
for name in ca other; do
    openssl req -x509 -newkey rsa:2048 -nodes -keyout $name.key -out $name.crt \\
        -subj /CN=$name -days 2
done
openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost
openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -out server.crt -days 2 \
    -copy_extensions copy
chmod 600 server.key
printf '%s all all %s trust\\n' hostssl 127.0.0.1/32 hostssl ::1/128 local '' \
    > pg_hba.conf
printf \"ssl = on\\n\" >> postgresql.auto.conf";

impl Postgres {
    /// Encrypts every line from now on.
    fn encrypt(&self) -> PathBuf {
        let mut shell = as_postgres(Path::new("sh"));
        shell.arg("-c").arg(CERTIFICATES).arg(&self.data).stderr(Stdio::null());
        assert!(shell.status().unwrap().success(), "openssl makes certificates: install openssl");
        self.control(&["reload"]);
        // It reads its settings a moment later.
        std::thread::sleep(std::time::Duration::from_secs(1));
        self.data.clone()
    }

    /// Starts one in a folder of its own.
    pub(crate) fn start() -> Postgres {
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
        let keeper = keep(&bin, &data, &folder);
        let postgres = Postgres { port, bin, data, _keeper: keeper };
        postgres.start_again();
        postgres
    }

    /// Starts it after it was stopped, and waits until it answers.
    pub(crate) fn start_again(&self) {
        let Postgres { port, data, .. } = self;
        let options = format!(
            "-h 127.0.0.1 -p {port} -k {} -c fsync=off -c max_connections=200",
            data.display()
        );
        self.control(&["start", "-w", "-l", "/dev/null", "-o", &options]);
    }

    /// Stops it as a crash would: nothing is finished, nobody is told.
    pub(crate) fn crash(&self) {
        self.control(&["stop", "-m", "immediate"]);
    }

    /// The process that started all others of the database.
    pub(crate) fn pid(&self) -> i32 {
        let file = as_postgres(Path::new("cat")).arg(self.data.join("postmaster.pid")).output();
        let text = String::from_utf8(file.unwrap().stdout).unwrap();
        text.lines().next().unwrap().parse().unwrap()
    }

    /// The address of a new, empty database.
    pub(crate) fn new_database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let made = as_postgres(&self.bin.join("psql"))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "postgres", "-qc"])
            .arg(format!("CREATE DATABASE {name}"))
            .status()
            .unwrap();
        assert!(made.success(), "a database is made");
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }

    fn control(&self, arguments: &[&str]) {
        let mut command = as_postgres(&self.bin.join("pg_ctl"));
        let done = command.arg("-D").arg(&self.data).args(arguments).stdout(Stdio::null()).status();
        assert!(done.unwrap().success(), "pg_ctl {arguments:?}");
    }
}

/// Starts whoever ends the database.
fn keep(bin: &Path, data: &Path, folder: &Path) -> Child {
    let script = "cat >/dev/null; \"$0\" -D \"$1\" stop -m fast >/dev/null 2>&1; rm -rf \"$2\"";
    let mut shell = as_postgres(Path::new("sh"));
    shell.arg("-c").arg(script).arg(bin.join("pg_ctl")).arg(data).arg(folder);
    shell.stdin(Stdio::piped()).spawn().unwrap()
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
