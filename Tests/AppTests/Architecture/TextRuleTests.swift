import Testing
@testable import Scaffold

extension Rule {
  /// Text for people is made in screens and their text files; all other files of a feature, also those beside the
  /// folders, give reasons as values.
  ///
  /// A sentence has several words, and begins with a capitalised one or ends with a full stop. That is not so of
  /// SQL, operations of a store, log lines and the details of errors (Docs/decisions/0027).
  static let textsInScreens = Rule("texts in screens") { file in
    guard file.module?.role == .feature, file.featureFolder != "Screens" else { return [] }
    func violation(_ number: Int) -> Rule.Violation {
      file.violation(number + 1, "a text for people outside of Screens")
    }
    let literal = /"((?:[^"\\]|\\.)*)"/
    let sentence = /^[A-Z][a-z’']*,? .*[A-Za-z]|[A-Za-z] .*[A-Za-z)”]\.$/
    // Developers read the first two; the third is the catalogue's own word.
    let exception = /preconditionFailure\(|debugDescription:|\bsubject: "/
    var isInBlock = false
    return file.lines.enumerated().compactMap { number, line in
      if line.contains("\"\"\"") {
        isInBlock.toggle()
      } else if isInBlock {
        return line.drop { $0 == " " }.contains(sentence) ? violation(number) : nil
      }
      guard line.contains("\""), !line.contains(/^ *\/\//), !line.contains(exception) else {
        return nil
      }
      let isText =
        line.contains("Notice(\"")
        || line.matches(of: literal).contains { $0.1.contains(sentence) }
      return isText ? violation(number) : nil
    }
  }
}

@Suite("Texts of features") struct TextRuleTests {
  @Test(
    "The rule rejects notices and sentences, except in screens",
    arguments: [
      #"post(Notice("Saved"))"#, #"let title = "Leave the form?""#,
      #"fail("Sorry, the book is gone")"#, #"let text = "\(count) books were skipped.""#,
      #"throw .refused("The shelf is full.")"#, #"let text = "A book \(name) is there""#,
      "let text = \"\"\"\n  The shelf is full.\n  \"\"\"",
      "throw .refused(\n  \"\"\"\n  \\(count) books were skipped.\n  \"\"\", status)",
      "let sql = \"\"\"\n  DELETE FROM loans\n  \"\"\"\npost(Notice(\"Saved\"))",
    ])
  func refuses(_ line: String) {
    let folders = ["Coordinators", "ViewModels", "Services", "Models"].map { "\($0)/A" }
    for place in folders + ["ShopFeature", "ShopTransfer"] {
      #expect(violations(in: place, line).count == 1, "\(place)")
    }
    #expect(violations(in: "Screens/A", line) == [])
  }

  @Test(
    "The rule accepts SQL, operations, log lines, details of errors, and texts for developers",
    arguments: [
      #"try execute("DELETE FROM loans WHERE id = ?", [id])"#,
      #"try reader.first("SELECT max(turn) FROM loans")"#,
      "try execute(\"\"\"\n  DELETE FROM loans\n  WHERE id = ?\n  \"\"\", [id])",
      #"try store.change("saving a loan") { }"#,
      #"logger.log(.error, "the loan was not read: \(error)")"#,
      #"throw .damaged("the list of loans")"#, #"Plan(id: "a", currency: "EUR")"#,
      #"preconditionFailure("Loans need a transaction.")"#,
      #"in: container, debugDescription: "This is no loan.")"#,
      #"Genre(id: "short", subject: "Short stories")"#, #"let notice = Notice(LoansText.saved)"#,
      #"// Not "A sentence.""#,
    ])
  func accepts(_ line: String) {
    #expect(violations(in: "Services/A", line) == [])
  }

  private func violations(in place: String, _ line: String) -> [Rule.Violation] {
    Rule.textsInScreens.violations(
      in: [SourceFile(path: "Modules/Shop/\(place).swift", text: line)])
  }
}
