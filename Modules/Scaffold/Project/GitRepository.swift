public import Foundation

/// The git repository of a project.
public struct GitRepository: Sendable {
  private let root: URL

  /// Creates the repository of a folder, which may begin above it.
  public init(root: URL) { self.root = root }

  /// Returns those of the files whose content is not in the last commit.
  ///
  /// - Parameter paths: the files, by their paths in the folder.
  /// - Throws: ``ProjectError/git(_:)`` if git fails, also outside of a repository.
  public func uncommitted(_ paths: [String]) throws(ProjectError) -> [String] {
    let folder = root.path.replacing("'", with: "'\\''")
    // Both name files from the folder.
    let commands = [
      "cd '\(folder)'",
      "git -c core.quotePath=false ls-files --modified --others --exclude-standard",
      "git -c core.quotePath=false diff --cached --name-only --relative",
    ]
    guard let output = CommandOutput(of: commands.joined(separator: " && ")) else {
      throw .git("no program can be started")
    }
    let lines = output.lines.map { $0.trimmingCharacters(in: .newlines) }
    guard output.status == 0 else { throw .git(lines.joined(separator: "\n")) }
    let changed = Set(lines)
    return paths.filter(changed.contains)
  }
}
