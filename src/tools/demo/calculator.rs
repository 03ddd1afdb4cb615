//! Four operations on two numbers. Owns: exactness where it can be had, and how a result reads.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Number;

use super::super::{Tool, ToolError};

/// Whole numbers below this are exact in a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// What every operation takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Operands {
    /// The first number.
    a: Number,
    /// The second number.
    b: Number,
}

#[derive(Debug, Clone, Copy)]
enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// `add`, `subtract`, `multiply` and `divide`.
pub fn tools() -> [Tool; 4] {
    [
        tool("add", "Adds two numbers: a + b.", Operation::Add),
        tool(
            "subtract",
            "Subtracts the second number from the first: a - b.",
            Operation::Subtract,
        ),
        tool(
            "multiply",
            "Multiplies two numbers: a * b.",
            Operation::Multiply,
        ),
        tool(
            "divide",
            "Divides the first number by the second: a / b. Dividing by 0 is an error.",
            Operation::Divide,
        ),
    ]
}

fn tool(name: &str, description: &str, operation: Operation) -> Tool {
    Tool::typed(name, description, move |given: Operands, _| async move {
        operation.on(&given.a, &given.b)
    })
    .read_only()
}

impl Operation {
    fn on(self, a: &Number, b: &Number) -> Result<String, ToolError> {
        // Whole numbers stay whole: a double would lose the last digits of large ones.
        if let (Some(a), Some(b)) = (whole(a), whole(b))
            && let Some(result) = self.exact(a, b)
        {
            return Ok(result.to_string());
        }
        let (Some(a), Some(b)) = (a.as_f64(), b.as_f64()) else {
            return Err(ToolError::new(
                "a or b is too large to calculate with; give smaller numbers",
            ));
        };
        let result = match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide if b == 0.0 => {
                return Err(ToolError::new(format!(
                    "cannot divide {} by zero; give another divisor",
                    readable(a)
                )));
            }
            Self::Divide => a / b,
        };
        if !result.is_finite() {
            return Err(ToolError::new(
                "the result is too large for a double (more than about 1.8e308); give smaller numbers",
            ));
        }
        Ok(readable(result))
    }

    fn exact(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => match a.checked_rem(b)? {
                0 => a.checked_div(b),
                _ => None,
            },
        }
    }
}

fn whole(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

/// A double as a person would write it: 42 and not 42.0, 0.3 and not 0.30000000000000004.
fn readable(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let number = without_noise(number);
    let size = number.abs();
    let plain = (1e-6..1e15).contains(&size) || (size < EXACT && size.fract() == 0.0);
    if plain {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

/// The number with 15 digits, if that is what it is but for the rounding of binary fractions.
fn without_noise(number: f64) -> f64 {
    let short: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    let step = number.abs().next_up() - number.abs();
    if short.is_finite() && (short - number).abs() <= 4.0 * step {
        short
    } else {
        number
    }
}
