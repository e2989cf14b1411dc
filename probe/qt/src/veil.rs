//! What must not leave the app: what password fields hold, and the values of named secrets.
//!
//! Texts of the app are hidden where they come out of Qt, before anything is compared with them or cut. A field that hid
//! its text once is secret for as long as it lives.

use crate::settings::Settings;
use crate::tracker::{Tracked, Tracker};
use crate::{abi, fork, hooks, process};
use qtmcp_guard::{MASK, Secrets, Typed};
use qtmcp_tool::{Code, Fault, Response, Value};
use qtmcp_wire::HAS_SECRETS;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::ffi::c_void;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// All fields are looked for again after this, and when objects have come. What is read of one is checked by itself.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// The secrets of this process.
pub(crate) struct Veil {
    pub(crate) named: Secrets,
    /// Why nobody gets in: the named secrets are not known, and so would not be kept.
    pub(crate) refusal: Option<String>,
    /// Whether password fields are no secret here.
    is_lifted: bool,
    /// Whether there was ever a secret field: most apps have none, and then nothing costs.
    has_fields: AtomicBool,
    /// Whether one of them ever held anything.
    has_held: AtomicBool,
    fields: Mutex<Fields>,
}

#[derive(Default)]
struct Fields {
    /// What each holds, as it was last read.
    known: FxHashMap<Tracked, String>,
    /// The fields that lie in an object.
    around: FxHashMap<Tracked, Vec<Tracked>>,
    typed: Typed,
    /// When all were last looked for, and the tracker's births then.
    looked: Option<(Instant, u64)>,
}

impl Veil {
    pub(crate) fn new(settings: &Settings) -> Self {
        let read = settings.secrets.as_deref().map_or_else(|| Ok(Secrets::default()), Secrets::read);
        let (named, refusal) = match read {
            Ok(named) => (named, None),
            Err(why) => (Secrets::default(), Some(why)),
        };
        Self {
            named,
            refusal,
            is_lifted: settings.reveal,
            has_fields: AtomicBool::new(false),
            has_held: AtomicBool::new(false),
            fields: Mutex::default(),
        }
    }

    /// Whether password fields are shown as any others.
    pub(crate) fn is_lifted(&self) -> bool {
        self.is_lifted
    }

    /// Whether nothing is secret here.
    pub(crate) fn is_idle(&self) -> bool {
        self.named.is_empty() && !self.has_fields()
    }

    /// Whether all fields are to be looked for now; then it is taken for granted that they are.
    pub(crate) fn is_due(&self, births: u64) -> bool {
        let mut fields = self.fields();
        let is_fresh = fields.looked.is_some_and(|(when, then)| then == births && when.elapsed() < LOOK_AGAIN);
        if !is_fresh {
            fields.looked = Some((Instant::now(), births));
        }
        !is_fresh
    }

    /// Whether the field is secret; one that hides its text is from now on.
    fn is_secret(&self, tracker: &Tracker, address: usize, hides: bool) -> bool {
        if self.is_lifted || (!hides && !self.has_fields()) {
            return false;
        }
        let field = if hides { Some(tracker.adopt(address)) } else { tracker.get(address) };
        let Some(field) = field else { return false };
        let mut fields = self.fields();
        if hides {
            fields.known.entry(field).or_default();
            self.has_fields.store(true, Ordering::Relaxed);
        }
        fields.known.contains_key(&field)
    }

    /// Whether there are fields, or were.
    pub(crate) fn has_fields(&self) -> bool {
        self.has_fields.load(Ordering::Relaxed)
    }

    /// The fields that are known, some of which may be gone.
    pub(crate) fn known(&self) -> Vec<Tracked> {
        if !self.has_fields() {
            return Vec::new();
        }
        self.fields().known.keys().copied().collect()
    }

    /// Whether it is one of the fields.
    pub(crate) fn is_field(&self, object: Tracked) -> bool {
        self.has_fields() && self.fields().known.contains_key(&object)
    }

    /// What a field holds now.
    pub(crate) fn set_held(&self, field: Tracked, text: String) {
        let mut fields = self.fields();
        if !text.is_empty() {
            self.has_held.store(true, Ordering::Relaxed);
        }
        match fields.known.get_mut(&field) {
            Some(held) if *held != text => held.clone_from(&text),
            Some(_) => {}
            None => return,
        }
        // Also what was there before: it may have been forgotten for others, and is still held.
        fields.typed.remember(&text);
    }

    /// The fields that are left, and which objects each of them lies in.
    pub(crate) fn set_places(&self, places: Vec<(Tracked, Vec<Tracked>)>) {
        let mut fields = self.fields();
        let living: FxHashMap<Tracked, Vec<Tracked>> = places.into_iter().collect();
        fields.known.retain(|field, _| living.contains_key(field));
        fields.around.clear();
        for (field, around) in living {
            for object in around {
                fields.around.entry(object).or_default().push(field);
            }
        }
    }

    /// Whether a text is all that a field in the object holds, however short: components hand on what their fields hold.
    pub(crate) fn is_handed_on(&self, object: Tracked, text: &str) -> bool {
        if text.is_empty() || !self.has_fields() {
            return false;
        }
        let fields = self.fields();
        let inside = fields.around.get(&object).into_iter().flatten();
        inside.filter_map(|field| fields.known.get(field)).any(|held| held == text)
    }

    /// A text of the app, as the tools are to have it.
    pub(crate) fn hide<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.is_idle() {
            return text.into();
        }
        let named = self.named.hide(text);
        if !self.has_fields() {
            return named;
        }
        match named {
            Cow::Borrowed(text) => self.fields().typed.hide(text),
            Cow::Owned(text) => self.fields().typed.hide(&text).into_owned().into(),
        }
    }

    /// As [`Veil::hide`], for a text whose end was cut off, which may be in the middle of a secret.
    pub(crate) fn hide_cut(&self, text: &str) -> String {
        if self.is_idle() {
            return text.to_owned();
        }
        let named = self.named.hide_cut(text);
        if self.has_fields() { self.fields().typed.hide_cut(&named).into_owned() } else { named.into_owned() }
    }

    /// The same of a whole value.
    pub(crate) fn hide_value(&self, value: &mut Value) {
        hide_with(value, &|text| self.hide(text));
    }

    /// As [`Veil::hide_value`], for the names of objects: only named secrets, since a name that a field's text happens to
    /// be part of must still lead to its object.
    pub(crate) fn hide_name(&self, value: &mut Value) {
        hide_with(value, &|text| self.named.hide(text));
    }

    /// A text of the app that leaves past the tools.
    pub(crate) fn told(&self, text: &str) -> String {
        self.named.mask_text(&self.hide(text)).into_owned()
    }

    /// Whether a named secret is in a value.
    pub(crate) fn has_named(&self, value: &Value) -> bool {
        match value {
            Value::Text(text) => self.named.is_in(text),
            Value::List(items) => items.iter().any(|item| self.has_named(item)),
            Value::Map(entries) => entries.iter().any(|(_, value)| self.has_named(value)),
            _ => false,
        }
    }

    /// A value that goes into the app.
    pub(crate) fn revealed(&self, value: &Value) -> Value {
        match value {
            Value::Text(text) => Value::Text(self.named.reveal(text).into_owned()),
            Value::List(items) => Value::List(items.iter().map(|item| self.revealed(item)).collect()),
            Value::Map(entries) => {
                let entry = |(key, value): &(String, Value)| (key.clone(), self.revealed(value));
                Value::Map(entries.iter().map(entry).collect())
            }
            other => other.clone(),
        }
    }

    fn fields(&self) -> MutexGuard<'_, Fields> {
        self.fields.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hide_with(value: &mut Value, hide: &dyn for<'a> Fn(&'a str) -> Cow<'a, str>) {
    match value {
        Value::Text(text) => {
            if let Cow::Owned(hidden) = hide(text) {
                *text = hidden;
            }
        }
        // As they would be told they cannot be read, nor can a part of them be left out.
        Value::Bytes(bytes) => {
            let text = String::from_utf8_lossy(bytes);
            if let Cow::Owned(hidden) = hide(&text) {
                *value = Value::Text(hidden);
            }
        }
        Value::List(items) => items.iter_mut().for_each(|item| hide_with(item, hide)),
        Value::Map(entries) => {
            for (key, value) in entries {
                if let Cow::Owned(hidden) = hide(key) {
                    *key = hidden;
                }
                hide_with(value, hide);
            }
        }
        _ => {}
    }
}

/// Leaves nothing of a value that could tell what a field holds.
pub(crate) fn cover(value: &mut Value) {
    let says_something = match value {
        Value::Null | Value::Bool(_) | Value::Object(_) | Value::Enum { .. } | Value::Opaque(_) => false,
        Value::Text(text) => !text.is_empty(),
        _ => true,
    };
    if says_something {
        *value = Value::Text(MASK.to_owned());
    }
}

/// Takes the names of secrets in what a client asks for.
pub(crate) fn understand(params: &mut Json) -> Result<(), Fault> {
    let Some(engine) = process::engine() else { return Ok(()) };
    engine.veil.named.understand(params).map_err(|unknown| Fault::new(Code::BadArgument, unknown.to_string()))
}

/// An answer as it may leave. Pictures come to it later.
pub(crate) fn masked(answer: Result<Response, Fault>) -> Result<Response, Fault> {
    let Some(named) = process::engine().map(|engine| &engine.veil.named).filter(|named| !named.is_empty()) else {
        return answer;
    };
    match answer {
        Ok(mut response) => {
            named.mask(&mut response.result);
            response.text = response.text.map(|text| named.mask_text(&text).into_owned());
            Ok(response)
        }
        Err(mut fault) => {
            fault.message = named.mask_text(&fault.message).into_owned();
            fault.next = named.mask_text(&fault.next).into_owned();
            Err(fault)
        }
    }
}

/// The answer to a server, which has the app's output as well, and must know whether a secret may be in it.
pub(crate) fn noted(method: &str, mut answer: Json) -> Json {
    let has_held = || process::engine().is_some_and(|engine| engine.veil.has_held.load(Ordering::Relaxed));
    if ["callTool", "closeWindows", "status"].contains(&method)
        && has_held()
        && let Some(members) = answer.as_object_mut()
    {
        members.insert(HAS_SECRETS.to_owned(), true.into());
    }
    answer
}

/// The same for what leaves by itself.
pub(crate) fn mask(event: &mut Json) {
    if let Some(engine) = process::engine() {
        engine.veil.named.mask(event);
    }
}

/// Whether a named secret is being typed: what the app says meanwhile may be the beginning of it.
static ENTERING: AtomicBool = AtomicBool::new(false);

pub(crate) fn is_entering() -> bool {
    ENTERING.load(Ordering::Relaxed)
}

/// Says so until it is dropped.
pub(crate) fn entering() -> Entering {
    ENTERING.store(true, Ordering::Relaxed);
    Entering(())
}

pub(crate) struct Entering(());

impl Drop for Entering {
    fn drop(&mut self) {
        ENTERING.store(false, Ordering::Relaxed);
    }
}

/// Called by C++, see `QtmcpHost::is_secret`.
pub(crate) unsafe extern "C" fn is_secret(field: *const c_void, hides: bool) -> bool {
    if fork::in_child() || field.is_null() {
        return false;
    }
    let answer = catch_unwind(|| {
        let Some(engine) = process::engine() else { return hides };
        engine.veil.is_secret(hooks::tracker(), field as usize, hides)
    });
    // What cannot be remembered is at least hidden now.
    answer.unwrap_or(hides)
}

/// Called by C++, see `QtmcpHost::secrets`.
pub(crate) unsafe extern "C" fn secrets(objects: *const abi::Objects) {
    if fork::in_child() {
        return;
    }
    let _ = catch_unwind(|| {
        let Some(engine) = process::engine() else { return };
        let core = engine.parts.core;
        for field in engine.veil.known() {
            // SAFETY: alive while the tracker's lock is held.
            let is_here = |address: usize| unsafe { (core.lives_in_gui_thread)(address as *const c_void) };
            if engine.tracker.while_alive(field, is_here) == Some(true) {
                // SAFETY: the list is C++'s for the call, which runs no code that could end the object.
                unsafe { ((*objects).take)((*objects).context, field.address as *const c_void) };
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn veil() -> Veil {
        Veil::new(&Settings::read(|_| None).0)
    }

    #[test]
    fn a_field_is_secret_from_the_first_time_it_hides_its_text_until_it_goes() {
        let (veil, tracker) = (veil(), Tracker::new());
        tracker.insert(16);
        assert!(!veil.is_secret(&tracker, 16, false));
        assert!(veil.is_secret(&tracker, 16, true));
        assert!(veil.is_secret(&tracker, 16, false), "shown now, and still no text to tell");
        assert!(!veil.is_secret(&tracker, 32, false));
        tracker.remove(16);
        tracker.insert(16);
        assert!(!veil.is_secret(&tracker, 16, false), "another object at the same address");
    }

    #[test]
    fn nothing_is_secret_where_the_user_wants_to_see() {
        let veil = Veil::new(&Settings::read(|name| (name == "QTMCP_REVEAL").then(|| "1".to_owned())).0);
        assert!(!veil.is_secret(&Tracker::new(), 16, true));
    }

    #[test]
    fn what_a_field_holds_or_held_is_hidden_in_every_text() {
        let (veil, tracker) = (veil(), Tracker::new());
        let (field, panel) = (tracker.insert(16), tracker.insert(32));
        assert!(veil.is_secret(&tracker, 16, true));
        veil.set_places(vec![(field, vec![panel])]);
        veil.set_held(field, "hunter2".to_owned());
        veil.set_held(field, "abc".to_owned());
        assert_eq!(veil.hide("login hunter2"), format!("login {MASK}"));
        assert!(veil.is_handed_on(panel, "abc") && !veil.is_handed_on(panel, "abcd"));
        let mut value = Value::Map(vec![("k".into(), Value::Bytes(b"hunter2".to_vec()))]);
        veil.hide_value(&mut value);
        assert_eq!(value, Value::Map(vec![("k".into(), Value::Text(MASK.into()))]));
        veil.set_places(Vec::new());
        assert!(veil.known().is_empty(), "gone with its field");
    }
}
