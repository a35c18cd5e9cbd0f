import Foundation
import Testing

@testable import Scaffold

/// `.ci/new-app` and `.ci/update-from-template`.
extension ToolsTests {
  private func newApp(
    _ arguments: String, in project: Project, _ variables: [String: String] = identity
  ) throws -> (status: Int32, messages: String) {
    let script = Project.original.appending(path: ".ci/new-app").path
    return try run("'\(script)' ./scaffold Umbra \(arguments)", in: project, variables)
  }

  @Test("A tilde in front of the new app's folder is the home folder, whatever shell has passed it")
  func tilde() throws {
    try withTools { project in
      try commit(project)
      let (status, messages) = try newApp("'~/Umbra'", in: project)
      #expect(status == 0, "\(messages)")
      #expect(
        FileManager().fileExists(atPath: project.root.appending(path: "home/Umbra/.git").path))
      #expect(!FileManager().fileExists(atPath: project.root.appending(path: "~").path))
    }
  }

  @Test("Errors of git are shown: that there is no commit, and why the app can't be committed")
  func git() throws {
    try withTools { project in
      let missing = try newApp("new", in: project)
      #expect(missing.status == 1)
      #expect(missing.messages.contains("fatal: "))
      try commit(project)
      let made = try newApp(
        "new", in: project,
        [
          "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.useConfigOnly",
          "GIT_CONFIG_VALUE_0": "true",
        ])
      #expect(made.status == 0)
      #expect(made.messages.contains("fatal: "))
    }
  }

  @Test("A list of features without a name is refused", arguments: [",", " ", " , "])
  func features(list: String) throws {
    try withTools { project in
      let (status, messages) = try newApp("new '\(list)'", in: project)
      #expect(status == 2)
      #expect(messages.contains("FEATURES"))
    }
  }

  @Test("An app gets the files that are not committed, and neither ignored nor deleted ones")
  func uncommitted() throws {
    let destination = FileManager().temporaryDirectory.appending(
      path: "app-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager().removeItem(at: destination) }
    try withTools { project in
      try project.write("notes\n", to: ".gitignore")
      try commit(project)
      let made = try project.scaffold.make(FeatureName("Xylographs", taken: [])).map(\.path)
      try project.write("", to: "notes")
      // A repository within this one is a folder to git.
      _ = try run("git init --quiet nested && touch nested/file", in: project)
      try FileManager().removeItem(at: project.root.appending(path: "Makefile"))
      let (status, messages) = try newApp("new", in: project)
      #expect(status == 0, "\(messages)")
      #expect(messages.contains("not committed"))

      let listed = try project.text("listed").split(separator: "\n").map(String.init)
      try project.makeApp(at: destination, files: listed)
      let app = ProjectFolder(root: destination)
      let manifest = PackageManifest(text: try app.required(PackageManifest.path))
      #expect(manifest.features.contains("Xylographs"))
      for path in made { #expect(app.exists(path), "\(path)") }
      for path in ["notes", "Makefile", "nested"] { #expect(!app.exists(path), "\(path)") }
    }
  }

  @Test("A repository in the project stays behind, even if it was added, as a submodule is")
  func submodule() throws {
    try withTools { project in
      try commit(project)
      let added = try run(
        """
        git init --quiet nested && git -C nested commit --quiet --allow-empty -m a &&
          git add nested
        """, in: project, Self.identity)
      #expect(added.status == 0, "\(added.messages)")
      try project.write("", to: "Docs/ü and 160000 more.md")
      let (status, messages) = try newApp("new", in: project)
      #expect(status == 0, "\(messages)")
      let listed = Set(try project.text("listed").split(separator: "\n"))
      #expect(listed.isSuperset(of: ["Package.swift", "Makefile", "Docs/ü and 160000 more.md"]))
      #expect(!listed.contains { $0.contains("nested") || $0.contains("\t") })
    }
  }

  @Test("The folder of a new app is beside the project itself, even if a link leads to the project")
  func link() throws {
    try withTools { project in
      let script = Project.original.appending(path: ".ci/new-app").path
      let (status, messages) = try run(
        """
        mkdir -p real/inner && ln -s real/inner link && cd link && export PWD && git init --quiet &&
          git commit --quiet --allow-empty -m a && '\(script)' ../../scaffold Umbra ../new
        """, in: project, Self.identity)
      #expect(status == 0, "\(messages)")
      #expect(
        FileManager().fileExists(atPath: project.root.appending(path: "real/new/.git").path))
      #expect(!FileManager().fileExists(atPath: project.root.appending(path: "new").path))
    }
  }

  @Test(
    "A run that is interrupted or fails leaves the folder as it was: missing, empty or with files",
    arguments: [
      ("scaffold", "kill -INT $PPID"), ("scaffold", "kill -TERM $PPID"),
      ("scaffold", "kill -HUP $PPID"), ("scaffold", "kill -QUIT $PPID"), ("scaffold", "exit 1"),
      ("swift", "exit 1"),
    ])
  func unfinished(name: String, end: String) throws {
    try withTools { project in
      try commit(project)
      try project.program(
        "scaffold",
        """
        cat > /dev/null
        mkdir -p "$3"
        cd "$3"
        mkdir -p App Modules Tests Docs/Examples .hidden
        touch Package.swift
        \(name == "scaffold" ? end : "exit 0")
        """)
      if name == "swift" { try project.program("swift", end) }
      for folder in ["empty", "own"] {
        try FileManager().createDirectory(
          at: project.root.appending(path: folder), withIntermediateDirectories: true)
      }
      try project.write("mine", to: "own/file")
      // Where `cd` looks, too.
      try FileManager().createDirectory(
        at: project.root.appending(path: "elsewhere/empty"), withIntermediateDirectories: true)
      try project.write("mine", to: "elsewhere/empty/file")
      var variables = Self.identity
      variables["CDPATH"] = project.root.appending(path: "elsewhere").path
      for folder in ["new", "empty", "own"] {
        #expect(try newApp(folder, in: project, variables).status != 0)
      }
      #expect(try project.text("elsewhere/empty/file") == "mine")
      #expect(!FileManager().fileExists(atPath: project.root.appending(path: "new").path))
      let empty = project.root.appending(path: "empty").path
      #expect(try FileManager().contentsOfDirectory(atPath: empty) == [])
      #expect(try project.text("own/file") == "mine")
    }
  }

  @Test("An update makes the app again without a check of its name, another command with one")
  func update() throws {
    try withTools { project in
      try commit(project)
      #expect(try newApp("new", in: project).status == 0)
      #expect(try project.text("called").contains(/^app Umbra \/.*\/new\s/))
      #expect(try newApp("again '' 1 1", in: project).status == 0)
      #expect(try project.text("called").contains(/^app --update Umbra \/.*\/again\s/))
    }
    let script = try String(
      contentsOf: Project.original.appending(path: ".ci/update-from-template"), encoding: .utf8)
    #expect(script.contains("|| echo 1)\" 1)"))
  }

  /// Whether an update takes a file or a folder.
  private func isUpdated() throws -> (String) -> Bool {
    let script = try String(
      contentsOf: Project.original.appending(path: ".ci/update-from-template"), encoding: .utf8)
    let list = try #require(script.firstMatch(of: /\nset -- \\\n((?:  .+\n)+)/)).1
    let paths = list.split { " \\\n".contains($0) }.map { "\($0)/" }
    return { path in paths.contains { "\(path)/".hasPrefix($0) } }
  }

  @Test("An update takes what imports the scaffold together with it, and pages that tests compare")
  func updated() throws {
    let isUpdated = try isUpdated()
    let compared = [
      "features", "rules", "checks", "core", "versions", "howto", "reliability", "tap",
      "decisions/0001-records.md", "Examples/Network/A.swift",
    ]
    for page in compared { #expect(isUpdated("Docs/\(page.contains(".") ? page : "\(page).md")")) }
    #expect(isUpdated(".github/workflows/ci.yml") && !isUpdated("Docs/modules.md"))
    let files = SourceTree(root: Project.original).files.filter { file in
      file.imports.contains("Scaffold")
    }
    #expect(files.contains { $0.path.hasPrefix("App/") })
    for file in files { #expect(isUpdated(file.path), "\(file.path)") }
  }

  @Test("An update takes what reads the table of .ci/maps, and what .ci/core-alone builds")
  func updatedTogether() throws {
    let isUpdated = try isUpdated()
    let readers = SourceTree(root: Project.original).files.filter { file in
      file.topLevelNames.contains("KnownMap")
        || file.codeLines.contains("extension KnownMap {") && !file.isGenerated
    }
    #expect(readers.contains { $0.path == "App/Terminal/KnownMap.swift" })
    let check = try String(
      contentsOf: Project.original.appending(path: ".ci/core-alone"), encoding: .utf8)
    let folders = Set(check.matches(of: /Docs\/Examples\/\w+/).map { String($0.0) })
    #expect(!folders.isEmpty)
    for path in readers.map(\.path) + folders { #expect(isUpdated(path), "\(path)") }
  }

  @Test(
    "A long name that the formatter has put on a line of its own is found, also by scripts",
    arguments: [" ", "\n    "])
  func wrappedName(behind: String) throws {
    try withTools { project in
      let name = "A" + String(repeating: "b", count: 29)
      let folder = ProjectFolder(root: project.root)
      let path = try AppIdentityFile(folder).path
      let text = try project.text(path)
      let wrapped = "AppIdentity(\n    name: \"\(name)\",\(behind)"
      try project.write(
        text.replacing(/AppIdentity\(\s*name: "\w+",\s*/, with: wrapped), to: path)
      #expect(try AppIdentityFile(folder).name.text == name)
      for script in [".ci/update-from-template", ".ci/test-template"] {
        let line = "sed -n '/^name=/p' '\(Project.original.appending(path: script).path)'"
        let found = try run(
          ". '\(Self.scripts)/temporary-git' && eval \"$(\(line))\" && printf %s \"$name\" >&2",
          in: project
        ).messages
        #expect(found == name, "\(script)")
      }
    }
  }
}
