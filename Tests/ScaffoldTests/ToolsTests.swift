import Files
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Scaffold

/// The Makefile and scripts of `.ci`, with stand-ins for the scaffold, the compiler and the app.
@Suite("The commands around the scaffold") struct ToolsTests {
  /// Calls `body` with a folder that has the Makefile, and a scaffold that makes a folder with the names of
  /// an app's parts, or prints what a removal changes. It notes its arguments in `called` and the app's
  /// files in `listed`.
  func withTools(_ body: (Project) throws -> Void) throws {
    try withProject { project in
      let makefile = Project.original.appending(path: "Makefile")
      try FileManager().copyItem(at: makefile, to: project.root.appending(path: "Makefile"))
      try project.program(
        "scaffold",
        """
        echo "$*" > called
        if [ "${2:-}" = --update ]; then shift 2; set -- app "$@"; fi
        case $1 in
          app) cat > listed && mkdir -p "$3" && cd -P "$3" &&
            mkdir -p App Modules Tests Docs/Examples && touch Package.swift ;;
          remove) printf 'deleted  A.swift\\nchanged  B.swift\\nchanged  C.md\\nchanged  D/E+F "G".swift\\n' ;;
        esac
        """)
      try project.program("swift", "echo \"$*\" >> formatted")
      try project.program(".ci/prepare", "")
      try body(project)
    }
  }

  /// Runs a command of the shell in the project's folder.
  func run(
    _ command: String, in project: Project, _ variables: [String: String] = [:]
  ) throws -> (status: Int32, messages: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let home = project.root.appending(path: "home").path
    try FileManager().createDirectory(atPath: home, withIntermediateDirectories: true)
    let environment = ["PATH": path, "HOME": home, "SWIFT": "\(project.root.path)/swift"]
    let process = try ChildProcess(
      "/bin/sh", ["-c", "cd '\(project.root.path)' && { \(command); } > /dev/null"],
      environment: environment.merging(variables) { $1 })
    let messages = String(decoding: try process.errors.readToEnd() ?? Data(), as: UTF8.self)
    return (process.waitForEnd(), messages)
  }

  /// The variables with which git commits.
  static let identity = Dictionary(
    uniqueKeysWithValues: ["AUTHOR", "COMMITTER"].flatMap { role in
      ["NAME", "EMAIL"].map { ("GIT_\(role)_\($0)", "a") }
    })

  /// Commits all files of a project.
  func commit(_ project: Project) throws {
    let (status, messages) = try run(
      "git init --quiet && git add . && git commit --quiet -m a", in: project, Self.identity)
    #expect(status == 0, "\(messages)")
  }

  @Test(
    "A typed value is text, in whatever way it is typed",
    arguments: [
      "NAME", "IN", "KIND", "DEST", "FEATURES", "BARE", "TEMPLATE", "ONLY", "DRY_RUN", "FORCE",
    ])
  func typed(name: String) throws {
    try withTools { project in
      try project.write(
        "include Makefile\nshown: ; @: '$(\(name))' '$(TEST_ONLY)'\n", to: "shown.mk")
      let value = "$(shell touch made)"
      for command in ["make -f shown.mk shown", "make -f shown.mk shown '\(name)=\(value)'"] {
        _ = try run(command, in: project, [name: value])
        #expect(!FileManager().fileExists(atPath: project.root.appending(path: "made").path))
      }
    }
  }

  @Test("Named modules alone are built, and all without names; a variable of the user names none")
  func modules() throws {
    try withTools { project in
      try project.write(
        "include Makefile\nshown: ; @echo \"[$${TEST_ONLY-all}]\" >&2\n", to: "shown.mk")
      for (named, shown) in [
        ("MODULES='App Core'", "App Core"), ("ONLY=Loans", "Loans"), ("MODULES=", "all"),
        ("", "all"),
      ] {
        let (_, output) = try run(
          "make -f shown.mk shown \(named)", in: project,
          ["MODULES": "Shop", "TEST_ONLY": "Shop", "ONLY": "Shop"])
        #expect(output.hasSuffix("[\(shown)]\n"), "\(output)")
      }
    }
  }

  @Test("A module without tests is named before anything is built")
  func unknownModule() throws {
    try withTools { project in
      let (status, messages) = try run("make test MODULES=Typo", in: project)
      #expect(status != 0 && messages.contains("There is no Tests/TypoTests."), "\(messages)")
    }
  }

  @Test("The name of tests is text for the shell, too")
  func only() throws {
    try withTools { project in
      let (status, messages) = try run("make test 'ONLY=$(touch made)'", in: project)
      #expect(status != 0)
      #expect(messages.contains("There is no Tests/$(touch made)Tests."))
      #expect(!FileManager().fileExists(atPath: project.root.appending(path: "made").path))
    }
  }

  @Test("A removal formats the changed sources, and no other")
  func formatted() throws {
    try withTools { project in
      let (status, messages) = try run(
        "make remove-feature NAME=Shop SCAFFOLD=./scaffold", in: project)
      #expect(status == 0, "\(messages)")
      #expect(try project.text("formatted") == "format --in-place B.swift D/E+F \"G\".swift\n")
      let dry = try run("make remove-feature NAME=Shop SCAFFOLD=./scaffold DRY_RUN=1", in: project)
      #expect(dry.status == 0, "\(dry.messages)")
      #expect(try project.text("formatted").split(separator: "\n").count == 1)
    }
  }

  @Test(
    "No signal such as Ctrl-C ends the making of a feature or a screen, or a removal",
    arguments: ["INT", "HUP", "TERM", "QUIT"])
  func interrupted(signal: String) throws {
    try withTools { project in
      try project.addShop()
      try project.program("scaffold", "kill -\(signal) $$")
      for command in ["feature NAME=Shop", "screen NAME=Cart IN=Shop", "remove-feature NAME=Shop"] {
        let (status, messages) = try run("make \(command) SCAFFOLD=./scaffold", in: project)
        #expect(status == 0, "\(command): \(messages)")
      }
      let formatted = try project.text("formatted")
      #expect(formatted.hasPrefix("format --in-place -r Modules/Shop Tests/ShopTests App/"))
      let screen = [
        "Modules/Shop/Screens/CartScreen.swift", "Modules/Shop/ViewModels/CartViewModel.swift",
        "Tests/ShopTests/CartTests.swift",
      ].joined(separator: " ")
      #expect(formatted.contains("\nformat --in-place \(screen)\n"))
    }
  }
}

extension Project {
  /// Writes a program of the shell.
  func program(_ path: String, _ text: String) throws {
    // A child process that starts meanwhile would have the file open for writing: no such file can be run.
    try ChildAttributes.starting.withLock { _ in try write("#!/bin/sh\n\(text)\n", to: path) }
    try FileManager().setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: root.appending(path: path).path)
  }
}
