//! Inputs that are switched: check boxes of two and three states, switches, checkable buttons and groups, radio
//! buttons.

use super::change::{Change, Holds, Kind};
use super::field::{Field, check};
use super::wanted::{Check, Wanted};
use qtmcp_tool::a11y::RawNode;
use qtmcp_tool::pointer::Press;
use qtmcp_tool::{Code, Fault, Scope};

/// A box of three states is where it was after three clicks.
const MOST_CLICKS: usize = 3;

/// Checks or unchecks.
pub(super) async fn switch(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let wanted = wanted.check_only(field.dialect)?;
    let (before, after) = turn(field, raw, wanted).await?;
    if wanted == Check::Mixed && after == before && before != wanted {
        return Err(field.bad("it has no mixed state; give true or false.").await);
    }
    Ok(change(Kind::Check, before, after, wanted))
}

/// Picks one of a group.
pub(super) async fn pick(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let wanted = match wanted {
        // Agents used to pages give the name of the choice.
        Wanted::Text(text) if text.trim() == raw.name => Check::On,
        other => other.check_only(field.dialect)?,
    };
    if wanted == Check::Mixed || (wanted == Check::Off && check(raw) != Check::Off) {
        let message = format!("{} goes off only when another of its group is chosen.", field.name().await);
        return Err(
            Fault::new(Code::BadArgument, message).next("Call `form_input` with true on another one of its group.")
        );
    }
    let (before, after) = turn(field, raw, wanted).await?;
    Ok(change(Kind::Radio, before, after, wanted))
}

fn change(kind: Kind, before: Check, after: Check, wanted: Check) -> Change {
    let word = match wanted {
        Check::On => "true",
        Check::Off => "false",
        Check::Mixed => "mixed",
    };
    Change::new(kind, Holds::Check(before), Holds::Check(after)).expect(after == wanted, || word.to_owned())
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Mouse,
    Space,
}

/// Clicks until the element is as wanted, or has been everything it can be. Answers with what it was and is.
pub(super) async fn turn(field: &Field<'_>, raw: &RawNode, wanted: Check) -> Result<(Check, Check), Fault> {
    let before = check(raw);
    let (mut now, mut clicks) = (before, 0);
    let element = field.element;
    let (place, is_group) =
        field.ask(move |ui| (ui.check_place(element), !ui.contents(element, Scope::Shown).is_empty())).await?;
    // The middle of a group is what the group holds.
    let mut way = if place.is_none() && is_group { Way::Space } else { Way::Mouse };
    let windows = field.windows().await?;
    while now != wanted && clicks < MOST_CLICKS {
        match way {
            Way::Mouse => field.click(place, Press::CLICK).await?,
            Way::Space => {
                field.focus().await?;
                field.press("Space").await?;
            }
        }
        let Some(look) = field.settled().await? else { break };
        if look.check() != now {
            (now, clicks) = (look.check(), clicks + 1);
            // Once round: it has no other states.
            if now == before {
                break;
            }
        } else if way == Way::Space || field.windows().await? != windows {
            // It refuses, or it asks first.
            break;
        } else {
            // A wide box reacts to its mark and its text alone.
            way = Way::Space;
        }
    }
    Ok((before, now))
}
