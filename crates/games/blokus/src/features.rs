//! Features for evaluation: of placements, for the policy prior, and of positions, for their value.

mod placements;
mod positions;

pub use self::placements::{Feature, FeatureMap, Part, PlacementWeights, SquareFeatures};
pub use self::positions::ColorFeatures;
