//! What people say for what user interfaces have: words for states, synonyms of common labels, and the small words that
//! say nothing. Data only; every word is as [`super::text::fold`] makes it.

use crate::States;

/// Words that are written as one or as several, and the one they become on both sides.
pub(super) const JOINED: &[(&[&str], &str)] = &[
    (&["sign", "in"], "signin"),
    (&["log", "in"], "login"),
    (&["log", "on"], "login"),
    (&["sign", "out"], "signout"),
    (&["log", "out"], "logout"),
    (&["log", "off"], "logout"),
    (&["sign", "up"], "signup"),
    (&["remember", "me"], "rememberme"),
    (&["stay", "logged", "in"], "rememberme"),
    (&["stay", "signed", "in"], "rememberme"),
    (&["keep", "me", "logged", "in"], "rememberme"),
    (&["keep", "me", "signed", "in"], "rememberme"),
    (&["user", "name"], "username"),
    (&["user", "id"], "username"),
    (&["e", "mail"], "email"),
    (&["pass", "word"], "password"),
    (&["pass", "phrase"], "passphrase"),
    (&["full", "screen"], "fullscreen"),
    (&["post", "code"], "postcode"),
    (&["postal", "code"], "postcode"),
    (&["zip", "code"], "zip"),
    (&["file", "name"], "filename"),
    (&["web", "site"], "website"),
    (&["time", "zone"], "timezone"),
    (&["date", "of", "birth"], "birthdate"),
    (&["birth", "date"], "birthdate"),
    (&["birth", "day"], "birthday"),
    (&["recycle", "bin"], "recyclebin"),
    (&["match", "case"], "matchcase"),
    (&["case", "sensitive"], "casesensitive"),
    (&["first", "name"], "firstname"),
    (&["last", "name"], "lastname"),
    (&["family", "name"], "surname"),
    (&["given", "name"], "forename"),
    (&["read", "only"], "readonly"),
    (&["multi", "line"], "multiline"),
    (&["greyed", "out"], "greyed"),
    (&["grayed", "out"], "greyed"),
    (&["check", "box"], "checkbox"),
    (&["check", "boxes"], "checkbox"),
    (&["tick", "box"], "tickbox"),
    (&["tick", "boxes"], "tickbox"),
    (&["text", "box"], "textbox"),
    (&["text", "field"], "textfield"),
    (&["text", "input"], "textfield"),
    (&["text", "area"], "textarea"),
    (&["text", "edit"], "textarea"),
    (&["line", "edit"], "lineedit"),
    (&["input", "field"], "field"),
    (&["input", "box"], "textbox"),
    (&["edit", "box"], "textbox"),
    (&["edit", "field"], "field"),
    (&["drop", "down"], "dropdown"),
    (&["combo", "box"], "combobox"),
    (&["spin", "box"], "spinbox"),
    (&["list", "box"], "listbox"),
    (&["list", "item"], "listitem"),
    (&["tree", "item"], "treeitem"),
    (&["tree", "view"], "tree"),
    (&["menu", "item"], "menuitem"),
    (&["menu", "entry"], "menuitem"),
    (&["menu", "bar"], "menubar"),
    (&["tool", "bar"], "toolbar"),
    (&["status", "bar"], "statusbar"),
    (&["scroll", "bar"], "scrollbar"),
    (&["progress", "bar"], "progressbar"),
    (&["tab", "bar"], "tabbar"),
    (&["radio", "button"], "radiobutton"),
    (&["radio", "buttons"], "radiobutton"),
    (&["push", "button"], "pushbutton"),
    (&["tool", "button"], "toolbutton"),
    (&["group", "box"], "groupbox"),
    (&["message", "box"], "messagebox"),
    (&["dialog", "box"], "dialog"),
    (&["column", "header"], "columnheader"),
    (&["row", "header"], "rowheader"),
];

/// Names of the same thing, as good as the thing's own.
pub(super) const ALIASES: &[&[&str]] = &[
    &["plus", "addition", "+"],
    &["minus", "subtract", "subtraction", "−", "-", "–"],
    &["times", "multiply", "multiplication", "×", "*"],
    &["divide", "divided", "division", "÷", "/"],
    &["equals", "equal", "="],
    &["percent", "percentage", "%"],
    &["sqrt", "√"],
    &["zero", "0"],
    &["one", "1"],
    &["two", "2"],
    &["three", "3"],
    &["four", "4"],
    &["five", "5"],
    &["six", "6"],
    &["seven", "7"],
    &["eight", "8"],
    &["nine", "9"],
    &["ten", "10"],
    &["dot", "."],
    &["email", "mail"],
    &["phone", "telephone", "tel"],
    &["signin", "login"],
    &["signout", "logout"],
    &["birthdate", "birthday", "dob"],
    &["ok", "okay"],
    &["preferences", "prefs"],
    &["postcode", "zip"],
    &["password", "passwd", "pwd"],
    &["matchcase", "casesensitive"],
];

/// Words that label the same thing in different apps.
pub(super) const SYNONYMS: &[&[&str]] = &[
    &["ok", "submit", "send", "confirm", "apply", "done", "accept", "finish"],
    &["search", "find", "lookup", "filter"],
    &["delete", "remove", "trash", "erase", "discard"],
    &["trash", "bin", "recyclebin", "rubbish", "garbage", "wastebasket"],
    &["close", "cancel", "dismiss", "abort"],
    &["close", "exit", "quit", "leave"],
    &["settings", "preferences", "options", "configuration", "configure", "config", "customize", "setup"],
    &["signin", "login", "authenticate", "unlock"],
    &["signup", "register", "join"],
    &["username", "login", "account", "user"],
    &["account", "profile"],
    &["password", "passphrase", "passcode", "pin", "secret"],
    &["email", "mailbox"],
    &["phone", "mobile", "cellphone", "cell"],
    &["surname", "lastname"],
    &["forename", "firstname"],
    &["new", "add", "create", "insert", "plus"],
    &["edit", "modify", "change", "alter", "rename", "update"],
    &["save", "store", "keep", "write"],
    &["open", "load", "browse", "choose"],
    &["help", "support", "manual", "documentation", "guide"],
    &["about", "version", "info", "information"],
    &["next", "forward", "continue", "proceed", "skip"],
    &["back", "previous", "return", "prior"],
    &["play", "start", "resume", "run", "begin", "launch"],
    &["stop", "halt", "end"],
    &["pause", "hold"],
    &["refresh", "reload", "update", "sync"],
    &["reset", "restore", "revert", "default", "defaults"],
    &["clear", "reset", "empty", "wipe"],
    &["copy", "duplicate", "clone"],
    &["print", "printer"],
    &["download", "get"],
    &["upload", "attach"],
    &["export", "share"],
    &["show", "visible", "visibility", "reveal", "display", "view", "unhide"],
    &["hide", "conceal"],
    &["mute", "silence", "unmute"],
    &["volume", "loudness"],
    &["seek", "position", "timeline", "scrubber", "progress"],
    &["song", "track", "title", "music"],
    &["image", "picture", "photo"],
    &["folder", "directory", "path"],
    &["location", "address", "url", "path"],
    &["message", "note", "comment", "notes"],
    &["name", "title"],
    &["size", "length"],
    &["colour", "color"],
    &["amount", "quantity", "number", "count"],
    &["price", "cost"],
    &["country", "nation"],
    &["city", "town"],
    &["language", "locale"],
    &["enlarge", "zoom", "magnify", "bigger"],
    &["fullscreen", "maximize"],
    &["all", "everything", "every"],
    &["favourite", "star", "bookmark", "like"],
    &["menu", "hamburger"],
    &["increase", "more", "raise", "up"],
    &["decrease", "less", "lower", "down"],
    &["undo", "revert"],
    &["progress", "done", "complete", "completed"],
    &["forgot", "forgotten", "lost", "recover"],
    &["agree", "accept", "consent"],
    &["terms", "conditions", "licence", "license", "agreement"],
    &["wrap", "wrapping"],
    &["automatic", "auto", "autostart"],
];

/// Words that only say what is to be done with what is looked for; a label may still have them.
pub(super) const GESTURES: &[&str] =
    &["click", "press", "tap", "hit", "push", "touch", "locate", "please", "want", "need", "look", "doubleclick"];

/// Verbs that are labels as often as they are not.
pub(super) const VERBS: &[&str] = &[
    "open", "enter", "type", "set", "choose", "pick", "select", "change", "use", "turn", "write", "fill", "put",
    "view", "display", "show", "go", "toggle", "switch", "check", "tick", "uncheck", "activate", "expand", "collapse",
    "read", "see", "get", "make", "input", "find",
];

/// Verbs that are labels.
pub(super) const ACTIONS: &[&str] = &[
    "save", "delete", "remove", "close", "print", "export", "import", "new", "create", "add", "send", "edit", "copy",
    "cut", "paste", "exit", "quit", "submit", "clear", "reset", "reload", "share", "find", "search", "rename", "load",
    "browse",
];

/// Things that verbs are done to, and which labels leave out.
pub(super) const THINGS: &[&str] = &[
    "file",
    "files",
    "document",
    "page",
    "app",
    "application",
    "program",
    "form",
    "text",
    "changes",
    "number",
    "value",
    "folder",
    "directory",
    "element",
    "control",
    "widget",
    "thing",
    "data",
    "selection",
];

/// Words that say nothing.
pub(super) const SMALL: &[&str] = &[
    "the", "a", "an", "of", "to", "for", "my", "your", "our", "this", "that", "these", "those", "which", "is", "are",
    "be", "it", "its", "and", "or", "do", "does", "i", "me", "we", "you", "where", "what", "how", "can", "there",
    "with", "by", "as", "at", "in", "inside", "within", "on", "onto", "from", "under", "has", "have", "having", "will",
    "would", "should", "so", "s", "just", "called", "named", "labelled", "labeled", "titled", "says", "saying",
    "reads", "whose", "who", "many", "was", "were", "when", "did", "much",
];

/// Small words that make another label: `Save`, `Save as`.
pub(super) const TELLING: &[&str] = &["as", "with", "in", "on", "to", "from", "by"];

/// Words that no label is told by.
pub(super) const ARTICLES: &[&str] = &["the", "a", "an", "my", "your"];

/// Between a thing and the place it is in.
pub(super) const INSIDE: &[&str] = &["in", "inside", "within", "on", "of", "from", "at", "under", "for"];

/// After these comes what the element shows.
pub(super) const CONTAINING: &[&str] = &["containing", "contains", "showing", "shows"];

/// Which of several. Negative: from the end.
pub(super) const ORDINALS: &[(&str, i64)] = &[
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("eleventh", 11),
    ("twelfth", 12),
    ("last", -1),
    ("final", -1),
];

/// What must hold for a word to be true of an element.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    /// All of these.
    All(States),
    /// One of these.
    Any(States),
    /// None of the first, of those that can: all of the second.
    Not(States, States),
    /// It can hold a value, and does not.
    Empty,
}

/// Words for states.
pub(super) const STATES: &[(&[&str], Holds)] = &[
    (&["checked", "ticked"], Holds::All(States::CHECKED)),
    (&["unchecked", "unticked"], Holds::Not(States::CHECKED, States::CHECKABLE)),
    (&["mixed", "indeterminate", "partially"], Holds::All(States::MIXED)),
    (&["selected", "chosen", "highlighted"], Holds::Any(States::SELECTED)),
    (&["current", "active"], Holds::Any(States::SELECTED.union(States::ACTIVE))),
    (&["unselected"], Holds::Not(States::SELECTED, States::SELECTABLE)),
    (&["focused", "focussed"], Holds::All(States::FOCUSED)),
    (&["disabled", "greyed", "grayed", "unavailable"], Holds::All(States::DISABLED)),
    (&["enabled"], Holds::Not(States::DISABLED, States::empty())),
    (&["hidden", "invisible"], Holds::All(States::INVISIBLE)),
    (&["visible"], Holds::Not(States::INVISIBLE, States::empty())),
    (&["readonly"], Holds::All(States::READ_ONLY)),
    (&["editable"], Holds::All(States::EDITABLE)),
    (&["expanded"], Holds::All(States::EXPANDED)),
    (&["collapsed"], Holds::Not(States::EXPANDED, States::EXPANDABLE)),
    (&["pressed"], Holds::All(States::PRESSED)),
    (&["default"], Holds::All(States::DEFAULT)),
    (&["modal"], Holds::All(States::MODAL)),
    (&["multiline"], Holds::All(States::MULTI_LINE)),
    (&["invalid"], Holds::All(States::INVALID)),
    (&["empty", "blank"], Holds::Empty),
];

#[cfg(test)]
mod tests {
    use super::super::text::fold;
    use super::*;

    #[test]
    fn every_word_is_folded() {
        let states = STATES.iter().flat_map(|(words, _)| words.iter());
        let groups = SYNONYMS.iter().chain(ALIASES).flat_map(|group| group.iter());
        let joined = JOINED.iter().flat_map(|(parts, whole)| parts.iter().chain([whole]));
        let lists = [GESTURES, VERBS, ACTIONS, THINGS, SMALL, TELLING, ARTICLES, INSIDE, CONTAINING];
        for word in states.chain(groups).chain(joined).chain(lists.into_iter().flatten()) {
            assert_eq!(fold(word), *word);
        }
    }

    #[test]
    fn a_word_names_one_state() {
        let states: Vec<_> = STATES.iter().flat_map(|(words, _)| words.iter()).collect();
        for word in &states {
            assert_eq!(states.iter().filter(|other| other == &word).count(), 1, "{word}");
        }
    }
}
