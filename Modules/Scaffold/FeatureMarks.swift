/// The marks by which a file says what belongs to a feature.
///
/// A file that begins with `// Needs: Books, Auth` is removed with either of them. `Needs: all` names
/// every feature of the template: such a file describes the whole app. Lines from `// feature: Books`
/// to `// end` are removed with Books, and a line `// else: let a = 1` among them stays instead, as
/// code. Other languages have their own comments: `# feature: Books`, `<!-- feature: Books -->`.
struct FeatureMarks {
  /// The file with the features of the template that a project still has.
  static let list = ".ci/template-features"

  /// The features that are removed.
  let removed: Set<String>
  /// The features that `all` names. Those that a team adds are not among them: the pages and sessions
  /// of the whole app need none of these.
  var template: Set<String> = []
  /// Whether a feature is removed that `all` names.
  var removesTemplate: Bool { !removed.isDisjoint(with: template) }

  /// Returns the features of the template that a project still has.
  static func template(of folder: ProjectFolder) throws(ProjectError) -> Set<String> {
    guard folder.exists(list) else { return [] }
    let lines = try folder.required(list).split(separator: "\n").filter { comment(in: $0) == nil }
    return Set(lines.map(String.init))
  }

  /// Returns what is left of a file, or nil if it goes.
  ///
  /// - Parameter path: names the file in errors.
  func strip(_ text: String, path: String) throws(ProjectError) -> String? {
    guard text.contains("feature:") || text.contains("Needs:") else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.prefix(3) {
      if let needs = Self.names(after: "Needs:", in: line), goes(needs) { return nil }
    }
    // Without a mark an `end` is a comment like others.
    let isMarked = lines.contains { Self.names(after: "feature:", in: $0) != nil }
    guard isMarked else { return text }
    var kept: [Substring] = []
    // Whether each open region goes, with its line.
    var regions: [(goes: Bool, line: Int)] = []
    // In a page an empty line above a region that went needs none below it. The formatter does this for code.
    var isBehindRemoved = false
    for (index, line) in lines.enumerated() {
      if let names = Self.names(after: "feature:", in: line) {
        regions.append((goes(names), index + 1))
      } else if Self.comment(in: line) == "end" {
        guard !regions.isEmpty else { throw .unbalanced(path, line: index + 1) }
        let isKept = !regions.contains { $0.goes }
        regions.removeLast()
        if isKept { kept.append(line) }
        isBehindRemoved = !isKept && path.hasSuffix(".md")
        continue
      }
      let isRemoved = regions.contains { $0.goes }
      // An alternative belongs to the innermost region, and needs the others.
      if let code = Self.alternative(in: line), regions.last?.goes == true,
        !regions.dropLast().contains(where: { $0.goes })
      {
        kept.append(code)
      } else if !isRemoved {
        let isDouble = isBehindRemoved && line.isEmpty && kept.last?.isEmpty != false
        if !isDouble { kept.append(line) }
        isBehindRemoved = false
      }
    }
    if let open = regions.last { throw .unbalanced(path, line: open.line) }
    return kept.joined(separator: "\n")
  }

  private func goes(_ names: [Substring]) -> Bool {
    names.contains { $0 == "all" ? removesTemplate : removed.contains(String($0)) }
  }

  /// Returns the text of a line that is a comment and nothing else.
  private static func comment(in line: Substring) -> Substring? {
    // Most lines begin as no comment does.
    let first = line.utf8.first { $0 != UInt8(ascii: " ") }
    guard let first, "/#<\t".utf8.contains(first) else { return nil }
    let text = trimmed(line)
    for (start, end) in [("//", ""), ("#", ""), ("<!--", "-->")]
    where text.hasPrefix(start) && text.hasSuffix(end) {
      return trimmed(text.dropFirst(start.count).dropLast(end.count))
    }
    return nil
  }

  private static func names(after key: String, in line: Substring) -> [Substring]? {
    guard let comment = comment(in: line), comment.hasPrefix(key) else { return nil }
    return comment.dropFirst(key.count).split(separator: ",").map(trimmed)
  }

  private static func alternative(in line: Substring) -> Substring? {
    guard let comment = comment(in: line), comment.hasPrefix("else:") else { return nil }
    return line.prefix { $0 == " " } + trimmed(comment.dropFirst(5))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
