import Foundation

/// Removes what pages of the documentation say about files that are gone.
///
/// A row of a table and an item of a list are removed if they name such a file. In a paragraph, and in
/// the changelog, which tells what was, a link to it becomes plain text; what else a paragraph says
/// about a feature stands between marks.
struct PagePruning {
  /// The paths of the files that are gone.
  let gone: Set<String>
  /// The modules that are gone.
  let modules: Set<String>

  /// Returns what is left of a page.
  func prune(_ text: String, path: String) -> String {
    let base = (path as NSString).deletingLastPathComponent
    var kept: [String] = []
    let isHistory = path == "CHANGELOG.md"
    var isInItem = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isStart = line.hasPrefix("|") || line.drop { $0 == " " }.hasPrefix("- ")
      if isStart {
        isInItem = !isHistory && names(line, from: base)
      } else if line.isEmpty || line.first != " " {
        isInItem = false
      }
      if !isInItem { kept.append(unlinked(line, from: base)) }
    }
    return kept.joined(separator: "\n")
  }

  /// Whether a line names a file or a folder that is gone.
  private func names(_ line: Substring, from base: String) -> Bool {
    let spans = line.matches(of: /`([^`]+)`/).map { String($0.1) }
    let targets = line.matches(of: /\]\(([^)#:]+)/).map { Self.resolved(String($0.1), base) }
    return (spans + targets).contains(where: isGone)
      || line.hasPrefix("| ")
        && line.split(separator: "|").first.map {
          modules.contains($0.trimmingCharacters(in: .whitespaces))
        } == true
  }

  private func isGone(_ path: String) -> Bool {
    if gone.contains(path) { return true }
    let parts = path.split(separator: "/")
    return parts.count > 1 && ["Modules", "Tests"].contains(parts[0])
      && modules.contains(String(parts[parts.count - 1]))
  }

  /// Returns a line without links to files that are gone.
  private func unlinked(_ line: Substring, from base: String) -> String {
    var text = String(line)
    guard line.contains("](") else { return text }
    for match in line.matches(of: /\[([^\]]+)\]\(([^)#:]+)\)/)
    where isGone(Self.resolved(String(match.2), base)) {
      text = text.replacing(String(match.0), with: String(match.1))
    }
    return text
  }

  /// Returns a link's target as a path in the project.
  private static func resolved(_ target: String, _ base: String) -> String {
    (("/" + base as NSString).appendingPathComponent(target) as NSString).standardizingPath
      .dropFirst().description
  }
}
