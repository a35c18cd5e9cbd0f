import Testing
@testable import Scaffold

extension Rule {
  /// Services know the current owner, and compare owners; a view model does not know whose data it shows.
  static let viewModelsKnowNoOwner = Rule("view models know no owner") { file in
    guard file.featureFolder == "ViewModels" else { return [] }
    return file.violations(of: /\b\w*Owner\b|\.owner\b/, "a view model names an owner")
  }
}

@Suite("View models and owners") struct OwnerRuleTests {
  @Test(
    "The rule rejects the type and the property in a view model",
    arguments: [
      "let reader: Owner = .guest", "private let session: any SessionOwner",
      "if removal.owner == current {}", "let shown = items(of: services.owner)",
    ])
  func refuses(_ line: String) {
    #expect(violations(in: "ViewModels", line).count == 1)
    #expect(violations(in: "Services", line) == [])
  }

  @Test(
    "The rule accepts comments, texts and longer words",
    arguments: [
      "/// The owner's list: Owner.", #"let title = "Owner""#, "let count = library.ownersBooks",
    ])
  func accepts(_ line: String) {
    #expect(violations(in: "ViewModels", line) == [])
  }

  private func violations(in folder: String, _ line: String) -> [Rule.Violation] {
    Rule.viewModelsKnowNoOwner.violations(
      in: [SourceFile(path: "Modules/Shop/\(folder)/A.swift", text: line)])
  }
}
