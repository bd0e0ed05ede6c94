//! Options given as text: `variant=duo`, `free-start=on`.

use serde::de::value::MapDeserializer;
use serde::de::{self, DeserializeOwned, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::{OptionsError, shortened};

/// Reads options from names and values.
///
/// Names are the fields of the options struct. `on` and `off` are booleans; for an optional value,
/// `off` is `None`.
///
/// ```
/// use serde::Deserialize;
/// use tilewright_core::parse_options;
///
/// #[derive(Default, Deserialize, PartialEq, Debug)]
/// #[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
/// struct Options {
///     seats: Option<u8>,
///     free_start: bool,
/// }
///
/// let options: Options = parse_options([("seats", "4"), ("free-start", "on")]).unwrap();
/// assert_eq!(options, Options { seats: Some(4), free_start: true });
///
/// let error = parse_options::<Options>([("seats", "many")]).unwrap_err();
/// assert_eq!(error.to_string(), "option seats: 'many' is not a whole number in range");
/// let error = parse_options::<Options>([("sets", "4")]).unwrap_err();
/// assert_eq!(error.to_string(), "there is no option 'sets': choose seats, free-start");
/// ```
pub fn parse_options<'a, O: DeserializeOwned>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<O, OptionsError> {
    let values = pairs.into_iter().map(|(name, text)| (name, Value { name, text }));
    O::deserialize(MapDeserializer::new(values))
}

/// The `usual` options that `given` does not replace, then the `given` ones.
///
/// ```
/// use tilewright_core::overridden;
///
/// let usual = [("variant", "duo"), ("seats", "2")];
/// let options = overridden(&usual, &[("seats", "4"), ("scoring", "basic")]);
/// assert_eq!(options, [("variant", "duo"), ("seats", "4"), ("scoring", "basic")]);
/// ```
pub fn overridden<'a>(
    usual: &[(&'a str, &'a str)],
    given: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let is_replaced = |name| given.iter().any(|&(other, _)| other == name);
    let kept = usual.iter().filter(|(name, _)| !is_replaced(*name));
    kept.chain(given).copied().collect()
}

impl de::Error for OptionsError {
    fn custom<T: std::fmt::Display>(message: T) -> OptionsError {
        OptionsError::new(message.to_string())
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> OptionsError {
        let field = shortened(field);
        OptionsError::new(format!("there is no option '{field}': choose {}", expected.join(", ")))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> OptionsError {
        let variant = shortened(variant);
        OptionsError::new(format!("there is no '{variant}': choose {}", expected.join(", ")))
    }

    fn duplicate_field(field: &'static str) -> OptionsError {
        OptionsError::new(format!("option {field} is given twice"))
    }
}

/// The text of one option, deserialized as the type of its field.
#[derive(Clone, Copy)]
struct Value<'a> {
    name: &'a str,
    text: &'a str,
}

impl Value<'_> {
    fn wrong(self, problem: &str) -> OptionsError {
        let Value { name, text } = self;
        OptionsError::new(format!("option {name}: '{}' {problem}", shortened(text)))
    }
}

impl<'a> IntoDeserializer<'_, OptionsError> for Value<'a> {
    type Deserializer = Value<'a>;

    fn into_deserializer(self) -> Value<'a> {
        self
    }
}

macro_rules! deserialize_integers {
    ($($method:ident => $visit:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionsError> {
            let number = self.text.parse();
            let number = number.map_err(|_| self.wrong("is not a whole number in range"))?;
            visitor.$visit(number)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Value<'_> {
    type Error = OptionsError;

    deserialize_integers! {
        deserialize_u8 => visit_u8, deserialize_u16 => visit_u16,
        deserialize_u32 => visit_u32, deserialize_u64 => visit_u64,
        deserialize_i8 => visit_i8, deserialize_i16 => visit_i16,
        deserialize_i32 => visit_i32, deserialize_i64 => visit_i64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionsError> {
        visitor.visit_str(self.text)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionsError> {
        match self.text {
            "on" | "true" => visitor.visit_bool(true),
            "off" | "false" => visitor.visit_bool(false),
            _ => Err(self.wrong("is neither on nor off")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, OptionsError> {
        if self.text == "off" { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, OptionsError> {
        if !variants.contains(&self.text) {
            return Err(self.wrong(&format!("is none of {}", variants.join(", "))));
        }
        self.text.into_deserializer().deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}
