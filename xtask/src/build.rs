//! `cargo xtask build`: the runnable tree in `target/qtmcp`, and the test applications in `target/apps`.

use crate::layout::{Layout, Qt};
use crate::step;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Build {
    /// Without optimisation: compiles faster, runs slower.
    #[arg(long)]
    dev: bool,
    /// The test applications as well.
    #[arg(long)]
    apps: bool,
    /// The part for the real screen and real input as well: two hundred crates more, minutes at the first time.
    #[arg(long)]
    desktop: bool,
}

impl Build {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        let profile = if self.dev { Profile::Dev } else { Profile::Release };
        let apps = if self.apps { Apps::All } else { Apps::None };
        build(layout, profile, apps)?;
        if self.desktop { build_desktop(layout, profile) } else { Ok(()) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Dev,
    Release,
}

/// Which test applications are built as well.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Apps {
    None,
    /// Those in C++: all the demo needs, and much faster to compile.
    Widgets,
    All,
}

/// Builds everything asked for and assembles the trees.
pub(crate) fn build(layout: &Layout, profile: Profile, apps: Apps) -> Result<()> {
    for qt in Qt::ALL {
        check_qt(qt)?;
    }
    let _alone = wait_for_others(layout)?;
    eprintln!("build");
    // Cargo and CMake both keep two cores busy, but each has stretches with one: side by side fills them.
    std::thread::scope(|scope| {
        let cpp = scope.spawn(|| build_cpp(layout, profile, apps));
        let rust = build_rust(layout, profile);
        let cpp = cpp.join().unwrap_or_else(|_| bail!("the C++ build panicked"));
        rust.and(cpp)
    })?;
    if apps == Apps::All {
        for qt in Qt::ALL {
            build_qml_gallery(layout, qt)?;
        }
    }
    eprintln!("built {}", layout.short(&layout.product("")));
    Ok(())
}

/// Builds the desktop part into the tree. Apart from the rest, which must build without the headers it needs.
pub(crate) fn build_desktop(layout: &Layout, profile: Profile) -> Result<()> {
    let found = Command::new("pkg-config").args(["--exists", "libpipewire-0.3", "gbm", "wayland-client"]).status();
    if !found.context("cannot run pkg-config")?.success() {
        bail!("the desktop part needs headers that are missing: `cargo xtask setup test` installs them");
    }
    let _alone = wait_for_others(layout)?;
    let mut command = Command::new("cargo");
    command.current_dir(layout.root()).args(["build", "--message-format=json-render-diagnostics"]);
    command.args(["-p", "qtmcp-desktop", "--features", "desktop"]);
    command.args(["--profile", if profile == Profile::Dev { "dev" } else { "desktop" }]);
    let files = artifacts(&step::run("rust: desktop part", &mut command)?);
    let part = files.iter().find(|file| file.file_name().is_some_and(|name| name == "libqtmcp_desktop.so"));
    place(part.context("cargo built no desktop part")?, &layout.product("lib/libqtmcp-desktop.so"))
}

/// Two builds at once would write the same files. The lock ends with the file.
fn wait_for_others(layout: &Layout) -> Result<fs::File> {
    fs::create_dir_all(layout.target(""))?;
    let file = fs::File::create(layout.target("build.lock"))?;
    if file.try_lock().is_err() {
        eprintln!("build: waiting for another `cargo xtask` that builds");
        file.lock().context("cannot lock target/build.lock")?;
    }
    Ok(file)
}

fn check_qt(qt: Qt) -> Result<()> {
    let major = qt.major();
    let found = Command::new("pkg-config")
        .args(["--exists", &format!("Qt{major}Core")])
        .status()
        .context("cannot run pkg-config (`cargo xtask setup build` installs it)")?;
    if !found.success() && !step::is_installed(qt.qmake()) {
        bail!("Qt {major} is missing: `cargo xtask setup build` installs {} and what else is needed", qt.package());
    }
    Ok(())
}

fn build_rust(layout: &Layout, profile: Profile) -> Result<()> {
    let mut command = Command::new("cargo");
    command.current_dir(layout.root()).args(["build", "--message-format=json-render-diagnostics"]);
    command.args(["-p", "qtmcp-preload", "-p", "qtmcp-qt", "-p", "qtmcp"]);
    if profile == Profile::Release {
        command.arg("--release");
    }
    let messages = step::run("rust: preload, probe, qtmcp", &mut command)?;
    let files = artifacts(&messages);
    for (built, installed) in
        [("libqtmcp.so", "lib/libqtmcp.so"), ("libqtmcp_qt.so", "lib/libqtmcp-probe.so"), ("qtmcp", "bin/qtmcp")]
    {
        let file = files.iter().find(|file| file.file_name().is_some_and(|name| name == built));
        let file = file.with_context(|| format!("cargo built no {built}"))?;
        place(file, &layout.product(installed))?;
    }
    place(&layout.at("probe/preload/include/qtmcp.h"), &layout.product("include/qtmcp.h"))?;
    write(&layout.product("lib/pkgconfig/qtmcp.pc"), pkg_config_file().as_bytes())
}

/// The files cargo says it made or found fresh.
fn artifacts(messages: &str) -> Vec<PathBuf> {
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let artifacts = parsed.filter(|message| message["reason"] == "compiler-artifact");
    artifacts
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .collect()
}

fn pkg_config_file() -> String {
    format!(
        "prefix=${{pcfiledir}}/../..\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: qtmcp\n\
         Description: Drive a Qt application from outside\nVersion: {}\n\
         Libs: -L${{libdir}} -Wl,-rpath,${{libdir}} -lqtmcp\nCflags: -I${{includedir}}\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn build_cpp(layout: &Layout, profile: Profile, apps: Apps) -> Result<()> {
    for qt in Qt::ALL {
        let major = qt.major();
        let suffix = if profile == Profile::Dev { "-dev" } else { "" };
        let directory = layout.target(format!("cmake/qt{major}{suffix}"));
        cmake(&format!("c++: parts for Qt {major}"), &layout.at("probe/qt/cpp"), &directory, qt, profile, &[])?;
        for part in shared_libraries(&directory)? {
            let name = part.file_name().context("a library without a name")?.to_owned();
            place(&part, &layout.product("lib").join(name))?;
        }
    }
    if apps == Apps::None {
        return Ok(());
    }
    for qt in Qt::ALL {
        let major = qt.major();
        let directory = layout.target(format!("cmake/apps-qt{major}"));
        cmake(&format!("c++: apps for Qt {major}"), &layout.at("tests/apps"), &directory, qt, Profile::Release, &[])?;
        for app in executables(&directory)? {
            let name = app.file_name().context("an app without a name")?.to_owned();
            place(&app, &layout.apps(qt).join(name))?;
        }
        let plugin = "plugins/generic/libcloser.so";
        place(&directory.join(plugin), &layout.apps(qt).join(plugin))?;
    }
    Ok(())
}

/// The libraries of the product with C++ parts that were built with these options, in a directory of their own.
pub(crate) fn build_watched(layout: &Layout, qt: Qt, name: &str, options: &[&str]) -> Result<PathBuf> {
    let major = qt.major();
    let _alone = wait_for_others(layout)?;
    let directory = layout.target(format!("cmake/{name}-qt{major}"));
    let step = format!("c++: parts for Qt {major}, {name}");
    cmake(&step, &layout.at("probe/qt/cpp"), &directory, qt, Profile::Release, options)?;
    let libraries = layout.target(name);
    let parts = shared_libraries(&directory)?;
    let rust = ["libqtmcp.so", "libqtmcp-probe.so"].map(|name| layout.product("lib").join(name));
    for library in parts.iter().chain(&rust) {
        place(library, &libraries.join(library.file_name().context("a library without a name")?))?;
    }
    Ok(libraries)
}

fn cmake(name: &str, source: &Path, directory: &Path, qt: Qt, profile: Profile, options: &[&str]) -> Result<()> {
    let kind = if profile == Profile::Dev { "Debug" } else { "Release" };
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(source).arg("-B").arg(directory).args(["-G", "Ninja"]);
    configure.args([format!("-DQTMCP_QT={}", qt.major()), format!("-DCMAKE_BUILD_TYPE={kind}")]).args(options);
    // Ninja configures again by itself when a CMakeLists.txt changed, but not when we ask for something else.
    let asked = step::shown(&configure);
    let done = directory.join("configured-as");
    if fs::read_to_string(&done).ok().as_deref() != Some(&asked) || !directory.join("build.ninja").is_file() {
        step::run(&format!("{name}, configure"), &mut configure)?;
        fs::write(done, asked)?;
    }
    step::run(name, Command::new("cmake").arg("--build").arg(directory)).map(drop)
}

fn build_qml_gallery(layout: &Layout, qt: Qt) -> Result<()> {
    let major = qt.major();
    let source = layout.at("tests/apps/qml-gallery");
    let mut command = Command::new("cargo");
    command.current_dir(&source).args(["build", "--release", "--message-format=json-render-diagnostics"]);
    command.arg("--target-dir").arg(layout.target(format!("qml-gallery/qt{major}"))).env("QMAKE", qt.qmake());
    let messages = step::run(&format!("rust: qml-gallery for Qt {major}"), &mut command)?;
    let files = artifacts(&messages);
    let app = files.iter().find(|file| file.file_name().is_some_and(|name| name == "qml-gallery"));
    place(app.context("cargo built no qml-gallery")?, &layout.apps(qt).join("qml-gallery"))
}

fn shared_libraries(directory: &Path) -> Result<Vec<PathBuf>> {
    let is_part = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libqtmcp-qt") && name.ends_with(".so")
    };
    Ok(files_in(directory)?.into_iter().filter(|path| is_part(path)).collect())
}

#[cfg(unix)]
fn executables(directory: &Path) -> Result<Vec<PathBuf>> {
    use std::os::unix::fs::PermissionsExt;
    let is_executable = |path: &Path| fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
    let is_library = |path: &Path| path.to_string_lossy().contains(".so");
    Ok(files_in(directory)?.into_iter().filter(|path| is_executable(path) && !is_library(path)).collect())
}

#[cfg(not(unix))]
fn executables(_: &Path) -> Result<Vec<PathBuf>> {
    bail!("the test applications are built on Linux only")
}

/// The files of a CMake build directory, its own bookkeeping left out.
fn files_in(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).with_context(|| format!("cannot read {}", directory.display()))? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() && entry.file_name() != "CMakeFiles" {
                open.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Copies a file unless the same bytes are there already.
fn place(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    write(to, &bytes)?;
    fs::set_permissions(to, fs::metadata(from)?.permissions())?;
    Ok(())
}

fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let directory = to.parent().context("a file without a directory")?;
    fs::create_dir_all(directory)?;
    // A running app may have the old file mapped: it keeps it, and the name moves on to the new one.
    let new = to.with_extension("new");
    fs::write(&new, bytes).with_context(|| format!("cannot write {}", new.display()))?;
    fs::rename(&new, to)?;
    Ok(())
}
