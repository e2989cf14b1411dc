//! Every input that was kept, once more: those that the fuzzer found to reach different code, and those that once broke
//! a promise.

use qtmcp_fuzz_targets::{TARGETS, Target};
use std::path::Path;

fn replay(name: &str) {
    let (_, target): &(_, Target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target of that name");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(name);
    let entries = corpus.read_dir().unwrap_or_else(|error| panic!("{}: {error}", corpus.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() >= 10, "{} inputs of {name} are too few to be its corpus", paths.len());
    for path in paths {
        // A panic names the input by what was written last.
        eprintln!("{}", path.display());
        target(&std::fs::read(&path).expect("an input"));
    }
}

macro_rules! replays {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn no_target_is_left_out() {
            let names: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

replays! { json_rpc tool_arguments paths keys render http_front }
