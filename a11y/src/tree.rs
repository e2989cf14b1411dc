//! A snapshot: the elements of one moment, each with its ref and the name agents know it by.

use crate::{ElementId, RawNode, Ref, Refs, Role, States, Window, behaviour, naming};

/// One element as it was read, before it has a ref.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Which element.
    pub element: ElementId,
    /// How deep: windows are at 0.
    pub depth: u32,
    /// What it is.
    pub raw: RawNode,
}

/// One element of a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Which element.
    pub element: ElementId,
    /// Its ref.
    pub number: Ref,
    /// How deep: windows are at 0.
    pub depth: u32,
    /// The index of the element that contains it.
    pub parent: Option<usize>,
    /// One past the index of the last element inside it.
    pub end: usize,
    /// The name in the strict sense, as the `qt` dialect shows it: the accessible one, or what the element says of
    /// itself, or its object name. A field may have none. Untrusted text.
    pub name: String,
    /// What the element is called in the `chrome` dialect, in [`crate::find`] and in errors: the texts around it count
    /// too, and nothing one can act on is without. In one line and cut; untrusted text.
    pub label: String,
    /// Of a label: the index of the element that is called by it.
    pub(crate) names: Option<usize>,
    /// Whether a text beside the element would have been its label, had there been one.
    pub(crate) is_makeshift: bool,
    /// What it is.
    pub raw: RawNode,
}

impl Node {
    /// The role for agents: accessibility's, or that of its class where accessibility tells nothing.
    #[must_use]
    pub fn role(&self) -> Role {
        behaviour::role_of(&self.raw)
    }

    /// Whether it is a helper of the toolkit, whose children count and which itself does not.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.raw.states.contains(States::INTERNAL)
    }

    /// Whether it is hidden, itself or through a parent.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.raw.states.contains(States::INVISIBLE)
    }
}

/// Elements in reading order, parents before children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
    /// By ref, for [`Tree::index_of`].
    by_number: Vec<(Ref, usize)>,
}

impl Tree {
    /// Makes the tree of what was read, parents before children, and gives refs in that order.
    #[must_use]
    pub fn new(read: Vec<Read>, refs: &Refs) -> Self {
        let mut nodes: Vec<Node> = Vec::with_capacity(read.len());
        let mut open: Vec<usize> = Vec::new();
        for Read { element, depth, raw } in read {
            let index = nodes.len();
            while let Some(last) = open.last().copied() {
                if nodes[last].depth < depth {
                    break;
                }
                nodes[last].end = index;
                open.pop();
            }
            let parent = open.last().copied();
            let (name, label) = (String::new(), String::new());
            let (names, is_makeshift) = (None, false);
            nodes.push(Node {
                element,
                number: 0,
                depth,
                parent,
                end: index + 1,
                name,
                label,
                names,
                is_makeshift,
                raw,
            });
            open.push(index);
        }
        let count = nodes.len();
        for index in open {
            nodes[index].end = count;
        }
        naming::name_all(&mut nodes);
        refs.show(&mut nodes);
        let mut by_number: Vec<_> = nodes.iter().enumerate().map(|(index, node)| (node.number, index)).collect();
        by_number.sort_unstable();
        Self { nodes, by_number }
    }

    /// Every element, in reading order.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The element at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Node> {
        self.nodes.get(index)
    }

    /// Where a ref's element is.
    #[must_use]
    pub fn index_of(&self, number: Ref) -> Option<usize> {
        let place = self.by_number.binary_search_by_key(&number, |(known, _)| *known).ok()?;
        Some(self.by_number[place].1)
    }

    /// Whether an agent has a reason to act on the element at an index.
    #[must_use]
    pub fn is_interactive(&self, index: usize) -> bool {
        index < self.nodes.len() && behaviour::acts(&self.nodes, index)
    }

    /// The indices of the windows.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            let root = next;
            next = self.nodes.get(root)?.end;
            Some(root)
        })
    }

    /// The indices of what is around an element, the nearest first.
    pub fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let parent = |index: usize| self.nodes.get(index).and_then(|node| node.parent);
        std::iter::successors(parent(index), move |index| parent(*index))
    }
}

/// What a client is shown at once: the windows there are, and the elements of those that were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// Every window that is shown, the topmost first, with its ref.
    pub windows: Vec<(Ref, Window)>,
    /// The elements that were read; each root is a window, or the element that was asked for.
    pub tree: Tree,
    /// How many elements were not read because there were too many.
    pub unread: usize,
    /// Whether there are more than those: they were counted only so far.
    pub uncounted: bool,
}
