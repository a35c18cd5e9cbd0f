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
  @Test("No view model of a feature names an owner")
  func features() { expect(SourceTree.project.files) }

  @Test("No view model that make feature or make screen creates names an owner")
  func templates() throws {
    let folders = Set(FeatureKind.allCases.flatMap(\.templates)).sorted()
    let files = try TemplateFiles(root: Sources.root).files(in: folders).map {
      SourceFile(path: $0.path, text: $0.text)
    }
    #expect(files.count { $0.featureFolder == "ViewModels" } > 3)
    expect(files)
  }

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

  private func expect(_ files: [SourceFile]) {
    for violation in Rule.viewModelsKnowNoOwner.violations(in: files) {
      Issue.record("\(violation)")
    }
  }
}
