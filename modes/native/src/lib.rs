//! Native mode: Qt's own objects by their paths, with properties, methods, signals, input and screenshots. One tool per
//! file; this crate knows neither Qt nor the transport.

mod caught;
mod click;
mod find;
mod find_by_class_name;
mod find_by_object_name;
mod find_by_property;
mod find_by_text;
mod get_geometry;
mod get_model_data;
mod get_object_info;
mod get_object_tree;
mod get_property;
mod invoke_method;
mod json;
mod list_methods;
mod list_properties;
mod list_signals;
mod near;
mod obstacle;
mod path;
mod presence;
mod relay;
mod resolve;
mod screenshot;
mod send_keys;
mod set_property;
mod subscribe_lifecycle;
mod subscribe_signals;
#[cfg(test)]
mod testing;
mod unsubscribe;
mod wait_for;
mod walk;

use qtmcp_tool::{Code, ToolDef, tools};

/// The tools of native mode.
pub const TOOLS: &[ToolDef] = tools![advice;
    find_by_object_name::FindByObjectName,
    find_by_class_name::FindByClassName,
    find_by_text::FindByText,
    find_by_property::FindByProperty,
    get_object_tree::GetObjectTree,
    get_object_info::GetObjectInfo,
    list_properties::ListProperties,
    get_property::GetProperty,
    set_property::SetProperty,
    list_methods::ListMethods,
    invoke_method::InvokeMethod,
    list_signals::ListSignals,
    click::Click,
    send_keys::SendKeys,
    screenshot::Screenshot,
    get_geometry::GetGeometry,
    get_model_data::GetModelData,
    wait_for::WaitFor,
    subscribe_signals::SubscribeSignals,
    unsubscribe::UnsubscribeSignals,
    subscribe_lifecycle::SubscribeLifecycle,
    unsubscribe::UnsubscribeLifecycle,
];

/// The next call after each kind of fault; method names stand in backticks.
fn advice(code: Code) -> &'static str {
    match code {
        Code::BadArgument => "Call `listTools` for the parameters of each method.",
        Code::UnknownRef | Code::StaleRef => "Native mode has no refs: take a path from `getObjectTree`.",
        Code::NotFound => "Take a path from `getObjectTree`, `findByText` or `findByClassName`.",
        Code::Ambiguous => "Use one of the paths listed; `getObjectInfo` tells them apart.",
        Code::NotVisible => "Open the window, tab or menu it is in, or call `waitFor` with state visible.",
        Code::Disabled => "Do first what enables it, or call `waitFor` with state enabled.",
        Code::Covered => "Act on what covers it, or close that with `sendKeys` and keys Escape.",
        Code::BlockedByDialog => "Answer the dialog first: `getObjectTree` with its path as root, then `click`.",
        Code::NoWindow => "Call `waitFor` with the class name of the window you expect.",
        Code::NotConnected => "Start the app with the probe in it, then connect.",
        Code::AppGone => "Start the app again and connect anew.",
        Code::AppBusy => "Call `status` to see for how long its GUI thread has been blocked, then try again.",
        Code::Timeout => "Look at what there is with `getObjectTree` or `screenshot`, or wait longer with timeoutMs.",
        Code::Unsupported => "Look for another way with `listProperties` and `listMethods`, then `invokeMethod`.",
        Code::Denied => "The access rules of this server forbid it; ask whoever runs it.",
        Code::Internal => "Call `status`; if the app is well, try once more.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qtmcp_tool::CONNECTION_TOOLS;

    fn exists(name: &str) -> bool {
        TOOLS.iter().chain(CONNECTION_TOOLS).any(|tool| tool.name == name)
    }

    #[test]
    fn every_method_that_advice_names_exists() {
        for code in Code::ALL {
            let advice = advice(*code);
            for name in advice.split('`').skip(1).step_by(2) {
                assert!(exists(name), "the advice for {code} names `{name}`");
            }
            let is_method = |word: &&str| word.starts_with(char::is_lowercase) && word.contains(char::is_uppercase);
            let is_plain = |name: &str| name != "timeoutMs" && !advice.contains(&format!("`{name}`"));
            let bare = advice.split(|c: char| !c.is_alphanumeric()).filter(is_method).find(|name| is_plain(name));
            assert_eq!(bare, None, "the advice for {code} names a method without backticks");
        }
    }

    #[test]
    fn no_two_tools_share_a_name() {
        let mut names: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TOOLS.len());
    }
}
