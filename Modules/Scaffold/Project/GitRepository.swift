public import Foundation

/// The git repository of a project.
public struct GitRepository: Sendable {
  private let root: URL

  /// Creates the repository of a folder, which may begin above it.
  public init(root: URL) { self.root = root }

  /// Returns those of the files whose content is not in the last commit, even if git ignores them.
  ///
  /// - Parameter paths: the files, by their paths in the folder.
  /// - Throws: ``ProjectError/git(_:)`` if git fails, also outside of a repository.
  public func uncommitted(_ paths: [String]) throws(ProjectError) -> [String] {
    // All name files from the folder.
    let known = try lines(of: "ls-files")
    let changed = try lines(of: "ls-files --modified")
      .union(lines(of: "diff --cached --name-only --relative"))
    return paths.filter { path in
      changed.contains(path)
        // The Finder of macOS writes this file again by itself.
        || !known.contains(path) && !path.hasSuffix("/.DS_Store")
    }
  }

  /// The files that git has or would add, by their paths in a folder.
  public struct Files: Sendable {
    /// Those that git does not ignore.
    let visible: Set<String>
    /// Those of the last commit.
    let committed: Set<String>
  }

  /// Returns the files that git has or would add.
  ///
  /// - Throws: ``ProjectError/git(_:)`` if git fails, also outside of a repository.
  public func files() throws(ProjectError) -> Files {
    Files(
      visible: try lines(of: "ls-files --cached --others --exclude-standard"),
      // Without a commit git fails.
      committed: (try? lines(of: "ls-tree -r --name-only HEAD")) ?? [])
  }

  /// Returns the lines that a command of git prints in the folder.
  private func lines(of command: String) throws(ProjectError) -> Set<String> {
    let line = Self.command("-c core.quotePath=false \(command)", in: root)
    guard let output = CommandOutput(of: line) else { throw .git("no program can be started") }
    let lines = output.lines.map { $0.trimmingCharacters(in: .newlines) }
    guard output.status == 0 else { throw .git(lines.joined(separator: "\n")) }
    return Set(lines)
  }

  /// Returns a command of the shell that runs git in a folder. In a hook, variables name another
  /// repository than that of the folder.
  static func command(_ words: String, in folder: URL) -> String {
    let path = folder.path.replacing("'", with: "'\\''")
    let unset = "unset $(git rev-parse --local-env-vars | grep -v CONFIG)"
    return "\(unset); cd '\(path)' && git \(words)"
  }
}
