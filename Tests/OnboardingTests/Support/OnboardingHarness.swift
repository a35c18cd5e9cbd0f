import Accounts
import Services
import Core
import Foundation
@testable import Onboarding
import TestKit
import Testing

/// An app with onboarding only, over a store that outlives its sessions.
@MainActor final class OnboardingHarness {
  let store = FaultyKeyValueStore()
  private let places = MemoryKeyValueStore()
  private(set) var context = AppContext.test()
  /// The last session's value.
  private(set) var feature = OnboardingFeature(
    context: .test(), store: MemoryKeyValueStore())

  /// A whole app, with its gate and a tab with the account items.
  func session(_ experiments: [String: String] = [:], owner: Owner = .guest) -> AppSession {
    renew(experiments, owner)
    let feature = feature.feature
    let items = [feature].contributions(of: AccountItem.self)
    var tab = Feature.solo(
      tab: "items", title: "Items",
      showPlace: { tab, route in
        guard let item = items.first(where: { .accountItem($0.id) == route }) else { return false }
        tab.startChild(item.make())
        return true
      }
    ) { tab in
      tab.push(ItemsScreen(items) { [weak tab] in tab?.startChild($0.make()) })
    }
    tab.destination = { link in
      link.host == "account" ? LinkDestination(tab: "items", routes: []) : nil
    }
    return AppSession(context: context, features: [feature, tab], places: places)
  }

  /// Creates a session with only the flow, with the given steps.
  func flow(
    _ mode: ProfileCoordinator.Mode = .onboarding, steps: [ProfileStep] = [],
    _ experiments: [String: String] = [:], outcome: ((Outcome<Void>) -> Void)? = nil
  ) async -> () -> AppSession {
    let current = await current(experiments)
    let context = context
    return {
      .solo(
        ProfileCoordinator(current, mode, steps: steps), context: context, outcome: outcome)
    }
  }

  /// Creates the object that the screens of a session share.
  func current(
    _ experiments: [String: String] = [:], owner: Owner = .guest
  ) async -> CurrentProfile {
    renew(experiments, owner)
    let current = CurrentProfile(context, store: store, unread: OnboardingText.unread)
    await current.prepare()
    return current
  }

  private func renew(_ experiments: [String: String], _ owner: Owner) {
    context = AppContext.test(experiments: experiments)
    if let account = owner.account { context.currentOwner.restore(account, expires: nil) }
    feature = OnboardingFeature(context: context, store: store)
  }

  /// Returns the stored profile of an owner.
  func stored(of owner: Owner = .guest) async throws -> ReaderProfile {
    try await ProfileStore(store).profile(of: owner)
  }

  func keep(_ profile: ReaderProfile, of owner: Owner = .guest) async throws {
    _ = try await ProfileStore(store).save(
      ProfileChange(from: ProfileDraft(ReaderProfile()), to: ProfileDraft(profile)), for: owner)
  }

  /// Holds writes, also cancelled ones, until the gate is open.
  func holdWrites() -> Gate {
    let gate = Gate(isStubborn: true)
    store.holdWriting(gate)
    return gate
  }

  var wasSeen: Bool {
    get async throws { try await ProfileStore(store).wasSeen() }
  }

  nonisolated static let ada = ReaderProfile(
    displayName: "Ada Lovelace", genres: ["poetry", "science"], yearlyGoal: 24)
}

/// The account items, as rows.
private final class ItemsScreen: Screen {
  private let items: [AccountItem]
  private let onItem: (AccountItem) -> Void

  init(_ items: [AccountItem], onItem: @escaping (AccountItem) -> Void) {
    self.items = items
    self.onItem = onItem
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Items",
      sections: [
        ContentSection(
          "items",
          .rows(
            items.map { Row(Identifier($0.id.rawValue), title: $0.title, detail: $0.detail()) }))
      ])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    guard case .row(let row) = input else { return }
    if let item = items.first(where: { $0.id.rawValue == row.rawValue }) { onItem(item) }
  }
}
