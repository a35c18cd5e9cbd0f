import Accounts
import Services
import Core
import Foundation
@testable import Onboarding
import SQLiteStorage
import TestKit
import Testing

@Suite("Profile stores")
struct ProfileStoreTests {
  private let memory: any KeyValueStore = MemoryKeyValueStore()
  private var profiles: ProfileStore { ProfileStore(memory) }
  private var values: OwnedValues { OwnedValues(memory, of: .guest, about: "onboarding") }
  private let ada = OnboardingHarness.ada

  private func reader(_ number: Int) -> ReaderProfile {
    ReaderProfile(displayName: "Reader \(number)", yearlyGoal: number)
  }

  private func change(to profile: ReaderProfile) -> ProfileChange {
    ProfileChange(from: ProfileDraft(ReaderProfile()), to: ProfileDraft(profile))
  }

  @Test("The store in memory fulfils the contract", arguments: ProfileStoreContract.Check.allCases)
  func memoryContract(_ check: ProfileStoreContract.Check) async throws {
    try await ProfileStoreContract { MemoryKeyValueStore() }.verify(check)
  }

  @Test(
    "The store in a database fulfils the contract", arguments: ProfileStoreContract.Check.allCases)
  func databaseContract(_ check: ProfileStoreContract.Check) async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    try await ProfileStoreContract { DatabaseKeyValueStore(database) }.verify(check)
  }

  @Test(
    "Undecodable data is no profile, and is set aside before the first write",
    arguments: [
      "", "no JSON", "{}", "[]", "null", "{\"version\":2,\"profile\":{\"stars\":7}}",
      "{\"version\":2,\"profile\":{\"displayName\":\"Ada\",\"genres\":[]}}",
      "{\"version\":1,\"profile\":{\"displayName\":7,\"genres\":[]}}",
      "{\"version\":1,\"profile\":{\"displayName\":\"\",\"genres\":[],\"yearlyGoal\":1e20}}",
      String(repeating: "[", count: 100_000), String(repeating: " ", count: 1 << 20) + "{}",
    ])
  func damaged(text: String) async throws {
    let data = Data(text.utf8)
    try await values.set(data, for: "profile")
    #expect(try await profiles.profile(of: .guest) == ReaderProfile())
    #expect(try await values.value(for: "profile") == data, "reading changes nothing")
    #expect(try await profiles.save(change(to: ada), for: .guest) == ada)
    #expect(try await profiles.profile(of: .guest) == ada)
    #expect(try await values.value(for: "unread-profile") == data)
  }

  @Test("Stored values are validated like typed ones")
  func hostile() async throws {
    let text = """
      {"version":1,"profile":{"displayName":"\\u001b[2J","genres":["poetry","poetry","\\u0000"],\
      "yearlyGoal":-1}}
      """
    try await values.set(Data(text.utf8), for: "profile")
    let profile = try await profiles.profile(of: .guest)
    #expect(profile.displayName.isEmpty)
    #expect(profile.favourites.map(\.id) == ["poetry"])
    #expect(profile.yearlyGoal == nil)
  }

  @Test("A stored profile with too many favourites can be changed, but gets no further one")
  func tooManyFavourites() async throws {
    let count = Genre.maximumFavourites + 1
    let list = Genre.all.prefix(count).map { "\"\($0.id.rawValue)\"" }.joined(separator: ",")
    let text = #"{"version":1,"profile":{"displayName":"","genres":[\#(list)]}}"#
    try await values.set(Data(text.utf8), for: "profile")
    let named = try await profiles.save(change(to: ReaderProfile(displayName: "Bo")), for: .guest)
    #expect(named?.displayName == "Bo" && named?.favourites.count == Genre.maximumFavourites)
    let further = ReaderProfile(genres: [Genre.all[count].id])
    #expect(try await profiles.save(change(to: further), for: .guest) == nil)
  }

  @Test("A profile that can't be read now is not overwritten")
  func unreadable() async throws {
    let store = FaultyKeyValueStore()
    let profiles = ProfileStore(store)
    _ = try await profiles.save(change(to: ada), for: .guest)
    store.failReading()
    await #expect(throws: StorageError.self) {
      try await profiles.save(change(to: ReaderProfile(displayName: "Bo")), for: .guest)
    }
    store.repair()
    #expect(try await profiles.profile(of: .guest) == ada)
  }

  @Test("A profile in damaged storage is no profile, and can be written again")
  func damagedStorage() async throws {
    let store = FaultyKeyValueStore()
    let profiles = ProfileStore(store)
    store.failReading(.damaged("a page"))
    #expect(try await profiles.profile(of: .guest) == ReaderProfile())
    #expect(try await profiles.save(change(to: ada), for: .guest) == ada)
  }

  @Test("Two windows that save different parts at the same time lose none")
  func twoWindows() async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    let first = ProfileStore(DatabaseKeyValueStore(database))
    let second = ProfileStore(DatabaseKeyValueStore(try database.secondWindow()))
    for number in 1...20 {
      let owner = Owner.account(Identifier("\(number)"))
      async let named = first.save(change(to: ReaderProfile(displayName: "Bo")), for: owner)
      async let aimed = second.save(change(to: ReaderProfile(yearlyGoal: 7)), for: owner)
      _ = try await (named, aimed)
      let kept = try await first.profile(of: owner)
      #expect(kept == ReaderProfile(displayName: "Bo", yearlyGoal: 7))
    }
  }

  @Test("Two windows that choose genres at the same time lose none")
  func genresInTwoWindows() async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    let first = ProfileStore(DatabaseKeyValueStore(database))
    let second = ProfileStore(DatabaseKeyValueStore(try database.secondWindow()))
    for number in 1...20 {
      let owner = Owner.account(Identifier("\(number)"))
      _ = try await first.save(change(to: ReaderProfile(genres: ["classics"])), for: owner)
      async let one = first.save(change(to: ReaderProfile(genres: ["fantasy"])), for: owner)
      async let other = second.save(change(to: ReaderProfile(genres: ["horror"])), for: owner)
      _ = try await (one, other)
      let kept = try await first.profile(of: owner)
      #expect(Set(kept.genres) == ["classics", "fantasy", "horror"])
    }
  }

  @Test("A profile moves, is exported and is erased with its owner in a database")
  func databaseAccountData() async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    let store = DatabaseKeyValueStore(database)
    let feature = await OnboardingFeature(context: .test(), store: store).feature
    let profiles = ProfileStore(store)
    try await AccountDataContract.check(
      try #require(
        await [feature].contributions(of: (any AccountData).self).first as? ProfileData),
      in: database,
      store: { _ = try await profiles.save(change(to: reader($1)), for: $0) },
      kept: { try await profiles.profile(of: $0) == reader($1) })
  }

  @Test("A profile moves, is exported and is erased with its owner")
  func accountData() async throws {
    let feature = await OnboardingFeature(context: .test(), store: memory).feature
    let data = try #require(
      await [feature].contributions(of: (any AccountData).self).first as? ProfileData)
    try await AccountDataContract.check(
      data,
      store: { _ = try await profiles.save(change(to: reader($1)), for: $0) },
      kept: { try await profiles.profile(of: $0) == reader($1) })
    _ = try await profiles.save(change(to: ada), for: .guest)
    #expect(try await data.summary(of: .guest) == "a profile")
  }
}
