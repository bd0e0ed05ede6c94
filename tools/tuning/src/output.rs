//! The files that are written.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Says at once if the file could not be written after hours of play. What is in it stays.
pub(crate) fn check(path: &Path) -> Result<()> {
    let checked = match File::create_new(path) {
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            File::options().append(true).open(path).map(drop)
        }
        Err(error) => Err(error),
    };
    checked.with_context(|| cannot(path))
}

/// Writes the file.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, content).with_context(|| cannot(path))
}

fn cannot(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_is_refused_before_it_is_made() {
        let folder = std::env::temp_dir().join(format!("tilewright-tuning-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("duo.txt");
        check(&path).unwrap();
        assert!(!path.exists());
        write(&path, "kept").unwrap();
        check(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
        let error = check(&folder.join("none/duo.txt")).unwrap_err();
        assert!(error.to_string().ends_with("none/duo.txt cannot be written"), "{error}");
        assert!(check(&folder).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
