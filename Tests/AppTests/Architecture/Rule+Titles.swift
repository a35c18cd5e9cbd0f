@testable import Scaffold

extension Rule {
  /// The title of a test is a sentence, and begins with a capital letter. It names its subject, as does that of a
  /// suite: no relative clause stands in its place.
  static let titleSubjects = Rule("title subjects") { file in
    guard file.path.hasPrefix("Tests/") else { return [] }
    let clause = /(?:@Test\(|@Suite\(|^ *)"(?:what is|who|whose|whoever)\b/.ignoresCase()
    // The subject of a neighbour: the title is also read alone, in a log.
    let leaning =
      /(?:@Test\(|^ *)"(?:[0-9., RFC]*: )?(?:it|its|they|their|so it|nor|neither are|and|but)\b/
      .ignoresCase()
    let fragment = /(?:@Test\(|^ *)"[a-z]/
    return file.codeLines.indices.compactMap { index in
      let line = file.codeLines[index]
      guard line.contains("@Test(") || line.contains("@Suite(") else { return nil }
      // The title may be on the line after the attribute.
      let title = line.hasSuffix("(") ? index + 1 : index
      guard file.lines.indices.contains(title) else { return nil }
      if line.contains("@Test("), file.lines[title].contains(fragment) {
        return file.violation(title + 1, "write the title as a sentence")
      }
      let isLeaning = line.contains("@Test(") && file.lines[title].contains(leaning)
      guard isLeaning || file.lines[title].contains(clause) else { return nil }
      return file.violation(title + 1, "name the subject of the title")
    }
  }
}
