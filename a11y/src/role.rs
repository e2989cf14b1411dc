//! The roles elements have: accessibility's own, as Qt numbers them, each with the name agents know it by.

macro_rules! roles {
    ($($variant:ident = $number:literal, $name:literal;)*) => {
        /// What an element is, in accessibility's terms. Other toolkits' roles are mapped to these.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Role {
            #[default]
            $($variant,)*
        }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Role] = &[$(Role::$variant,)*];

            /// The role that Qt numbers so; [`Role::UserRole`] for the app's own and for those not known here.
            #[must_use]
            pub fn from_number(number: u32) -> Role {
                match number {
                    $($number => Role::$variant,)*
                    _ => Role::UserRole,
                }
            }

            /// Qt's number for it.
            #[must_use]
            pub fn number(self) -> u32 {
                match self { $(Role::$variant => $number,)* }
            }

            /// The ARIA role, or the nearest word to one.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Role::$variant => $name,)* }
            }
        }
    };
}

roles! {
    NoRole = 0x0, "generic";
    TitleBar = 0x1, "banner";
    MenuBar = 0x2, "menubar";
    ScrollBar = 0x3, "scrollbar";
    Grip = 0x4, "grip";
    Sound = 0x5, "sound";
    Cursor = 0x6, "cursor";
    Caret = 0x7, "caret";
    AlertMessage = 0x8, "alert";
    Window = 0x9, "window";
    Client = 0xa, "generic";
    PopupMenu = 0xb, "menu";
    MenuItem = 0xc, "menuitem";
    ToolTip = 0xd, "tooltip";
    Application = 0xe, "application";
    Document = 0xf, "document";
    Pane = 0x10, "generic";
    Chart = 0x11, "figure";
    Dialog = 0x12, "dialog";
    Border = 0x13, "generic";
    Grouping = 0x14, "group";
    Separator = 0x15, "separator";
    ToolBar = 0x16, "toolbar";
    StatusBar = 0x17, "status";
    Table = 0x18, "table";
    ColumnHeader = 0x19, "columnheader";
    RowHeader = 0x1a, "rowheader";
    Column = 0x1b, "column";
    Row = 0x1c, "row";
    Cell = 0x1d, "cell";
    Link = 0x1e, "link";
    HelpBalloon = 0x1f, "tooltip";
    Assistant = 0x20, "dialog";
    List = 0x21, "list";
    ListItem = 0x22, "listitem";
    Tree = 0x23, "tree";
    TreeItem = 0x24, "treeitem";
    PageTab = 0x25, "tab";
    PropertyPage = 0x26, "tabpanel";
    Indicator = 0x27, "indicator";
    Graphic = 0x28, "img";
    StaticText = 0x29, "text";
    EditableText = 0x2a, "textbox";
    Button = 0x2b, "button";
    CheckBox = 0x2c, "checkbox";
    RadioButton = 0x2d, "radio";
    ComboBox = 0x2e, "combobox";
    ProgressBar = 0x30, "progressbar";
    Dial = 0x31, "slider";
    HotkeyField = 0x32, "textbox";
    Slider = 0x33, "slider";
    SpinBox = 0x34, "spinbutton";
    Canvas = 0x35, "img";
    Animation = 0x36, "img";
    Equation = 0x37, "math";
    ButtonDropDown = 0x38, "button";
    ButtonMenu = 0x39, "button";
    ButtonDropGrid = 0x3a, "button";
    Whitespace = 0x3b, "generic";
    PageTabList = 0x3c, "tablist";
    Clock = 0x3d, "timer";
    Splitter = 0x3e, "separator";
    LayeredPane = 0x80, "generic";
    Terminal = 0x81, "log";
    Desktop = 0x82, "application";
    Paragraph = 0x83, "paragraph";
    WebDocument = 0x84, "document";
    Section = 0x85, "region";
    Notification = 0x86, "alert";
    Switch = 0x87, "switch";
    ColorChooser = 0x404, "dialog";
    Footer = 0x40e, "contentinfo";
    Form = 0x410, "form";
    Heading = 0x414, "heading";
    Note = 0x41b, "note";
    ComplementaryContent = 0x42c, "complementary";
    BlockQuote = 0x431, "blockquote";
    UserRole = 0xffff, "generic";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_role_has_a_number_of_its_own_and_comes_back_from_it() {
        let numbers: HashSet<u32> = Role::ALL.iter().map(|role| role.number()).collect();
        assert_eq!(numbers.len(), Role::ALL.len());
        for role in Role::ALL {
            assert_eq!(Role::from_number(role.number()), *role);
        }
    }

    #[test]
    fn every_role_has_one_word_in_lower_case() {
        for role in Role::ALL {
            let name = role.name();
            assert!(!name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase()), "{role:?} is {name:?}");
        }
    }

    #[test]
    fn numbers_of_no_known_role_are_the_apps_own() {
        for number in [0x2f, 0x3f, 0x88, 0x400, 0x10000] {
            assert_eq!(Role::from_number(number), Role::UserRole);
        }
    }

    #[test]
    fn roles_that_came_with_later_versions_are_known() {
        // Qt 6.5 to 6.12 added these to the 76 of Qt 6.4.
        assert_eq!(Role::from_number(0x87), Role::Switch);
        assert_eq!(Role::from_number(0x431), Role::BlockQuote);
        assert_eq!(Role::ALL.len(), 78);
    }
}
