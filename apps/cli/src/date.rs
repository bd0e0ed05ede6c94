//! Today, for names of files and the headers of records.

use std::time::SystemTime;

/// A date and time in universal time.
pub(crate) struct DateTime {
    days: u64,
    seconds: u64,
}

impl DateTime {
    pub(crate) fn now() -> DateTime {
        // A clock before 1970 is wrong anyway, and no reason to refuse a game.
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        DateTime { days: since.as_secs() / 86_400, seconds: since.as_secs() % 86_400 }
    }

    /// `2026-11-15`
    pub(crate) fn date(&self) -> String {
        let (year, month, day) = civil(self.days);
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// `142503`
    pub(crate) fn time(&self) -> String {
        let minutes = self.seconds / 60;
        format!("{:02}{:02}{:02}", minutes / 60, minutes % 60, self.seconds % 60)
    }
}

/// Year, month and day of a day counted from 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    // Years that begin in March end with the leap day: 400 of them are 146,097 days, and five
    // months in a row are 153.
    let days = days + 719_468;
    let era = days / 146_097;
    let day = days % 146_097;
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    (era * 400 + year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_088), (2024, 12, 31));
        assert_eq!(civil(20_772), (2026, 11, 15));
        assert_eq!(civil(47_540), (2100, 2, 28));
        assert_eq!(civil(47_541), (2100, 3, 1));
    }
}
