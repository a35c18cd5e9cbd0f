import Foundation
import Services
import TestKit
import Testing

@testable import Template

/// The requirements for every `TemplateStore`. `AccountDataContract` checks moving and erasing.
struct TemplateStoreContract: Contract {
  enum Check: String, CaseIterable, Sendable {
    case keepsItems, replaces, edits, insertsEdited, sorts, removes, keepsOwnersApart
    case keepsTheOrder, keepsLongTexts, hasAnEnd, takesManyAtOnce, losesNoEdit, addsAllOrNone
  }

  /// The maximum number of items in the tested store.
  static let limit = 5
  private let make: @Sendable () throws -> any TemplateStore

  /// - Parameter make: creates an empty store with the limit.
  init(_ make: @escaping @Sendable () throws -> any TemplateStore) {
    self.make = make
  }

  func verify(_ check: Check) async throws {
    let store = try make()
    let item = TemplateItem.sample(1, name: "Soup", note: "Hot\u{0}\nor 👩‍👩‍👧")
    switch check {
    case .keepsItems:
      #expect(try await store.items(of: .guest) == [])
      #expect(try await store.item(item.id, of: .guest) == nil)
      #expect(try await store.save(item, of: .guest))
      #expect(try await store.items(of: .guest) == [item])
      #expect(try await store.item(item.id, of: .guest) == item)
    case .replaces:
      #expect(try await store.save(item, of: .guest))
      #expect(try await store.save(.sample(1, name: "Stew"), of: .guest))
      #expect(try await store.items(of: .guest) == [.sample(1, name: "Stew")])
    case .edits:
      #expect(try await store.save(item, of: .guest))
      let old = TemplateItem.sample(1, name: "Old", note: "Old")
      let stew = TemplateItem.sample(1, name: "Stew", note: item.note)
      let saved = try await store.save(old, of: .guest) { $0.name = "Stew" }
      #expect(saved == stew)
      let unchanged = try await store.save(old, of: .guest) { _ in }
      #expect(unchanged == stew)
      #expect(try await store.items(of: .guest) == [stew])
    case .insertsEdited:
      let saved = try await store.save(item, of: .guest) { $0.name = "Stew" }
      #expect(saved == .sample(1, name: "Stew", note: item.note))
      #expect(try await store.item(item.id, of: .guest) == saved)
    case .sorts:
      for number in [2, 3, 1] { #expect(try await store.save(.sample(number), of: .guest)) }
      #expect(try await store.items(of: .guest) == [.sample(1), .sample(2), .sample(3)])
      #expect(try await store.save(.sample(2, name: "B"), of: .guest))
      #expect(try await store.items(of: .guest).map(\.name) == ["A", "B", "A"])
    case .keepsTheOrder:
      // Of one time, as while the clock stands still.
      let new = ["d", "b", "c", "a"].map {
        TemplateItem(id: Identifier($0), name: $0, note: "", added: item.added)
      }
      let first = try await store.save(new[0], of: .guest) { _ in }
      #expect(try await store.item(new[0].id, of: .guest) == first)
      #expect(try await store.add([new[1], new[2]], of: .guest) > 0)
      #expect(try await store.save(new[3], of: .guest))
      let removed = try #require(try await store.remove("b", of: .guest))
      #expect(try await store.save(removed, of: .guest))
      #expect(try await store.items(of: .guest).map(\.name) == ["d", "b", "c", "a"])
    case .removes:
      #expect(try await store.save(item, of: .guest))
      #expect(try await store.remove("another", of: .guest) == nil)
      #expect(try await store.remove(item.id, of: .guest) == item)
      #expect(try await store.remove(item.id, of: .guest) == nil)
      #expect(try await store.items(of: .guest) == [])
    case .keepsOwnersApart:
      let (ada, bo) = (Owner.account("ada"), Owner.account("bo"))
      #expect(try await store.save(item, of: ada))
      #expect(try await store.save(.sample(1), of: bo))
      #expect(try await store.item(item.id, of: ada) == item)
      #expect(try await store.item(item.id, of: .guest) == nil)
      #expect(try await store.remove(item.id, of: bo) == .sample(1))
      #expect(try await store.items(of: ada) == [item])
    case .keepsLongTexts:
      let letter = "\u{E9}" + String(repeating: "\u{301}", count: 15)
      let long = TemplateItem.sample(
        1, name: String(repeating: letter, count: TemplateItem.maximumNameLength),
        note: String(repeating: letter, count: TemplateItem.maximumNoteLength))
      #expect(letter.utf8.count == TemplateItem.maximumCharacterSize)
      #expect(try await store.save(long, of: .guest))
      #expect(try await store.items(of: .guest) == [long])
    case .hasAnEnd:
      for number in 1...Self.limit {
        #expect(try await store.save(.sample(number), of: .guest))
      }
      #expect(try await !store.save(.sample(0), of: .guest))
      #expect(try await store.item(TemplateItem.sample(0).id, of: .guest) == nil)
      #expect(try await store.save(item, of: .guest), "changing an item adds none")
      #expect(try await store.save(.sample(0), of: .account("ada")))
    case .takesManyAtOnce:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask { _ = try await store.save(.sample(number), of: .guest) }
        }
        try await group.waitForAll()
      }
      #expect(try await store.items(of: .guest).count == Self.limit)
    case .losesNoEdit:
      #expect(try await store.save(.sample(1), of: .guest))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask { _ = try await store.save(.sample(1), of: .guest) { $0.note += "a" } }
        }
        try await group.waitForAll()
      }
      #expect(try await store.item(TemplateItem.sample(1).id, of: .guest)?.note.count == 50)
    case .addsAllOrNone:
      #expect(try await store.save(item, of: .guest))
      let new = (2...Self.limit).map { TemplateItem.sample($0) }
      #expect(try await store.add(new + [.sample(0)], of: .guest) == new.count)
      #expect(try await store.items(of: .guest) == [item])
      #expect(try await store.add(new, of: .guest) == new.count)
      #expect(try await store.items(of: .guest) == [item] + new)
      #expect(try await store.add([], of: .guest) == 0)
      #expect(try await store.add([.sample(0)], of: .guest) == 0)
      #expect(try await store.items(of: .guest) == [item] + new)
    }
  }
}
