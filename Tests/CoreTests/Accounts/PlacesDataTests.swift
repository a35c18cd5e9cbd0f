import Accounts
import Foundation
import Services
import TestKit
import Testing

@Suite("Saved places as a part of an account")
struct PlacesDataTests {
  @Test(
    "Saved places are erased even while another window reads; only the emptying of the log waits")
  func erasedMeanwhile() async throws {
    let (store, account) = (MemoryKeyValueStore(), Owner.account("ada"))
    let places = OwnedValues(store, of: account, about: "session")
    try await places.set(Data("here".utf8), for: "places")
    let data = PlacesData(in: store, database: EmptyDatabase())
    try await OwnerChange.erase(account).make(in: [data], database: nil)
    #expect(try await places.value(for: "places") == nil)
  }

  @Test("Routes that another window saves during an erasure are erased, too")
  func savedMeanwhile() async throws {
    let store = MemoryKeyValueStore()
    try await OwnerChange.erase(.account("ada")).make(
      in: [PlacesData(in: store)], database: nil,
      also: { _ throws(StorageError) in
        try store.set(Data("1".utf8), for: "account/ada/session/places")
      })
    #expect(try store.values(withPrefix: "").isEmpty)
  }

  @Test("Only a guest's routes move to an account: the record of attempts to restore is deleted")
  func attempts() async throws {
    let (store, account) = (MemoryKeyValueStore(), Owner.account("ada"))
    for key in ["places", "attempts"] { try store.set(Data("1".utf8), for: "guest/session/\(key)") }
    try await OwnerChange.move(from: .guest, to: account)
      .make(in: [PlacesData(in: store)], database: nil)
    #expect(try store.values(withPrefix: "").map(\.key) == ["account/ada/session/places"])
  }
}
