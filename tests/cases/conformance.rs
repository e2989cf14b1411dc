//! The MCP project's own conformance suite in both eras, on the server as users have it and on the one with the tools
//! that the suite asks for by name. `tests/conformance/exceptions.json` says which scenarios need those, and which are
//! left and why; all others must pass without a failure and without a warning.

use qtmcp_tests::{Home, Qt, Serve, Value, built, node_program};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const PROGRAM: &str = "@modelcontextprotocol/conformance/dist/index.js";
const EXCEPTIONS: &str = include_str!("../conformance/exceptions.json");
/// Of `2026-11-16T14-17-55-501Z` and the hyphen before it, at the end of the name of each result.
const TIMESTAMP: usize = 25;

/// No web page gets in unless it is let in; the suite wants those of the server's own host to be.
const LOCAL_PAGES: &str = "http://127.0.0.1:*";

/// One version of the suite with the options that choose its scenarios.
struct Suite {
    package: &'static str,
    options: &'static [&'static str],
    /// Scenarios of the unadorned server that this run must have, so that an empty run is no success.
    has: &'static [&'static str],
}

const STABLE_2025_11_25: Suite = Suite {
    package: "conformance-2025-11-25",
    options: &["--suite", "all", "--spec-version", "2025-11-25"],
    has: &["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"],
};
const NEWEST_2025_11_25: Suite = Suite {
    package: "conformance-2026-07-28",
    options: &["--requirements", "2025-11-25"],
    has: &["server-initialize", "tools-list", "server-sse-multiple-streams", "server-session-lifecycle"],
};
const NEWEST_2026_07_28: Suite = Suite {
    package: "conformance-2026-07-28",
    options: &["--requirements", "2026-07-28"],
    has: &[
        "tools-list",
        "caching",
        "sep-2164-resource-not-found",
        "http-header-validation",
        "dns-rebinding-protection",
    ],
};

macro_rules! suites {
    ($($name:ident: $suite:expr, $options:expr;)*) => {$(
        #[tokio::test]
        async fn $name() {
            passes(&$suite, $options).await;
        }
    )*};
}

suites! {
    the_stable_suite_of_2025_11_25_passes_qt6: STABLE_2025_11_25, &[];
    the_stable_suite_of_2025_11_25_passes_with_fixtures_qt6: STABLE_2025_11_25, &["--fixtures"];
    the_newest_suite_of_2025_11_25_passes_qt6: NEWEST_2025_11_25, &[];
    the_newest_suite_of_2025_11_25_passes_with_fixtures_qt6: NEWEST_2025_11_25, &["--fixtures"];
    the_suite_of_2026_07_28_passes_qt6: NEWEST_2026_07_28, &[];
    the_suite_of_2026_07_28_passes_with_fixtures_qt6: NEWEST_2026_07_28, &["--fixtures"];
}

#[tokio::test]
async fn every_exception_is_a_scenario_of_the_suite_and_has_one_reason() {
    let mut scenarios = String::new();
    for suite in [STABLE_2025_11_25, NEWEST_2026_07_28] {
        let listed = node_program(suite.package, PROGRAM).args(["list", "--server"]).output().await.unwrap();
        scenarios += &String::from_utf8_lossy(&listed.stdout);
    }
    let known: BTreeSet<_> = scenarios.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    let (needs_fixtures, left) = (exceptions("needs_fixtures"), exceptions("left"));
    assert!(needs_fixtures.is_disjoint(&left));
    let unknown = needs_fixtures.union(&left).filter(|scenario| !known.contains(scenario.as_str()));
    assert_eq!(unknown.collect::<Vec<_>>(), [""; 0]);
    let exceptions: Value = serde_json::from_str(EXCEPTIONS).unwrap();
    let mut reasons = exceptions.as_object().unwrap().values().flat_map(|kind| kind.as_object().unwrap().values());
    assert!(reasons.all(|reason| reason.as_str().is_some_and(|reason| !reason.is_empty())));
}

async fn passes(suite: &Suite, options: &[&str]) {
    let (needs_fixtures, left) = (exceptions("needs_fixtures"), exceptions("left"));
    let has_fixtures = !options.is_empty();
    let scenarios = run(suite, options).await;

    for scenario in suite.has {
        assert!(scenarios.contains_key(*scenario), "{scenario} was not run");
    }
    let mut problems = Vec::new();
    for (scenario, checks) in &scenarios {
        if left.contains(scenario) {
            if checks.is_passed() {
                problems.push(format!("{scenario} passes: it is no exception any more"));
            }
        } else if (has_fixtures || !needs_fixtures.contains(scenario)) && !checks.is_passed() {
            problems.push(format!("{scenario}: {checks:?}"));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn exceptions(kind: &str) -> BTreeSet<String> {
    let exceptions: Value = serde_json::from_str(EXCEPTIONS).unwrap();
    exceptions[kind].as_object().unwrap().keys().cloned().collect()
}

/// The checks of one scenario.
#[derive(Debug, Default)]
struct Checks {
    succeeded: usize,
    complaints: Vec<String>,
}

impl Checks {
    fn is_passed(&self) -> bool {
        self.succeeded > 0 && self.complaints.is_empty()
    }

    fn read(file: &Path) -> Self {
        let checks: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let mut read = Self::default();
        for check in checks.as_array().unwrap() {
            match check["status"].as_str().unwrap() {
                "SUCCESS" => read.succeeded += 1,
                "INFO" | "SKIPPED" => {}
                status => read.complaints.push(format!("{status} {}: {}", check["id"], check["errorMessage"])),
            }
        }
        read
    }
}

/// Runs the suite on a server of its own and reads its results, by scenario.
async fn run(suite: &Suite, options: &[&str]) -> BTreeMap<String, Checks> {
    let gallery = built(Qt::Six, "gallery").display().to_string();
    let all = options.iter().copied().chain(["--allow-origin", LOCAL_PAGES, "--", &gallery]);
    let server = Serve::new(all).on_http().await;
    let results = Home::new();
    let mut command = node_program(suite.package, PROGRAM);
    command.args(["server", "--url", &server.url]).args(suite.options).arg("--output-dir").arg(results.dir());
    let output = command.output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("=== SUMMARY ==="), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(server.terminate().await, 0);

    let entries = results.dir().read_dir().unwrap().flatten();
    let scenario = |name: &str| {
        let name = name.strip_prefix("server-")?;
        Some(name.get(..name.len().checked_sub(TIMESTAMP)?)?.to_owned())
    };
    let results = entries.filter_map(|entry| {
        let scenario = scenario(&entry.file_name().to_string_lossy())?;
        Some((scenario, Checks::read(&entry.path().join("checks.json"))))
    });
    results.collect()
}
