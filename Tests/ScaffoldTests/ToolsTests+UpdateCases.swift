import Foundation
import Testing

/// What an update takes and leaves out, where the template and the app have both changed.
extension ToolsTests {
  private static let lines = (1...30).map { "line \($0)\n" }.joined()

  /// Writes a template into a folder, and a stand-in for the scaffold, which copies it.
  private func writeTemplate(_ project: Project, in folder: String) throws {
    try project.program(
      "scaffold",
      """
      cat > /dev/null
      while [ "$1" != Umbra ]; do shift; done
      mkdir -p "$2" && git archive HEAD | tar -x -C "$2"
      """)
    for name in ["new-app", "temporary-git"] {
      let script = try String(contentsOfFile: "\(Self.scripts)/\(name)", encoding: .utf8)
      try project.program("\(folder)/.ci/\(name)", script)
    }
    for (path, text) in [
      ("Package.swift", "let features = [\n]\n"), ("Modules/Core/A.swift", Self.lines),
      ("App/AppIdentity.swift", "AppIdentity(name: \"Umbra\", applicationID: 1)\n"),
      (".github/a.yml", "a\n"), ("Docs/Examples/A.swift", ""), ("Tests/A.swift", ""),
    ] {
      try project.write(text, to: "\(folder)/\(path)")
    }
  }

  /// Makes a template and an app of it, changes both, and takes the template's changes as `Docs/new-app.md` says.
  ///
  /// - Parameters:
  ///   - folder: the app's folder in `app`, its repository.
  ///   - source: the template's folder in `template`, its repository.
  ///   - template: commands that change the template, in its folder.
  ///   - app: commands that change the app, in its folder.
  /// - Returns: what the update prints beside the patch.
  private func takeUpdate(
    _ project: Project, into folder: String = ".", from source: String = ".", template: String,
    app: String = ":"
  ) throws -> String {
    let root = "template/\(source)"
    try writeTemplate(project, in: root)
    let page = try String(
      contentsOf: Project.original.appending(path: "Docs/new-app.md"), encoding: .utf8)
    let apply = try #require(page.firstMatch(of: /template\.patch\n(.+)\n/)).1
    let (status, messages) = try run(
      """
      set -e
      root=$PWD
      export SCAFFOLD="$root/scaffold" SWIFT=true
      git init --quiet template && cd '\(root)' && git add . && git commit --quiet -m a
      .ci/new-app "$SCAFFOLD" Umbra "$root/app/\(folder)" '' 1
      cd "$root/app/\(folder)" && rm -rf .git && git init --quiet "$root/app"
      printf 'commit=%s\\nfeatures=\\n' "$(git -C "$root/template" rev-parse HEAD)" > .template
      git add . && git commit --quiet -m made
      \(app)
      git add . && git commit --quiet --allow-empty -m own
      cd "$root/\(root)"
      \(template)
      git add . && git commit --quiet --allow-empty -m b
      cd "$root/app/\(folder)"
      '\(Self.scripts)/update-from-template' "$root/\(root)" > template.patch
      \(apply)
      """, in: project, Self.identity)
    #expect(status == 0, "\(messages)")
    return messages
  }

  private func exists(_ path: String, in project: Project) -> Bool {
    FileManager().fileExists(atPath: project.root.appending(path: path).path)
  }

  @Test("An update leaves out what the app has deleted or moved, and names it: the patch applies")
  func deleted() throws {
    try withTools { project in
      let messages = try takeUpdate(
        project, template: "echo more | tee -a .github/a.yml >> Modules/Core/A.swift",
        app: "git rm --quiet .github/a.yml")
      let line = "left out, because this app has deleted or moved it: .github/a.yml\n"
      #expect(messages.contains(line), "\(messages)")
      #expect(!exists("app/.github/a.yml", in: project))
      #expect(try project.text("app/Modules/Core/A.swift") == "\(Self.lines)more\n")
    }
  }

  @Test("An update takes files that the app has not changed, and names those that both have")
  func elsewhere() throws {
    try withTools { project in
      let messages = try takeUpdate(
        project, template: "echo more | tee -a App/AppIdentity.swift >> Tests/A.swift",
        app: "echo own > Tests/A.swift")
      let line = "left out, because this app has changed it, too: Tests/A.swift\n"
      #expect(messages.contains(line), "\(messages)")
      #expect(try project.text("app/App/AppIdentity.swift").hasSuffix("\nmore\n"))
      #expect(try project.text("app/Tests/A.swift") == "own\n")
    }
  }

  @Test("The patch of an update applies in an app that is in a folder of its repository")
  func below() throws {
    try withTools { project in
      _ = try takeUpdate(
        project, into: "apps/ours",
        template: "echo more | tee -a Package.swift >> App/AppIdentity.swift")
      for path in ["Package.swift", "App/AppIdentity.swift"] {
        #expect(try project.text("app/apps/ours/\(path)").hasSuffix("\nmore\n"))
      }
    }
  }

  @Test(
    "An update moves a file with the app's changes, wherever the app is in its repository",
    arguments: [".", "apps/ours", "a&b|c/ä"])
  func moved(folder: String) throws {
    try withTools { project in
      _ = try takeUpdate(
        project, into: folder,
        template: """
          echo more >> Modules/Core/A.swift
          mkdir Modules/Core/New && git mv Modules/Core/A.swift 'Modules/Core/New/"A" ä.swift'
          """,
        app: "{ echo own; cat Modules/Core/A.swift; } > a && mv a Modules/Core/A.swift")
      let core = "app/\(folder)/Modules/Core"
      #expect(try project.text("\(core)/New/\"A\" ä.swift") == "own\n\(Self.lines)more\n")
      #expect(!exists("\(core)/A.swift", in: project))
    }
  }

  @Test("An update moves a file with the app's changes also to a folder that apps change")
  func movedElsewhere() throws {
    try withTools { project in
      let messages = try takeUpdate(
        project,
        template: """
          echo more >> Modules/Core/A.swift
          mkdir App/New && git mv Modules/Core/A.swift App/New/A.swift
          """,
        app: "{ echo own; cat Modules/Core/A.swift; } > a && mv a Modules/Core/A.swift")
      #expect(!messages.contains("left out"), "\(messages)")
      #expect(try project.text("app/App/New/A.swift") == "own\n\(Self.lines)more\n")
      #expect(!exists("app/Modules/Core/A.swift", in: project))
    }
  }

  @Test(
    "An update leaves out a moved file at both paths or at none, and names both",
    arguments: [
      // The app has deleted the file or its new folder, has changed a file of its own, or has another file there.
      ("Modules/Core/A.swift", "Docs/Examples/B.swift", "git rm --quiet Modules/Core/A.swift"),
      ("Modules/Core/A.swift", ".github/A.swift", "git rm --quiet -r .github"),
      ("App/AppIdentity.swift", "App/New.swift", "echo own >> App/AppIdentity.swift"),
      ("Modules/Core/A.swift", "Modules/Core/B.swift", "echo own > Modules/Core/B.swift"),
    ])
  func movedHalf(from: String, to: String, change: String) throws {
    try withTools { project in
      let messages = try takeUpdate(
        project, template: "git mv \(from) \(to) && echo >> Package.swift", app: change)
      for path in [from, to] { #expect(messages.contains(": \(path)\n"), "\(messages)") }
      let changed = try run("git -C app diff --name-only HEAD >&2", in: project).messages
      #expect(changed == "Package.swift\n", "\(messages)")
    }
  }

  @Test("An update leaves out a changed file that the template has deleted: the patch applies")
  func deletedByTemplate() throws {
    try withTools { project in
      let messages = try takeUpdate(
        project,
        template: """
          git rm --quiet Modules/Core/A.swift Docs/Examples/A.swift
          echo >> Package.swift
          """,
        app: "echo own >> Modules/Core/A.swift")
      let line = "left out, because the template has deleted it and this app has changed it: "
      #expect(messages.contains("\(line)Modules/Core/A.swift\n"), "\(messages)")
      #expect(try project.text("app/Modules/Core/A.swift") == "\(Self.lines)own\n")
      #expect(try project.text("app/Package.swift").hasSuffix("]\n\n"))
      #expect(!exists("app/Docs/Examples/A.swift", in: project))
    }
  }

  @Test("An update brings back no folder that the app has deleted, and names the new files in it")
  func deletedFolder() throws {
    try withTools { project in
      let messages = try takeUpdate(
        project,
        template: """
          mkdir .github/new Tests/New Docs/New
          touch .github/new/b.yml Tests/New/B.swift Docs/New/b.md
          echo more >> Modules/Core/A.swift
          """,
        app: "git rm --quiet -r .github && git mv Tests OurTests")
      for path in [".github/new/b.yml", "Tests/New/B.swift"] {
        let line = "left out, because this app has deleted or moved its folder: \(path)\n"
        #expect(messages.contains(line), "\(messages)")
        #expect(!exists("app/\(path)", in: project))
      }
      #expect(exists("app/Docs/New/b.md", in: project))
      #expect(try project.text("app/Modules/Core/A.swift") == "\(Self.lines)more\n")
    }
  }

  @Test("An update without a change for the app says so, and applies without an error")
  func nothing() throws {
    try withTools { project in
      let messages = try takeUpdate(project, template: ":")
      #expect(messages.contains("There is nothing to apply.\ntemplate: commit="), "\(messages)")
      #expect(!messages.contains("make graph"), "\(messages)")
    }
  }

  @Test("An update takes a template that is in a folder of its repository")
  func templateBelow() throws {
    try withTools { project in
      _ = try takeUpdate(
        project, from: "tools/ours", template: "echo more | tee -a ../b >> Modules/Core/A.swift")
      #expect(try project.text("app/Modules/Core/A.swift") == "\(Self.lines)more\n")
    }
  }

  @Test("An update finds moved and unchanged files, whatever git is set to detect and to convert")
  func settings() throws {
    try withTools { project in
      let messages = try takeUpdate(
        project,
        template: """
          git mv Modules/Core/A.swift Modules/Core/B.swift
          echo more >> App/AppIdentity.swift
          """,
        app: """
          git config --global core.autocrlf true
          git config --global diff.renames false
          git config --global diff.context 0
          git config --global diff.other.textconv "sed s/^/x/"
          git config --global core.attributesFile "$root/attributes"
          echo '*.swift diff=other' > "$root/attributes"
          """)
      #expect(!messages.contains("left out"), "\(messages)")
      let patch = try project.text("app/template.patch")
      #expect(patch.contains("\nrename to Modules/Core/B.swift\n"), "\(patch)")
      #expect(patch.contains("\n+++ b/App/AppIdentity.swift\n"), "\(patch)")
      #expect(patch.contains("\n AppIdentity("), "\(patch)")
      #expect(patch.contains("\n+more\n"), "\(patch)")
    }
  }
}
