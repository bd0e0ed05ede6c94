//! The machine under a fault: changes to it, and measurements of it.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Prints what was done, what was asserted, and the resulting numbers.
pub(crate) fn report(done: &str, asserted: &str, numbers: &str) {
    // The line before is that of the test, which is not at its end.
    println!("\ndone      {done}");
    println!("asserted  {asserted}");
    println!("result    {numbers}");
}

/// Returns true, and says so, where a fault needs root and the test has no such rights.
pub(crate) fn lacks_root() -> bool {
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    if !is_root {
        println!("\nskipped, needs root");
    }
    !is_root
}

/// Runs a command that must succeed.
pub(crate) fn run(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
}

/// The memory of a process, in megabytes.
pub(crate) fn megabytes_of(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// A small disk of its own, in a file or in memory; gone with it.
pub(crate) struct Disk {
    mounted: TempDir,
    image: Option<PathBuf>,
}

impl Disk {
    /// A disk in memory, of so many megabytes.
    pub(crate) fn in_memory(n_megabytes: u32) -> Disk {
        let mounted = tempfile::tempdir().unwrap();
        let size = format!("size={n_megabytes}m");
        run("mount", &["-t", "tmpfs", "-o", &size, "tmpfs", text(mounted.path())]);
        Disk { mounted, image: None }
    }

    /// A disk in a file, which is read-only after an error.
    pub(crate) fn in_file(image: &Path) -> Disk {
        const N_BYTES: u64 = 32 << 20;
        File::create(image).unwrap().set_len(N_BYTES).unwrap();
        run("mkfs.ext4", &["-q", "-F", "-e", "remount-ro", text(image)]);
        let mounted = tempfile::tempdir().unwrap();
        let disk = Disk { mounted, image: Some(image.to_owned()) };
        disk.mount();
        disk
    }

    pub(crate) fn path(&self) -> &Path {
        self.mounted.path()
    }

    fn mount(&self) {
        let image = self.image.as_deref().unwrap();
        run("mount", &["-o", "loop", text(image), text(self.path())]);
    }

    /// Mends what is wrong with the disk, as who runs the machine would.
    pub(crate) fn mend(&self) {
        run("umount", &[text(self.path())]);
        let image = self.image.as_deref().unwrap();
        // It says by its code that it found something to mend.
        Command::new("fsck.ext4").args(["-y", "-f", text(image)]).output().unwrap();
        self.mount();
    }

    /// The name of the device.
    pub(crate) fn device(&self) -> String {
        let found = Command::new("findmnt").args(["-no", "SOURCE"]).arg(self.path()).output();
        let device = String::from_utf8(found.unwrap().stdout).unwrap();
        device.trim().trim_start_matches("/dev/").to_owned()
    }

    pub(crate) fn remount(&self, how: &str) {
        run("mount", &["-o", &format!("remount,{how}"), text(self.path())]);
    }

    /// Writes until nothing more fits.
    pub(crate) fn fill(&self) {
        let mut file = File::options().create(true).append(true).open(self.filling()).unwrap();
        for n_bytes in [4_096, 1] {
            while file.write_all(&vec![0; n_bytes]).is_ok() {}
        }
    }

    /// Gives back what was filled.
    pub(crate) fn free(&self) {
        fs::remove_file(self.filling()).unwrap();
    }

    fn filling(&self) -> PathBuf {
        self.path().join("filling")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").args(["-l", text(self.path())]).status();
    }
}

/// A path as text: those of temporary folders are.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
