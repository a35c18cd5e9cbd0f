import Foundation
import Testing

/// What a developer has set for git and for `cd` changes nothing in the scripts.
extension ToolsTests {
  static let scripts = Project.original.appending(path: ".ci").path

  @Test("A new app is committed to its own repository, also where a hook's variables name another")
  func hook() throws {
    try withTools { project in
      try commit(project)
      let repository = project.root.appending(path: ".git").path
      let hook = ["GIT_DIR": repository, "GIT_INDEX_FILE": "\(repository)/index"]
      let (status, messages) = try run(
        "'\(Self.scripts)/new-app' ./scaffold Umbra new", in: project,
        Self.identity.merging(hook) { $1 })
      #expect(status == 0, "\(messages)")
      let commits = try run(
        "for folder in . new; do git -C $folder rev-list --count HEAD >&2; done", in: project)
      #expect(commits.messages == "1\n1\n")
    }
  }

  @Test("A script unsets CDPATH before it changes the folder, and a hook's variables before git")
  func unset() throws {
    let clearing = [
      ". \"$(dirname \"$0\")/temporary-git\"",
      "unset CDPATH $(git rev-parse --local-env-vars | grep -v CONFIG)",
    ]
    var count = 0
    for name in try FileManager().contentsOfDirectory(atPath: Self.scripts) {
      let lines = try String(contentsOfFile: "\(Self.scripts)/\(name)", encoding: .utf8)
        .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
      let git = lines.firstIndex { $0.contains(/(?:^|\s|\()git\s/) }
      let folder = lines.firstIndex { $0.contains(/(?:^|\s|\()cd\s/) }
      let cleared = lines.firstIndex { clearing.contains($0) }
      let unset = cleared ?? lines.firstIndex(of: "unset CDPATH")
      if let git {
        count += 1
        #expect(cleared.map { $0 <= git } == true, "\(name): \(lines[git])")
      }
      if let folder { #expect(unset.map { $0 < folder } == true, "\(name): \(lines[folder])") }
    }
    #expect(count > 3)
  }

  @Test("Commands of make get neither CDPATH nor a hook's variables, but git's settings")
  func environment() throws {
    try withTools { project in
      try project.write("include Makefile\nshown: ; @env >&2\n", to: "shown.mk")
      let lost = ["CDPATH", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]
      let variables = (lost + ["GIT_CONFIG_COUNT"]).map { ($0, "0") }
      let (status, shown) = try run(
        "make -f shown.mk shown", in: project, Dictionary(uniqueKeysWithValues: variables))
      #expect(status == 0, "\(shown)")
      let names = shown.split(separator: "\n").compactMap { $0.split(separator: "=").first }
      #expect(names.contains("GIT_CONFIG_COUNT"))
      #expect(!names.contains { lost.contains(String($0)) }, "\(shown)")
    }
  }

  @Test("A clone has the line ends that were committed, also where git is set to convert them")
  func lineEnds() throws {
    try withTools { project in
      let attributes = ".gitattributes"
      try project.write(
        String(contentsOf: Project.original.appending(path: attributes), encoding: .utf8),
        to: attributes)
      try project.write("[core]\n  autocrlf = true\n", to: "home/.gitconfig")
      let texts = ["plain": "#!/bin/sh\ntrue\n", "recorded": "HTTP/1.1 200 OK\r\n\r\n"]
      for (path, text) in texts { try project.write(text, to: path) }
      try commit(project)
      let (status, messages) = try run("git clone --quiet . clone", in: project)
      #expect(status == 0, "\(messages)")
      for (path, text) in texts { #expect(try project.text("clone/\(path)") == text) }
    }
  }
}
