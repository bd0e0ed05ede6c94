//! Systems of linear equations with a symmetric, positive definite matrix.

/// The lower triangle `L` of a matrix `L·Lᵀ`, with which any right side is solved quickly.
pub(crate) struct Cholesky {
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a matrix given by its rows; none if it is not positive definite.
    pub(crate) fn new(matrix: &[Vec<f64>]) -> Option<Cholesky> {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (i, source) in matrix.iter().enumerate() {
            let mut row = Vec::with_capacity(i + 1);
            for (above, &entry) in rows.iter().zip(source) {
                let rest = entry - dot(&row, above);
                row.push(rest / above[row.len()]);
            }
            let square = source[i] - dot(&row, &row);
            if square.is_nan() || square <= 0.0 {
                return None;
            }
            row.push(square.sqrt());
            rows.push(row);
        }
        Some(Cholesky { rows })
    }

    /// The vector that the matrix turns into `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution: Vec<f64> = Vec::with_capacity(right.len());
        for (i, row) in self.rows.iter().enumerate() {
            solution.push((right[i] - dot(&solution, row)) / row[i]);
        }
        for i in (0..solution.len()).rev() {
            let below = (i + 1..solution.len()).map(|j| self.rows[j][i] * solution[j]);
            solution[i] = (solution[i] - below.sum::<f64>()) / self.rows[i][i];
        }
        solution
    }
}

/// The sum of the products, as far as the shorter one reaches.
pub(crate) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_of_three_is_solved() {
        // The rows times (1, −2, 3): 4 − 4 + 3 = 3, 2 − 10 + 0 = −8, 1 + 0 + 9 = 10.
        let matrix = [vec![4.0, 2.0, 1.0], vec![2.0, 5.0, 0.0], vec![1.0, 0.0, 3.0]];
        let solution = Cholesky::new(&matrix).unwrap().solve(&[3.0, -8.0, 10.0]);
        for (found, expected) in solution.iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{solution:?}");
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_is_refused() {
        assert!(Cholesky::new(&[vec![1.0, 2.0], vec![2.0, 1.0]]).is_none());
    }
}
