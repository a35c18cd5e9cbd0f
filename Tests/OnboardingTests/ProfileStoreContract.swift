import Core
import Services
import Foundation
@testable import Onboarding
import TestKit
import Testing

/// The contract of `ProfileStore`, over every key-value store.
struct ProfileStoreContract: Contract {
  /// The checks of the contract.
  enum Check: String, CaseIterable, Sendable {
    /// A profile is stored for its owner alone.
    case keepsApart
    /// Only changes are written over the stored profile.
    case keepsUnchanged
    /// Only added and removed genres are written over the stored ones.
    case mergesGenres
    /// A change that would make too many favourites stores nothing; any other one is stored.
    case refusesTooManyGenres
    /// A genre of another version is kept.
    case keepsUnknownGenres
    /// Undecodable data is no profile, and is set aside before the first write.
    case putsAside
    /// Whether onboarding was shown is stored per device, not per owner.
    case remembersShowing
  }

  let make: @Sendable () -> any KeyValueStore

  func verify(_ check: Check) async throws {
    let store = make()
    let profiles = ProfileStore(store)
    let ada = OnboardingHarness.ada
    switch check {
    case .keepsApart:
      #expect(try await profiles.profile(of: .guest) == ReaderProfile())
      #expect(try await profiles.save(change(to: ada), for: .guest) == ada)
      #expect(try await ProfileStore(store).profile(of: .guest) == ada)
      #expect(try await profiles.profile(of: .account("ada")) == ReaderProfile())
    case .keepsUnchanged:
      _ = try await profiles.save(change(to: ada), for: .guest)
      let named = try await profiles.save(
        change(to: ReaderProfile(displayName: "Bo")), for: .guest)
      #expect(named == ReaderProfile(displayName: "Bo", genres: ada.genres, yearlyGoal: 24))
      #expect(try await ProfileStore(store).profile(of: .guest) == named)
    case .mergesGenres:
      let stored = ReaderProfile(genres: ["poetry", "drama"])
      _ = try await profiles.save(change(to: stored), for: .guest)
      let base = ProfileDraft(ReaderProfile(genres: ["classics", "poetry"]))
      let draft = ProfileDraft(ReaderProfile(genres: ["classics", "horror", "drama"]))
      let merged = try await profiles.save(ProfileChange(from: base, to: draft), for: .guest)
      #expect(merged == ReaderProfile(genres: ["drama", "horror"]))
      #expect(try await ProfileStore(store).profile(of: .guest) == merged)
    case .refusesTooManyGenres:
      let genres = Genre.all.map(\.id)
      let five = ReaderProfile(genres: Array(genres.prefix(Genre.maximumFavourites)))
      _ = try await profiles.save(change(to: five), for: .guest)
      let sixth = ReaderProfile(displayName: "Bo", genres: Array(genres.suffix(1)))
      #expect(try await profiles.save(change(to: sixth), for: .guest) == nil)
      #expect(try await profiles.profile(of: .guest) == five)
      let named = ReaderProfile(displayName: "Bo", genres: five.genres)
      #expect(try await profiles.save(change(to: named), for: .guest) == named)
    case .keepsUnknownGenres:
      let old = ReaderProfile(genres: ["knitting", "poetry"])
      _ = try await profiles.save(change(to: old), for: .guest)
      _ = try await profiles.save(change(to: ReaderProfile(yearlyGoal: 3)), for: .guest)
      #expect(try await profiles.profile(of: .guest).genres == old.genres)
    case .putsAside:
      let values = OwnedValues(store, of: .guest, about: "onboarding")
      let damaged = Data("no JSON".utf8)
      try await values.set(damaged, for: "profile")
      #expect(try await profiles.profile(of: .guest) == ReaderProfile())
      #expect(try await values.value(for: "profile") == damaged, "reading changes nothing")
      #expect(try await profiles.save(change(to: ada), for: .guest) == ada)
      #expect(try await values.value(for: "unread-profile") == damaged)
    case .remembersShowing:
      #expect(try await !profiles.wasSeen())
      try await profiles.markSeen()
      #expect(try await ProfileStore(store).wasSeen())
      #expect(try await store.values(withPrefix: "").map(\.key) == ["onboarding/seen"])
    }
  }

  private func change(to profile: ReaderProfile) -> ProfileChange {
    ProfileChange(from: ProfileDraft(ReaderProfile()), to: ProfileDraft(profile))
  }
}
