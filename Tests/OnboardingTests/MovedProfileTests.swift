import Accounts
import Foundation
import Services
import Testing

@testable import Onboarding

@Suite("A guest's profile that moves to an account")
struct MovedProfileTests {
  private let store: any KeyValueStore = MemoryKeyValueStore()
  private var profiles: ProfileStore { ProfileStore(store) }
  private let guest = ReaderProfile(displayName: "Ada", genres: ["poetry"], yearlyGoal: 24)
  private let account = Owner.account("bo")

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: ProfileStore.subject)
  }

  private func save(_ profile: ReaderProfile, of owner: Owner) async throws {
    let change = ProfileChange(from: ProfileDraft(ReaderProfile()), to: ProfileDraft(profile))
    _ = try await profiles.save(change, for: owner)
  }

  private func move() async throws {
    try await OwnerChange.move(from: .guest, to: account)
      .make(in: [ProfileData(in: store, summary: "a profile")], database: nil)
    #expect(try await values(of: .guest).values(withPrefix: "").map(\.key) == [])
  }

  @Test(
    "A guest's profile fills the empty parts of the account's, which keeps the others",
    arguments: [
      ReaderProfile(displayName: "Bo"), ReaderProfile(genres: ["horror"]),
      ReaderProfile(yearlyGoal: 3), ReaderProfile(displayName: "Bo", yearlyGoal: 3),
      ReaderProfile(displayName: "Bo", genres: ["horror"], yearlyGoal: 3),
    ])
  func filled(own: ReaderProfile) async throws {
    try await save(guest, of: .guest)
    try await save(own, of: account)
    try await move()
    let kept = try await profiles.profile(of: account)
    #expect(kept.displayName == (own.displayName.isEmpty ? "Ada" : "Bo"))
    #expect(kept.genres == (own.genres.isEmpty ? ["poetry"] : ["horror"]))
    #expect(kept.yearlyGoal == own.yearlyGoal ?? 24)
  }

  @Test("A guest's profile replaces invalid values of the account's; unknown genres stay")
  func invalid() async throws {
    try await save(guest, of: .guest)
    let profile = #"{"displayName":"\u0007","genres":["knitting"],"yearlyGoal":5000}"#
    let stored = #"{"version":1,"profile":\#(profile)}"#
    try await values(of: account).set(Data(stored.utf8), for: ProfileStore.profileKey)
    try await move()
    let kept = try await profiles.profile(of: account)
    #expect(kept.displayName == "Ada" && kept.genres == ["knitting", "poetry"])
    #expect(kept.yearlyGoal == 24)
  }

  @Test("A guest's profile that can't be decoded is set aside when the account has one")
  func undecodableGuest() async throws {
    let damaged = Data("no JSON".utf8)
    try await values(of: .guest).set(damaged, for: ProfileStore.profileKey)
    try await save(guest, of: account)
    try await move()
    #expect(try await profiles.profile(of: account) == guest)
    #expect(try await values(of: account).value(for: ProfileStore.asideKey) == damaged)
  }

  @Test("An account's profile that can't be decoded is set aside, and the guest's takes its place")
  func undecodableAccount() async throws {
    let damaged = Data("no JSON".utf8)
    try await save(guest, of: .guest)
    try await values(of: account).set(damaged, for: ProfileStore.profileKey)
    try await move()
    #expect(try await profiles.profile(of: account) == guest)
    #expect(try await values(of: account).value(for: ProfileStore.asideKey) == damaged)
  }

  @Test("Without a profile of the account it moves as it is stored, also one that can't be decoded")
  func alone() async throws {
    let damaged = Data("no JSON".utf8)
    try await values(of: .guest).set(damaged, for: ProfileStore.profileKey)
    try await move()
    #expect(try await values(of: account).value(for: ProfileStore.profileKey) == damaged)
  }
}
