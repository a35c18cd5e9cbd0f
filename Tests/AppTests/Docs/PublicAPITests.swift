import Foundation
import Testing

/// A change of what clients compile against shows in the difference of a commit.
@Suite("The public API of the core") struct PublicAPITests {
  /// The products that a team takes without the app; Docs/versions.md promises what is in their lists.
  private static let modules = [
    "Accounts", "Core", "Files", "HTTP", "Inspection", "Services", "TestKit", "Walks",
  ]

  private static let folder = Sources.root.appending(path: "Docs/api")

  /// If `make api` sets the variable, the list is written instead of compared.
  @Test("The list in Docs/api is that of the module (make api writes it again)", arguments: modules)
  func list(_ module: String) async throws {
    let lines = try await PublicAPI(of: module).lines
    #expect(lines.count > 10)
    let file = Self.folder.appending(path: "\(module).txt")
    if ProcessInfo.processInfo.environment["TEST_WRITE_API"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let (added, removed) = (Set(lines).subtracting(listed), Set(listed).subtracting(lines))
    #expect(added.sorted() == [], "not in the list yet")
    #expect(removed.sorted() == [], "in the list, and not in the module")
    let isSorted = lines == listed || Set(lines) != Set(listed)
    #expect(isSorted, "in another order, or twice")
  }

  @Test("Every module of the core with public declarations has a list, and no other module")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.sorted() == Self.modules.map { "\($0).txt" })
    let core = Sources.root.appending(path: "Modules/Core").path
    let modules = try FileManager.default.contentsOfDirectory(atPath: core)
    // What is in Terminal is for hosts and adapters of this package.
    #expect(modules.filter { $0 != "Terminal" }.sorted() == Self.modules)
  }

  @Test("A list has what clients call, subclass, implement and match, and nothing that is implied")
  func contents() async throws {
    let lines = Set(try await PublicAPI(of: "Core").lines)
    let missing = [
      "AnyCoordinator: open @MainActor class AnyCoordinator",
      "Coordinator: inherits from AnyCoordinator",
      "Screen.lock: requirement: @MainActor var lock: Lock? { get }",
      "Screen.lock: @MainActor var lock: Lock? { get }",
      // The class is `@Observable`.
      "NavigationController.tree: @MainActor var tree: NavigationTree { get }",
      "Outcome.finished: case finished(Value)",
      "Outcome: conforms to Equatable where Value : Equatable",
      "Optional.text: var text: String { get } where Wrapped == FieldValue",
      "FieldValue.init: init(from decoder: any Decoder) throws",
    ].filter { !lines.contains($0) }
    #expect(missing == [])
    // Synthesized, implied, and with package access.
    for text in ["Row.init: init(from ", "Copyable", "rowCount"] {
      #expect(lines.filter { $0.contains(text) } == [])
    }
  }
}
