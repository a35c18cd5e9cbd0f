import Foundation
import Testing

@testable import Scaffold

/// The files that `.ci/new-app` takes and commits, and what it leaves when it is stopped.
extension ToolsTests {
  private func newApp(
    _ folder: String, in project: Project, _ variables: [String: String] = identity
  ) throws -> (status: Int32, messages: String) {
    let script = Project.original.appending(path: ".ci/new-app").path
    return try run("'\(script)' ./scaffold Umbra \(folder)", in: project, variables)
  }

  private func exists(_ path: String, in project: Project) -> Bool {
    FileManager().fileExists(atPath: project.root.appending(path: path).path)
  }

  @Test("The root folder is refused as the folder of a new app")
  func rootFolder() throws {
    // Without a commit, which the script looks for next, so that it never begins to work.
    try withTools { project in
      for folder in ["/", "/tmp/.."] {
        let (status, messages) = try newApp(folder, in: project)
        #expect(status == 2)
        #expect(messages.contains("DEST is the root folder"), "\(messages)")
      }
    }
  }

  @Test("A new app gets files with a quote, a backslash or a tab in their names, and no half name")
  func names() throws {
    try withTools { project in
      let names = ["a \"b\".md", "c\\d.md", "e\tf.md", "ü.md"]
      for name in names { try project.write("", to: "Docs/\(name)") }
      try commit(project)
      for name in names { try project.write("", to: "Docs/new \(name)") }
      let (status, messages) = try newApp("new", in: project)
      #expect(status == 0, "\(messages)")
      let listed = try project.text("listed").split(separator: "\n").map(String.init)
      let docs = listed.filter { $0.hasSuffix(".md") }
      #expect(Set(docs) == Set(names.flatMap { ["Docs/\($0)", "Docs/new \($0)"] }))
    }
  }

  @Test("A file name with a line break is refused, because the list of files has a line for each")
  func lineBreak() throws {
    try withTools { project in
      try project.write("", to: "Docs/a\nb.md")
      try commit(project)
      let (status, messages) = try newApp("new", in: project)
      #expect(status == 1 && messages.contains("line break"), "\(messages)")
      #expect(!exists("new", in: project))
    }
  }

  @Test("A new app is committed with files that the user lets git ignore")
  func ignoredByUser() throws {
    try withTools { project in
      try commit(project)
      try project.write("*.swift\n", to: "home/.config/git/ignore")
      let (status, messages) = try newApp("new", in: project)
      #expect(status == 0, "\(messages)")
      let files = try run("git -C new ls-files >&2", in: project).messages
      #expect(files.contains("Package.swift\n"))
    }
  }

  /// Commits a project in which a file is in conflict.
  private func makeConflict(in path: String, of project: Project) throws {
    try project.write("a\n", to: path)
    try commit(project)
    let merge = try run(
      """
      git checkout --quiet -b other && echo b > \(path) && git commit --quiet --all -m b &&
        git checkout --quiet - && echo c > \(path) && git commit --quiet --all -m c &&
        ! git merge --quiet other
      """, in: project, Self.identity)
    #expect(merge.status == 0, "\(merge.messages)")
  }

  @Test("A project with conflicts is refused, and the files are named")
  func conflicts() throws {
    try withTools { project in
      try makeConflict(in: "Docs/ü.md", of: project)
      let (status, messages) = try newApp("new", in: project)
      #expect(status == 1 && messages.contains("conflict:\nDocs/ü.md\n"), "\(messages)")
      #expect(!exists("new", in: project))
    }
  }

  @Test("Changes and conflicts beside the template in its repository are not the template's")
  func changesBeside() throws {
    try withTools { project in
      try project.write("", to: "template/Package.swift")
      try makeConflict(in: "notes.md", of: project)
      let (status, messages) = try run(
        "cd template && '\(Self.scripts)/new-app' ../scaffold Umbra ../new", in: project,
        Self.identity)
      #expect(status == 0 && !messages.contains("not committed"), "\(messages)")
      #expect(exists("new/Package.swift", in: project))
    }
  }

  @Test("A refused app leaves no folder above its own, but those that were there or have a file")
  func parents() throws {
    try withTools { project in
      try commit(project)
      try project.write("", to: "there/file")
      for (folder, file) in [
        ("one/two/new", ""), ("there/new", ""), ("three/four/new", "../../mine"),
      ] {
        try project.program(
          "scaffold",
          "cat > /dev/null; mkdir -p \"$3\"; \(file.isEmpty ? "" : "touch \"$3/\(file)\"; ")exit 1")
        #expect(try newApp(folder, in: project).status != 0)
        #expect(!exists(folder, in: project))
      }
      #expect(!exists("one", in: project) && !exists("three/four", in: project))
      #expect(exists("there/file", in: project) && exists("three/mine", in: project))
    }
  }

  @Test("A folder behind a link is that of cd -P, and one behind a missing folder is refused")
  func back() throws {
    try withTools { project in
      try commit(project)
      _ = try run("mkdir -p real/deep && ln -s real/deep link", in: project)
      let made = try newApp("link/../new/.", in: project)
      #expect(made.status == 0, "\(made.messages)")
      #expect(exists("real/new/.git", in: project) && !exists("new", in: project))
      let refused = try newApp("missing/../new", in: project)
      #expect(refused.status == 2 && refused.messages.contains("missing/../new goes back"))
      try project.program("swift", "exit 1")
      #expect(try newApp("one/./two/.", in: project).status != 0)
      for folder in ["missing", "new", "one"] { #expect(!exists(folder, in: project), "\(folder)") }
    }
  }

  @Test("Ctrl-C in the middle of tidying up changes nothing: no half of an app is left")
  func interruptedTidying() throws {
    try withTools { project in
      try commit(project)
      try project.program("scaffold", "cat > /dev/null; mkdir -p \"$3/App\"; exit 1")
      try project.program(
        "bin/rm", "kill -INT $PPID; PATH=${PATH#*:}; exec rm \"$@\"")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let variables = Self.identity.merging(["PATH": "\(project.root.path)/bin:\(path)"]) { $1 }
      #expect(try newApp("new", in: project, variables).status == 1)
      #expect(!exists("new", in: project))
    }
  }

  @Test("Ctrl-C at the commit, such as at a question for a password, says that the app is made")
  func interruptedCommit() throws {
    try withTools { project in
      try commit(project)
      try project.program(
        "bin/git",
        """
        PATH=${PATH#*:}
        case "$*" in *" commit "*) kill -INT $PPID; exit 1 ;; esac
        exec git "$@"
        """)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let variables = Self.identity.merging(["PATH": "\(project.root.path)/bin:\(path)"]) { $1 }
      let (status, messages) = try newApp("new", in: project, variables)
      #expect(status == 130)
      #expect(messages.contains("The app is made, but it is not committed."), "\(messages)")
      #expect(exists("new/Package.swift", in: project))
    }
  }
}
