//! Hall's interval for the mean of skewed values.
//!
//! Student's statistic of a skewed sample is itself skewed. Hall (1992, *On the removal of skewness by transformation*)
//! gives a cubic polynomial of it that is not, and that can be inverted.

/// Below this the transformation is the identity, as far as anybody can see.
const NEGLIGIBLE: f64 = 1e-9;
/// How much the skewness of a sample is below that of its population, in inverse roots of the number of games: small
/// samples seldom hold the values that make a population skewed. Found by simulation.
const SKEWNESS_CORRECTION: f64 = 2.0;

/// How many standard errors the interval goes below and above the mean, where a symmetric one goes `quantile` both ways.
pub fn bounds(quantile: f64, skewness: f64, games: f64) -> [f64; 2] {
    let corrected = skewness * (1.0 + SKEWNESS_CORRECTION / games.sqrt());
    let scaled = corrected / games.sqrt();
    [transformed(quantile, scaled), -transformed(-quantile, scaled)]
}

/// The quantile of Student's statistic of skewed values, from that of values that are not skewed.
fn transformed(quantile: f64, scaled: f64) -> f64 {
    if scaled.abs() < NEGLIGIBLE {
        return quantile;
    }
    3.0 / scaled * ((1.0 + scaled * (quantile - scaled / 6.0)).cbrt() - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_not_skewed_have_a_symmetric_interval() {
        let bounds = bounds(2.0, 0.0, 50.0);
        assert!(bounds.iter().all(|bound| (bound - 2.0).abs() < f64::EPSILON), "{bounds:?}");
    }

    #[test]
    fn a_long_tail_above_makes_room_above() {
        let [below, above] = bounds(2.0, 1.5, 50.0);
        assert!(below < 2.0 && above > 2.0, "{below} {above}");
        let mirrored = bounds(2.0, -1.5, 50.0);
        assert!((mirrored[0] - above).abs() < 1e-12 && (mirrored[1] - below).abs() < 1e-12, "{mirrored:?}");
    }

    /// Hall's polynomial, applied to the values of its inverse.
    #[test]
    fn the_polynomial_is_inverted() {
        for (quantile, scaled) in [(2.0, 0.3), (-2.0, 0.3), (2.5, -0.2), (-1.0, 0.05)] {
            let t = transformed(quantile, scaled);
            let polynomial = t + scaled * t * t / 3.0 + scaled * scaled * t.powi(3) / 27.0 + scaled / 6.0;
            assert!((polynomial - quantile).abs() < 1e-12, "{polynomial} {quantile}");
        }
    }
}
