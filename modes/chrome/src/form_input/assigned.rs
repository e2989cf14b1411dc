//! Inputs that keys and clicks do not set exactly: sliders, dials, dates and times, and what has no more than
//! accessibility's value.

use super::change::{Change, Holds, Kind, quoted};
use super::field::{Field, holds};
use super::typed;
use super::wanted::{Wanted, spelled};
use qtmcp_tool::a11y::{Input, RawNode};
use qtmcp_tool::{Fault, Value};

/// Sets the value through the toolkit, when a person could set it.
pub(super) async fn assign(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let kind = match raw.input {
        Input::Range => Kind::Range,
        Input::DateTime => Kind::Date,
        Input::Number => Kind::Number,
        _ => Kind::Other,
    };
    let number = wanted.number();
    let value = match (kind, number, pair(wanted)) {
        (Kind::Range, None, Some(both)) => Value::List(both.map(Value::Real).to_vec()),
        (Kind::Range | Kind::Number, None, _) => return Err(field.bad(&format!("{wanted} is no number.")).await),
        (Kind::Range | Kind::Number, Some(number), _) => {
            if let Some(gauge) = raw.gauge {
                typed::in_range(field, number, gauge).await?;
            }
            Wanted::Number(number).value()
        }
        (Kind::Date, ..) => Value::Text(wanted.text()?),
        _ => wanted.value(),
    };
    let before = field.present().await?;
    field.reachable().await?;
    give(field, value).await?;
    let after = field.settled().await?;
    let took = match (&after, number) {
        (None, _) => true,
        (Some(look), Some(number)) => match look.holds() {
            Holds::Number(now) => typed::is_same(now, number),
            // Of two handles, the nearer one.
            Holds::Text(both) if kind == Kind::Range => both.split(" to ").any(|end| end == spelled(number)),
            _ => kind == Kind::Other && look.text == spelled(number),
        },
        (Some(look), None) if look.holds() == Holds::Check(look.check()) => Some(look.check()) == wanted.check(),
        // A date is shown in the field's own format, and what the toolkit did not understand it has refused.
        (Some(look), None) => {
            matches!(kind, Kind::Date | Kind::Range) || wanted.text().is_ok_and(|text| text == look.text)
        }
    };
    let asked =
        || number.map_or_else(|| wanted.text().map_or_else(|_| wanted.to_string(), |text| quoted(&text)), spelled);
    Ok(Change::new(kind, before.holds(), holds(after.as_ref())).expect(took, asked))
}

/// Two numbers, for a slider with two handles.
fn pair(wanted: &Wanted) -> Option<[f64; 2]> {
    let Wanted::Text(text) = wanted else { return None };
    let numbers = text.split([',', ' ']).filter(|word| !word.is_empty()).map(|word| word.parse::<f64>());
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

/// Gives a value to the toolkit; its own words about one that does not fit come with the element's name.
pub(super) async fn give(field: &Field<'_>, value: Value) -> Result<(), Fault> {
    let element = field.element;
    let app = field.session.app();
    let given = app.start(field.session.deadline(), move |ui| ui.assign(element, &value)).await?;
    match given {
        None | Some(Ok(())) => Ok(()),
        Some(Err(fault)) => {
            let message = format!("{}: {}", field.name().await, fault.message);
            Err(Fault { message, ..fault })
        }
    }
}
