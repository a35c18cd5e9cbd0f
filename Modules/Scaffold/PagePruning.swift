import Foundation

/// Removes what pages of the documentation say about files that are gone.
///
/// A row of a table, and an item of a list with all that is indented below it, are removed if they name such a
/// file, except in the page about features, whose rows name files of an example. In a paragraph, and in the
/// changelog, which tells what was, a link to it becomes plain text; what else a paragraph says about a feature
/// stands between marks. A mark of its own line would end a table, so in a row or an item it is a part of the line,
/// such as `| a command <!-- feature: Books --> | what it does |`. A table that loses all of its rows is removed,
/// and so is the heading of a section that has no text left.
struct PagePruning {
  /// The paths of the files that are gone, and of the folders without another file.
  let gone: Set<String>
  /// The modules that are gone.
  let modules: Set<String>
  /// Whether one of them is a feature of the template.
  let removesTemplate: Bool

  /// Returns what is left of a page.
  func prune(_ text: String, path: String) -> String {
    let base = (path as NSString).deletingLastPathComponent
    var kept: [String] = []
    let isHistory = path == "CHANGELOG.md"
    let isExample = path == "Docs/features.md"
    // The indent of the item that goes, with what is indented deeper.
    var removed: Int?
    // Whether an empty line follows, behind which it may go on.
    var isHeld = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines {
      let indent = line.prefix { $0 == " " }.count
      if let start = removed {
        if line.isEmpty || indent > start {
          isHeld = line.isEmpty
          continue
        }
        removed = nil
        if isHeld, kept.last?.isEmpty == false { kept.append("") }
      }
      let isStart = line.hasPrefix("|") || line.firstMatch(of: /^ *(?:[-*]|[0-9]+\.)\s/) != nil
      if isStart, !isHistory, isMarked(line) || !isExample && names(line, from: base) {
        (removed, isHeld) = (line.hasPrefix("|") ? nil : indent, false)
      } else {
        kept.append(String(line))
      }
    }
    if removed != nil, isHeld, kept.last?.isEmpty == false { kept.append("") }
    if kept.count < lines.count { kept = Self.withoutEmptyParts(kept) }
    return unlinked(kept.joined(separator: "\n"), from: base)
  }

  /// Returns files that are gone with the folders in which no other file is.
  ///
  /// - Parameter all: the paths of all files, of those that are gone, too.
  static func withFolders(_ gone: Set<String>, among all: [String]) -> Set<String> {
    func folders(of paths: some Sequence<String>) -> Set<String> {
      var folders: Set<String> = []
      for path in paths {
        var folder = path[...]
        while let end = folder.lastIndex(of: "/") {
          folder = folder[..<end]
          // The folders above it are there, too.
          if !folders.insert(String(folder)).inserted { break }
        }
      }
      return folders
    }
    let kept = folders(of: all.filter { !gone.contains($0) })
    return gone.union(folders(of: gone).subtracting(kept))
  }

  /// Returns lines without tables that have no row, and without headings that have no text.
  private static func withoutEmptyParts(_ lines: [String]) -> [String] {
    // From the last line to the first, so that what follows a line is known.
    var kept: [String] = []
    // The level of the heading that follows, 0 for a text. The end of the page is like a title.
    var next = 1
    var (isCode, isHeader) = (false, false)
    for line in lines.reversed() {
      if line.hasPrefix("```") { isCode.toggle() }
      let level = isCode ? 0 : line.prefix { $0 == "#" }.count
      let isRule = !isCode && line.wholeMatch(of: /\|[ :|-]+\|/) != nil
      let isEmptyTable = isRule && kept.last?.hasPrefix("|") != true
      if isEmptyTable || isHeader || level > 1 && 1...level ~= next {
        while !isHeader, kept.last?.isEmpty == true { kept.removeLast() }
        isHeader = isEmptyTable
      } else {
        if !line.isEmpty { next = level }
        kept.append(line)
      }
    }
    return kept.reversed()
  }

  /// Whether a mark in a line names a feature that is gone.
  private func isMarked(_ line: Substring) -> Bool {
    line.matches(of: /<!-- feature: ([\w, ]+) -->/).contains { match in
      match.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.contains {
        $0 == "all" ? removesTemplate : modules.contains($0)
      }
    }
  }

  /// Whether a line names a file or a folder that is gone.
  private func names(_ line: Substring, from base: String) -> Bool {
    let spans = line.matches(of: /`([^`]+)`/).map { String($0.1) }
    let targets = line.matches(of: /\]\(([^)#:]+)/).map { Self.resolved(String($0.1), base) }
    return (spans + targets).contains(where: isGone)
  }

  private func isGone(_ path: String) -> Bool {
    gone.contains(path) || RemovedFeatures.module(of: path).map(modules.contains) == true
  }

  /// Returns a text without links to files that are gone. A link can begin on another line of its paragraph.
  private func unlinked(_ text: String, from base: String) -> String {
    guard text.contains("](") else { return text }
    return text.replacing(/\[((?:[^\[\]\n]|\n(?! *\n))+)\]\(([^)#:\n]+)\)/) { match in
      isGone(Self.resolved(String(match.2), base)) ? match.1 : match.0
    }
  }

  /// Returns a link's target as a path in the project.
  private static func resolved(_ target: String, _ base: String) -> String {
    (("/" + base as NSString).appendingPathComponent(target) as NSString).standardizingPath
      .dropFirst().description
  }
}
