import Accounts
import Core
import CurlNetworking
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Template

/// Where lists are stored.
enum TemplateStorage: CaseIterable, Sendable {
  case memory, database
}

/// An app with this feature only, over services that outlive its sessions.
@MainActor final class TemplateHarness {
  let values = MemoryKeyValueStore()
  let source: any TemplateSource
  let database: TestDatabase?
  private(set) var context = AppContext.test()

  init(
    _ storage: TemplateStorage = .memory, source: any TemplateSource = MemoryTemplateSource()
  ) throws {
    self.source = source
    database = storage == .database ? try .templateMember() : nil
  }

  func session() -> AppSession {
    context.owner = CurrentOwner()
    let feature = TemplateFeature.make(
      context: context, store: values, database: database, source: source)
    return AppSession(context: context, features: [feature], places: values, database: database)
  }

  var store: any TemplateStore {
    database.map { DatabaseTemplateStore($0) } ?? KeyValueTemplateStore(values)
  }

  /// The guest's list in memory, as it is stored.
  var list: OwnedValues { OwnedValues(values, of: .guest, about: "template") }

  /// Makes the guest's list in memory full.
  func fill() async throws {
    let items = (1...TemplateItem.maximumCount).map { TemplateItem.sample($0) }
    try await list.set(JSONEncoder().encode(items), for: "items")
  }
}

extension PatientClient {
  /// A client that asks servers on this machine, without a proxy.
  init() {
    var configuration = CurlConfiguration()
    configuration.proxy = .none
    self.init(CurlHTTPClient(configuration), wholeTimeout: .seconds(600))
  }
}

extension TestDatabase {
  /// A database with the table of this feature.
  static func templateMember() throws -> TestDatabase {
    try TestDatabase(TemplateFeature.migrations) { try SQLiteDatabase(path: $0) }
  }
}

extension TemplateItem {
  /// An item for tests; items with greater numbers are newer.
  static func sample(_ number: Int, name: String = "A", note: String = "") -> TemplateItem {
    TemplateItem(
      id: Identifier("item-\(number)x"), name: name, note: note,
      added: Date(timeIntervalSinceReferenceDate: Double(number)), number: number)
  }
}

extension String {
  /// One character with more bytes than a note may have.
  static let hugeCharacter =
    "a"
    + String(
      repeating: "\u{301}",
      count: TemplateItem.maximumNoteLength * TemplateItem.maximumCharacterSize / 2)
}

extension TemplateStore {
  /// Stores an item, replacing the name and the note of the one with its identifier.
  ///
  /// - Returns: false, storing nothing, if the item is new and the list is full.
  func save(_ item: TemplateItem, of owner: Owner) async throws(StorageError) -> Bool {
    let saved = try await save(item, of: owner) { ($0.name, $0.note) = (item.name, item.note) }
    return saved != nil
  }
}

extension AppDriver {
  /// Adds an item with the form.
  func add(_ name: String, note: String = "") async {
    await tap("add")
    await fill("name", name)
    await fill("note", note)
    await tap("save")
  }
}
