import Foundation
import Testing

/// `.ci/update-from-template`, with a stand-in for the scaffold.
extension ToolsTests {
  @Test("The patch of an update applies, whatever prefixes, signatures and hooks are set for git")
  func patch() throws {
    try withTools { project in
      try prepareUpdate(project)
      try project.write(
        """
        [diff]
          noprefix = true
        [commit]
          gpgSign = true
        [gpg]
          program = false
        [core]
          hooksPath = \(project.root.path)/hooks
        """, to: "home/.gitconfig")
      try project.program("hooks/pre-commit", "exit 1")
      let (status, patch) = try update(project)
      #expect(status == 0, "\(patch)")
      #expect(patch.contains("\n--- a/Package.swift\n+++ b/Package.swift\n"), "\(patch)")
    }
  }

  /// Makes a project the app of its first commit, and adds another one. The stand-in for the scaffold writes the commit
  /// into Package.swift.
  ///
  /// - Parameters:
  ///   - meanwhile: further commands of the stand-in, in the app's folder; `$5` is the commit.
  ///   - first: writes files of the first commit.
  ///   - later: writes files of the other one.
  private func prepareUpdate(
    _ project: Project, meanwhile: String = "", first: () throws -> Void = {},
    later: () throws -> Void = {}
  ) throws {
    try project.program(
      "scaffold",
      """
      cat > /dev/null && mkdir -p "$4" && cd -P "$4" &&
        mkdir -p App Modules Tests Docs/Examples && echo "$5" > Package.swift
      \(meanwhile)
      """)
    try project.program(".ci/new-app", "exec '\(Self.scripts)/new-app' \"$@\"")
    try first()
    try commit(project)
    try later()
    let changed = try run(
      """
      printf 'commit=%s\\nfeatures=\\n' "$(git rev-parse HEAD)" > .template
      git commit --quiet --all --allow-empty -m b
      """, in: project, Self.identity)
    #expect(changed.status == 0, "\(changed.messages)")
  }

  private func update(
    _ project: Project, from template: String = "."
  ) throws -> (status: Int32, messages: String) {
    try run(
      "SCAFFOLD=\"$PWD/scaffold\" '\(Self.scripts)/update-from-template' '\(template)' >&2",
      in: project)
  }

  @Test("An update says that the template or the app has changes that are not committed")
  func uncommittedChanges() throws {
    try withTools { project in
      try prepareUpdate(project)
      // The app is its own template here, and has got the file .template.
      try commit(project)
      let clean = try update(project)
      #expect(clean.status == 0 && !clean.messages.contains("not committed"), "\(clean)")
      for (path, isOfBoth) in [("notes", false), ("Makefile", true)] {
        try project.write("mine\n", to: path)
        let (status, messages) = try update(project)
        #expect(status == 0, "\(messages)")
        #expect(messages.contains("Note: the template has changes that are not committed."))
        #expect(messages.contains("Note: this app has changes that are not") == isOfBoth)
      }
    }
  }

  @Test("An update from a folder that git can't read shows why")
  func unreadable() throws {
    try withTools { project in
      try prepareUpdate(project)
      let other = FileManager().temporaryDirectory.path
      let missing = try update(project, from: other)
      #expect(missing.status == 1)
      #expect(missing.messages.contains("“\(other)”: fatal: not a git repository"), "\(missing)")
    }
  }

  @Test("An update from a shallow clone without the app's commit says how to get it")
  func shallow() throws {
    try withTools { project in
      try prepareUpdate(project)
      let cloned = try run(
        "git clone --quiet --depth 1 \"file://$PWD\" shallow", in: project, Self.identity)
      #expect(cloned.status == 0, "\(cloned.messages)")
      let (status, messages) = try update(project, from: "shallow")
      #expect(status == 1 && messages.contains("git fetch --unshallow"), "\(messages)")
    }
  }

  @Test("An update of an app without a file with its name says which file is missing")
  func nameless() throws {
    try withTools { project in
      try prepareUpdate(project)
      let removed = try run("find App -name AppIdentity.swift -exec rm {} +", in: project)
      #expect(removed.status == 0, "\(removed.messages)")
      let (status, messages) = try update(project)
      #expect(status == 1 && messages.contains("no AppIdentity.swift below App"), "\(messages)")
    }
  }

  @Test("An update names the commit that it was made from, even if the template gets one meanwhile")
  func meanwhile() throws {
    try withTools { project in
      try prepareUpdate(
        project, meanwhile: "git -C '\(project.root.path)' commit --quiet --allow-empty -m c")
      let (status, patch) = try update(project)
      #expect(status == 0, "\(patch)")
      let new = try #require(patch.firstMatch(of: /\n\+([0-9a-f]{40})\n/)).1
      #expect(patch.hasSuffix("\ntemplate: commit=\(new)\n"), "\(patch)")
    }
  }

  @Test("An update from a template whose history lacks the app's commit is refused")
  func otherHistory() throws {
    try withTools { project in
      try prepareUpdate(project)
      let other = try run(
        "git checkout --quiet --orphan other && git commit --quiet --allow-empty -m d",
        in: project, Self.identity)
      #expect(other.status == 0, "\(other.messages)")
      let (status, messages) = try update(project)
      #expect(status == 1 && messages.contains("is not in the history"), "\(messages)")
    }
  }

  @Test("An update from a template that has moved within its repository says so")
  func movedTemplate() throws {
    try withTools { project in
      try prepareUpdate(project)
      let moved = try run(
        "mkdir tools && cp Package.swift tools && git add tools && git commit --quiet -m c",
        in: project, Self.identity)
      #expect(moved.status == 0, "\(moved.messages)")
      let (status, messages) = try update(project, from: "tools")
      let line = "the template was in another folder of its repository"
      #expect(status == 1 && messages.contains(line), "\(messages)")
    }
  }

  @Test("An update from a template that has got a feature takes no deletions of what is about all")
  func grown() throws {
    try withTools { project in
      let (list, page) = (".ci/template-features", "Docs/rules.md")
      let first = "# feature: Apes\nApes\n# end\n"
      // The page has what the scaffold reads of all features' names.
      try prepareUpdate(project, meanwhile: "cp \"$OLDPWD/\(list)\" \(page)") {
        try project.write(first, to: list)
        try project.write(first, to: page)
      } later: {
        try project.write(first + "# feature: Zoos\nZoos\n# end\n", to: list)
      }
      let (status, patch) = try update(project)
      #expect(status == 0, "\(patch)")
      #expect(patch.contains("+++ b/Package.swift"), "\(patch)")
      #expect(!patch.contains("Zoos"), "\(patch)")
    }
  }
}
