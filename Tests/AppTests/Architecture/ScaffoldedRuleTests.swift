import Testing
@testable import Scaffold

@Suite("What the scaffold makes") struct ScaffoldedRuleTests {
  private static let features = FeatureScaffold(root: Sources.root)
  /// The kinds that fit this app: a screen opens from the account's list.
  private static let kinds = FeatureKind.allCases.filter {
    $0 != .screen || ProjectNames(root: Sources.root).accountFeature != nil
  }

  @Test(
    "A new screen or feature keeps every rule, even if its name ends like that of a service",
    arguments: [
      "Services", "Store", "Stores", "Client", "Catalogue", "Provider", "Database", "Hashing",
      "Keeper",
    ])
  func endings(_ ending: String) throws {
    let name = "Xylograph\(ending)"
    let feature = try #require(try FeatureRemoval(root: Sources.root).features.first)
    var files = try ScreenScaffold(root: Sources.root).plan(name, in: feature)
    for kind in Self.kinds {
      files += try Self.features.plan(FeatureName(name, taken: []), kind: kind)
    }
    let new = files.filter { $0.added == nil }.map { SourceFile(path: $0.path, text: $0.text) }
    #expect(new.count > 20)
    for rule in Rule.all { #expect(rule.violations(in: new) == [], "\(rule.name)") }
  }
}
