import Files
import Services
import Foundation
import TestKit
import Testing

@testable import Books

@Suite("The order of rows in an export for Goodreads")
struct GoodreadsOrderTests {
  private let ada = Owner.account("ada")

  private func scenes() throws -> [GoodreadsScene] {
    [try GoodreadsScene(), try GoodreadsScene(.books())]
  }

  private func importRows(
    _ rows: [String], of owner: Owner, in scene: GoodreadsScene
  ) async throws {
    let path = try scene.write((["Book Id,Title"] + rows).map { "\($0)\n" }.joined())
    _ = try await scene.importing.run(Transfer.Request(files: [path], owner: owner)) { _ in }
  }

  private func rows(of owner: Owner, in scene: GoodreadsScene) async throws -> [String] {
    let path = scene.path("out.csv")
    _ = try await scene.exporting.run(
      Transfer.Request(files: [path], owner: owner, replaces: true)
    ) { _ in }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test("A guest's imported books come after those of the account that gets them")
  func moved() async throws {
    for scene in try scenes() {
      try await importRows(["1,Emma", "2,Kim"], of: .guest, in: scene)
      try await importRows(["3,Dune", "4,Nada", "5,Ulysses"], of: ada, in: scene)
      let data = BooksAccountData(stores: scene.stores, identifiers: UniqueIdentifiers())
      try await data.move(from: .guest, to: ada, database: scene.database)
      #expect(
        try await rows(of: ada, in: scene) == ["3,Dune", "4,Nada", "5,Ulysses", "1,Emma", "2,Kim"])
    }
  }

  @Test("A row that is imported again, with other values, keeps its place among the rows")
  func again() async throws {
    for scene in try scenes() {
      try await importRows(["1,Emma", "2,Kim"], of: ada, in: scene)
      try await importRows(["1, Emma"], of: ada, in: scene)
      #expect(try await rows(of: ada, in: scene) == ["1, Emma", "2,Kim"])
    }
  }
}
