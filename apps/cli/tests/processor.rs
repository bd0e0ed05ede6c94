//! The program on processors that lack what it is compiled for, imitated by qemu-user.

#![cfg(target_arch = "x86_64")]

use std::process::{Command, Output};

/// `tilewright --version` on a processor of this name.
fn version_on(processor: &str) -> Output {
    let mut command = Command::new("qemu-x86_64");
    command.args(["-cpu", processor, env!("CARGO_BIN_EXE_tilewright"), "--version"]);
    command.output().expect("this test needs qemu-user: `apt-get install qemu-user`")
}

#[test]
fn a_processor_without_avx2_gets_one_sentence() {
    let output = version_on("Nehalem");
    let complaint = String::from_utf8(output.stderr).unwrap();
    if cfg!(target_feature = "avx2") {
        assert_eq!(output.status.code(), Some(1), "{complaint}");
        assert!(
            complaint.starts_with("error: this build needs a processor with AVX2"),
            "{complaint}"
        );
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    } else {
        assert!(output.status.success(), "{complaint}");
    }
}

#[test]
fn a_processor_with_avx2_starts_the_program() {
    let output = version_on("max");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.starts_with(b"tilewright "), "{output:?}");
}
