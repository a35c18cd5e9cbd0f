import Foundation
import TestKit
import Testing

@testable import Scaffold

@Suite("The files that git has") struct GitRepositoryTests {
  private func git(_ words: String, in project: Project) throws { try project.git(words) }

  @Test("Changed, new and merely added files count as uncommitted")
  func uncommitted() throws {
    try withProject { project in
      try git("init --quiet", in: project)
      try project.write("", to: "folder/kept.swift")
      try project.write("", to: "folder/changed.swift")
      try git("add folder", in: project)
      try git("commit --quiet --message a", in: project)
      try project.write("changed", to: "folder/changed.swift")
      try project.write("", to: "folder/new ü.swift")
      try project.write("", to: "folder/added.swift")
      try git("add folder/added.swift", in: project)
      let paths = ["added", "changed", "kept", "new ü"].map { "\($0).swift" }
      let lost = ["added.swift", "changed.swift", "new ü.swift"]
      let folder = GitRepository(root: project.root.appending(path: "folder"))
      #expect(try folder.uncommitted(paths) == lost)
      let all = GitRepository(root: project.root)
      #expect(try all.uncommitted(paths.map { "folder/\($0)" }) == lost.map { "folder/\($0)" })
    }
  }

  @Test("Ignored files that a removal would delete count as uncommitted, except Finder's")
  func ignored() throws {
    try withProject { project in
      try project.addShop()
      try project.write("*.local\n.DS_Store\n", to: ".gitignore")
      try git("init --quiet", in: project)
      try git("add .", in: project)
      try git("commit --quiet --message a", in: project)
      let own = ["Modules/Shop/.DS_Store", "Modules/Shop/notes.local"]
      for path in own { try project.write("", to: path) }
      let removal = FeatureRemoval(root: project.root, isNew: true)
      let deleted = try removal.changes(removing: ["Shop"]).filter(\.isDeleted).map(\.path)
      #expect(Set(deleted).isSuperset(of: own + ["Modules/Shop/ShopFeature.swift"]))
      let lost = try GitRepository(root: project.root).uncommitted(deleted)
      #expect(lost == ["Modules/Shop/notes.local"])
    }
  }

  @Test("A removal leaves other repositories and worktrees in the project alone")
  func others() throws {
    try withProject { project in
      try project.addShop()
      try project.write("// Needs: Shop\n", to: "Notes.swift")
      try git("init --quiet", in: project)
      try git("add .", in: project)
      try git("commit --quiet --message a", in: project)
      try git("worktree add --quiet wt", in: project)
      try git("init --quiet Modules/Shop/nested", in: project)
      try project.write("// Needs: Shop\n", to: "Modules/Shop/nested/Notes.swift")
      #expect(try project.text("wt/Notes.swift") == "// Needs: Shop\n")
      let removal = FeatureRemoval(root: project.root, isNew: true)
      let changed = try removal.changes(removing: ["Shop"]).map(\.path)
      #expect(changed.contains("Notes.swift") && changed.contains("Modules/Shop/ShopFeature.swift"))
      #expect(!changed.contains { $0.hasPrefix("wt/") || $0.contains("nested/") })
    }
  }

  @Test("The folder's own repository is used, even if a hook's variables name another one")
  func hook() throws {
    try withProject { project in
      try git("init --quiet", in: project)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let process = try ChildProcess(
        "/bin/sh", ["-c", GitRepository.command("rev-parse --git-dir", in: project.root)],
        environment: ["PATH": path, "GIT_DIR": "/nonexistent"])
      let output = String(decoding: try process.output.readToEnd() ?? Data(), as: UTF8.self)
      #expect(process.waitForEnd() == 0)
      #expect(output == ".git\n")
    }
  }

  @Test("A failure of git is reported with git's words and a remedy")
  func failure() throws {
    try withProject { project in
      try project.write("gitdir: nowhere\n", to: ".git")
      let error = #expect(throws: ProjectError.self) {
        try GitRepository(root: project.root).uncommitted(["Package.swift"])
      }
      guard case .git(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("nowhere"))
      #expect(error?.description.contains("FORCE=1") == true)
    }
  }
}
