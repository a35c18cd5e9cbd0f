import Foundation
import Testing

@testable import Scaffold

/// The scripts that test and install, with stand-ins for what they run.
extension ToolsTests {
  /// The path of a script of `.ci`.
  private func script(_ name: String) -> String {
    Project.original.appending(path: ".ci/\(name)").path
  }

  @Test(
    "A run of tests fails if no test ran",
    arguments: [("0 tests", 1), ("1 test", 0), ("12 tests", 0)])
  func ran(count: String, expected: Int32) throws {
    try withTools { project in
      try project.program("swift", "echo 'Test run with \(count) in 0 suites passed'")
      let (status, messages) = try run("'\(script("tests"))' ./swift", in: project)
      #expect(status == expected)
      #expect(messages == (expected == 0 ? "" : "tests: no test ran\n"))
    }
  }

  @Test("A run of tests in parts fails if no test ran in one of them, or of named modules in none")
  func parts() throws {
    try withTools { project in
      try project.program(
        "swift",
        """
        case "$*" in *--skip-build*--skip*) part=rest ;; *--skip-build*) part=crawls ;; *) part=timed ;; esac
        case $RUN in *$part*) count=2 ;; *) count=0 ;; esac
        echo "Test run with $count tests in 0 suites passed"
        """)
      for (parts, named, messages) in [
        ("timed crawls rest", "", ""), ("timed rest", "", "crawls: no test ran\n"),
        ("", "", "crawls: no test ran\nrest: no test ran\ntimed: no test ran\n"),
        ("rest", "Shop", ""),
        ("", "Shop", "crawls: no test ran\nrest: no test ran\ntimed: no test ran\n"),
      ] {
        let (status, output) = try run(
          "'\(script("tests"))' --parts ./swift", in: project, ["RUN": parts, "TEST_ONLY": named])
        #expect(status == (messages.isEmpty ? 0 : 1) && output == messages, "\(parts) \(named)")
      }
    }
  }

  @Test("Only TEST_ONLY names the modules that are tested, whatever MODULES is in the environment")
  func named() throws {
    try withTools { project in
      try project.program("swift", "echo \"$*\" >&2; echo 'Test run with 1 test passed' >&2")
      let command = "'\(script("tests"))' --parts ./swift test >&2"
      for (variable, isNamed) in [("TEST_ONLY", true), ("MODULES", false)] {
        let (status, output) = try run(command, in: project, [variable: "App Shop"])
        #expect(status == 0, "\(output)")
        #expect(output.contains(" --filter AppTests. --filter ShopTests. ") == isNamed, "\(output)")
      }
    }
  }

  @Test("Every user can read what is installed, whatever umask the administrator has")
  func readable() throws {
    try withTools { project in
      try project.program("program", "echo text")
      let (status, unreadable) = try run(
        """
        umask 077 && DESTDIR="$PWD/root" '\(script("install"))' install ./program /opt &&
          find root -type d ! -perm -055 -o ! -perm -044 >&2
        """, in: project)
      #expect(status == 0 && unreadable == "", "\(unreadable)")
    }
  }

  @Test("The checks before a merge run all tests, whatever ARGS and ONLY are in the environment")
  func merge() throws {
    try withTools { project in
      try project.program(".ci/run", try String(contentsOfFile: script("run"), encoding: .utf8))
      for name in ["docs", "live", "core-alone", "test-template", "check-benchmarks", "embed"] {
        try project.program(".ci/\(name)", "")
      }
      try project.program(".ci/tests", "echo \"[${TEST_ONLY-all}] $*\" > asked")
      // feature: Books
      let records = "Modules/Catalogue/LocalCatalogue/Embedded/EmbeddedRecords.swift"
      for path in [records, ".build/embedded.swift"] { try project.write("", to: path) }
      // end
      let (status, messages) = try run(
        ".ci/run", in: project, ["ARGS": "--filter ShopTests", "ONLY": "Shop"])
      #expect(status == 0, "\(messages)")
      let asked = try project.text("asked")
      #expect(asked.hasPrefix("[all] --parts ") && !asked.contains("Shop"), "\(asked)")
    }
  }

  @Test("The nightly run guards each of its runs of tests, and crawls the maps again")
  func nightly() throws {
    try withTools { project in
      try project.program(".ci/tests", "echo \"$*\" >> guarded; exec \"$@\"")
      for name in ["sanitize", "test-template"] { try project.program(".ci/\(name)", "") }
      try project.program(".ci/maps", "ls .build > built")
      try project.write("", to: ".build/maps.sources")
      let (status, messages) = try run("git init --quiet && make nightly", in: project)
      #expect(status == 0, "\(messages)")
      #expect(try project.text("built") == "")
      let ran = try project.text("formatted").split(separator: "\n").filter {
        $0.hasPrefix("test ")
      }
      let guarded = try project.text("guarded").split(separator: "\n")
      #expect(!ran.isEmpty && guarded.map { $0.drop { $0 != " " }.dropFirst() } == ran)
    }
  }

  @Test("Missing packages are installed without questions, also by sudo and beside another apt")
  func packages() throws {
    try withTools { project in
      try project.program("bin/id", "echo 1000")
      try project.program("bin/uname", "echo Linux")
      try project.program("bin/sleep", "")
      // As sudo does, it removes the variables.
      try project.program("bin/sudo", "exec env -i PATH=\"$PATH\" \"$@\"")
      try project.program(
        "bin/apt-get",
        """
        echo "$DEBIAN_FRONTEND $*" >> asked
        # Another apt updates at first.
        case $1 in update) [ -e updated ] || { touch updated; exit 100; } ;; esac
        """)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let prepare = "'\(script("prepare"))' command:no-such-program,no-such-package,-"
      let variables = ["PATH": "\(project.root.path)/bin:\(path)"]
      let (status, messages) = try run(prepare, in: project, variables.merging(["CI": "1"]) { $1 })
      #expect(status == 0, "\(messages)")
      #expect(
        try project.text("asked") == """
          noninteractive update
          noninteractive update
          noninteractive -o DPkg::Lock::Timeout=300 install -y --no-install-recommends no-such-package

          """)
      let hint = try run(prepare, in: project, variables)
      #expect(hint.status == 69)
      let line =
        "sudo apt-get update && sudo apt-get install -y --no-install-recommends no-such-package"
      #expect(hint.messages.hasSuffix("  \(line)\n"))
    }
  }

  @Test(
    "A compiler that is too old is refused before the first build, and is not asked after it",
    arguments: [
      ("Swift version 6.2.1 (swift-6.2.1-RELEASE)", false),
      ("Apple Swift version 5.10 (swiftlang-5.10.0.13)", false),
      ("Swift version 6.3.1 (swift-6.3.1-RELEASE)", true), ("Apple Swift version 6.3", true),
      ("Swift version 6.10-dev", true), ("Swift version 7.0", true), ("unknown", true),
    ])
  func compiler(version: String, isAccepted: Bool) throws {
    try withTools { project in
      try project.program("swift", "echo '\(version)'\necho 'Target: aarch64-unknown-linux-gnu'")
      let prepare = "'\(script("prepare"))' ''"
      let (status, messages) = try run(prepare, in: project)
      #expect(status == (isAccepted ? 0 : 69), "\(messages)")
      #expect(messages.hasPrefix("Too old: Swift ") == !isAccepted, "\(messages)")
      try project.write("", to: ".build/log")
      #expect(try run(prepare, in: project).status == 0)
    }
  }

  @Test(
    "The core alone is built where the project is in its repository, by a URL only at the top",
    arguments: [".", "apps/ours"])
  func coreAlone(folder: String) throws {
    try withTools { project in
      try project.program(
        "swift",
        """
        for word; do
          case $last in --package-path) package=$word ;; --scratch-path) build=$word ;; esac
          last=$word
        done
        [ -f "$package/Package.swift" ] || exit 1
        mkdir -p "$build/debug/Modules" && touch "$build/debug/Modules/Core.swiftmodule"
        printf '#!/bin/sh\\necho "1 Post the letter"\\n' > "$build/debug/ErrandsProgram"
        chmod +x "$build/debug/ErrandsProgram"
        echo '"version" : "0.1.0"' > "$package/Package.resolved"
        echo 'Test run with 1 test in 1 suite passed'
        """)
      try project.program("bin/ldd", "")
      for name in ["core-alone", "temporary-git"] {
        let text = try String(contentsOfFile: script(name), encoding: .utf8)
        try project.write(text, to: "\(folder)/.ci/\(name)")
      }
      let example = "Docs/Examples/Core/Package.swift"
      let manifest = try String(
        contentsOf: Project.original.appending(path: example), encoding: .utf8)
      try project.write(manifest, to: "\(folder)/\(example)")
      try commit(project)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let (status, output) = try run(
        "sh '\(folder)/.ci/core-alone' >&2", in: project,
        ["PATH": "\(project.root.path)/bin:\(path)"])
      #expect(status == 0 && output.contains("By path:\n"), "\(output)")
      #expect(output.contains("\nBy a git URL, version 0.1.0:\n") == (folder == "."), "\(output)")
    }
  }

  @Test(
    "The steps of make test-template clone the project, wherever it is in its repository",
    arguments: [".", "apps/ours"])
  func clone(folder: String) throws {
    try withTools { project in
      try project.write("mine\n", to: "\(folder)/notes")
      try commit(project)
      let (status, output) = try run(
        """
        cd '\(folder)' && eval "$(sed -n '/^clone() {/,/^}/p' '\(script("test-template"))')" &&
          cat "$(clone "$HOME/clone")/notes" >&2
        """, in: project)
      #expect(status == 0 && output == "mine\n", "\(output)")
    }
  }
  // feature: all

  @Test("The imported library is recorded again even if the temporary folder has a space")
  func spaceInFolder() throws {
    try withTools { project in
      try project.write("#! --quiet\nquit\n", to: "Fixtures/sessions/imported-library.txt")
      try project.program(".ci/library", "")
      try project.program(
        "recorded",
        """
        for last; do :; done
        case $3 in import) echo "$2" > data ;; *) [ "$2" = "$(cat data)" ] && echo "$3" > "$last" ;; esac
        """)
      let (status, messages) = try run(
        "mkdir 'a b' && TMPDIR=\"$PWD/a b\" '\(script("sessions"))' ./recorded", in: project)
      #expect(status == 0, "\(messages)")
      #expect(try project.text("data").contains("/a b/"))
      #expect(try project.text("Fixtures/sessions/imported-library.txt") == "--quiet\n")
    }
  }
  // end
}
