//! The rounds in which an app's windows and objects go while they are used: in each mode, by several clients at once.

use super::watched::PATIENCE;
use anyhow::{Context, Result, ensure};
use qtmcp_client::{CallError, Client, Code};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;
use tokio::task::JoinSet;

/// An app that is made for it, and the code it ends with.
pub(super) struct App {
    pub(super) name: &'static str,
    pub(super) code: i32,
    /// Calls of native mode, each a method and its parameters.
    calls: &'static str,
    /// What is clicked by its name.
    names: &'static [&'static str],
    /// Where things are on the screen: each is clicked, dragged from and to, and typed into.
    places: &'static [[u32; 2]],
}

pub(super) const APPS: [App; 2] = [
    App {
        name: "mortal",
        code: 31,
        calls: include_str!("mortal/widgets.json"),
        names: &["pressButton", "releaseButton", "clickButton", "settleButton", "dialogButton", "menuButton", "Accept"],
        places: &[
            [760, 80],
            [980, 80],
            [1200, 80],
            [760, 240],
            [980, 240],
            [1200, 240],
            [760, 400],
            [1200, 400],
            [760, 560],
            [980, 560],
            [1200, 560],
            [300, 200],
        ],
    },
    App {
        name: "mortalquick",
        code: 33,
        calls: include_str!("mortal/quick.json"),
        names: &["click", "window", "page button"],
        places: &[[470, 30], [520, 75], [520, 150], [560, 160], [760, 50], [300, 60], [80, 60]],
    },
];

/// How often a long run says how far it is.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

/// How many calls of each kind ended in which way.
pub(super) type Outcomes = BTreeMap<String, usize>;

/// So many rounds, all in all.
pub(super) async fn rounds(url: &str, app: &'static App, count: usize) -> Result<Outcomes> {
    let left = Rc::new(Cell::new(count));
    let outcomes = Rc::new(RefCell::new(Outcomes::new()));
    let calls: Value = serde_json::from_str(app.calls).context("the calls of native mode")?;
    let calls: Rc<[Value]> = calls.as_array().context("a list of calls")?.clone().into();
    let mut clients = JoinSet::new();
    for (number, mode) in ["native", "chrome", "computer_use", "native"].into_iter().enumerate() {
        let client = Client::connect(url).await?;
        client.call_within(PATIENCE, "setMode", json!({"mode": mode})).await?;
        let chance = Chance(number as u64 + 1);
        let player = Player { client, app, chance, calls: Rc::clone(&calls), outcomes: Rc::clone(&outcomes) };
        clients.spawn_local(player.play(mode, Rc::clone(&left)));
    }
    let mut signs = tokio::time::interval(SIGN_OF_LIFE);
    signs.tick().await;
    loop {
        let done = count - left.get();
        tokio::select! {
            ended = clients.join_next() => match ended {
                Some(ended) => ended?.with_context(|| format!("after {done} rounds"))?,
                None => return Ok(outcomes.take()),
            },
            _ = signs.tick() => eprintln!("  {}: {done} of {count} rounds", app.name),
        }
    }
}

struct Player {
    client: Client,
    app: &'static App,
    chance: Chance,
    calls: Rc<[Value]>,
    outcomes: Rc<RefCell<Outcomes>>,
}

impl Player {
    async fn play(mut self, mode: &'static str, left: Rc<Cell<usize>>) -> Result<()> {
        while left.get() > 0 {
            left.set(left.get() - 1);
            match mode {
                "native" => self.native().await?,
                "chrome" => self.chrome().await?,
                _ => self.computer().await?,
            }
        }
        Ok(())
    }

    async fn native(&mut self) -> Result<()> {
        let calls = Rc::clone(&self.calls);
        let call = self.chance.one_of(&calls).context("no calls")?;
        let method = call[0].as_str().context("a method")?;
        self.call(method, call[1].clone()).await.map(drop)
    }

    async fn chrome(&mut self) -> Result<()> {
        let page = self.call("read_page", json!({})).await?;
        let Some(refs) = page["refs"].as_object() else { return Ok(()) };
        let number = |of: &String| of.parse::<u64>().unwrap_or_default();
        // The app ends when all is done, and not before.
        let lasting = refs.iter().filter(|(_, about)| about["name"] != "Quit");
        let all: Vec<u64> = lasting.map(|(of, _)| number(of)).collect();
        let is_named = |about: &Value| about["name"].as_str().is_some_and(|name| self.app.names.contains(&name));
        let named: Vec<u64> = refs.iter().filter(|(_, about)| is_named(about)).map(|(of, _)| number(of)).collect();
        let Some(target) = self.chance.one_of(&all).copied() else { return Ok(()) };
        let (method, params) = match self.chance.below(7) {
            0 => ("click", json!({"ref": target})),
            1 => ("form_input", json!({"ref": target, "value": "two"})),
            2 => ("find", json!({"query": "leaf"})),
            3 => ("get_page_text", json!({})),
            4 => ("computer", json!({"action": "hover", "ref": target})),
            5 if !named.is_empty() => ("click", json!({"ref": self.chance.one_of(&named)})),
            _ => ("read_page", json!({"filter": "all"})),
        };
        self.call(method, params).await.map(drop)
    }

    async fn computer(&mut self) -> Result<()> {
        let places = self.app.places;
        let mut place = || self.chance.one_of(places).copied().unwrap_or_default();
        let (from, to) = (place(), place());
        let action = match self.chance.below(8) {
            0 => json!({"action": "screenshot"}),
            1 => json!({"action": "left_click_drag", "start_coordinate": from, "coordinate": to}),
            2 => {
                json!({"action": "left_click_drag", "start_coordinate": from, "coordinate": [from[0] + 40, from[1] + 9]})
            }
            3 => {
                self.call("computer", json!({"action": "left_click", "coordinate": from})).await?;
                json!({"action": "type", "text": "abcdef"})
            }
            4 => json!({"action": "double_click", "coordinate": from}),
            5 => json!({"action": "scroll", "coordinate": from, "scroll_direction": "down", "scroll_amount": 3}),
            6 => json!({"action": "mouse_move", "coordinate": to}),
            _ => json!({"action": "left_click", "coordinate": from}),
        };
        self.call("computer", action).await.map(drop)
    }

    /// A call may fail, since what it is for may be gone, but in no way that says that we are at fault or the app hangs.
    async fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        let answer = self.client.call_within(PATIENCE, method, params.clone()).await;
        let (outcome, value) = match answer {
            Ok(value) => ("done".to_owned(), value),
            Err(CallError::Rpc { fault: Some(fault), .. }) => {
                let is_ours = matches!(fault.code, Code::Internal | Code::AppBusy | Code::Timeout);
                ensure!(!is_ours, "{method} {params}: {fault}");
                (fault.code.to_string(), Value::Null)
            }
            Err(error) => return Err(error).with_context(|| format!("{method} {params}")),
        };
        *self.outcomes.borrow_mut().entry(outcome).or_default() += 1;
        Ok(value)
    }
}

/// Numbers that look like chance and are the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

/// How the calls ended, on one line.
pub(super) fn told(outcomes: &Outcomes) -> String {
    let calls: usize = outcomes.values().sum();
    let each: Vec<String> = outcomes.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
    format!("{calls} calls: {}", each.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_are_methods_of_native_mode_with_their_parameters() {
        for app in &APPS {
            let calls: Vec<(String, serde_json::Map<String, Value>)> = serde_json::from_str(app.calls).unwrap();
            assert!(calls.len() > 15, "{}", app.name);
            for (method, _) in calls {
                assert!(qtmcp_native::TOOLS.iter().any(|tool| tool.name == method), "{method}");
            }
        }
    }

    #[test]
    fn chance_reaches_everything() {
        let mut chance = Chance(1);
        let seen: std::collections::BTreeSet<usize> = (0..1000).map(|_| chance.below(12)).collect();
        assert_eq!(seen.len(), 12);
    }
}
