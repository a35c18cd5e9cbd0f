@testable import Scaffold

extension Rule {
  /// The title of a test or a suite names its subject. No relative clause stands in its place.
  static let titleSubjects = Rule("title subjects") { file in
    guard file.path.hasPrefix("Tests/") else { return [] }
    let clause = /(?:@Test\(|@Suite\(|^ *)"(?:what is|who|whose|whoever)\b/.ignoresCase()
    return file.codeLines.indices.compactMap { index in
      let line = file.codeLines[index]
      guard line.contains("@Test(") || line.contains("@Suite(") else { return nil }
      // The title may be on the line after the attribute.
      let title = line.hasSuffix("(") ? index + 1 : index
      guard file.lines.indices.contains(title), file.lines[title].contains(clause) else {
        return nil
      }
      return file.violation(title + 1, "name the subject of the title")
    }
  }
}
