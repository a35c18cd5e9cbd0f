public import Core
public import Services

/// What a feature adds to the screen about a person's account: one row, and the flow behind it.
///
/// ```swift
/// let item = AccountItem("trips", title: "My trips", detail: { "2 planned" }) {
///   TripCoordinator(Trip(id: "rome", city: "Rome"))
/// }
/// ```
@MainActor public struct AccountItem: Identifiable {
  /// Identifies the item; also the last word of the link to it.
  public nonisolated let id: Identifier<AccountItem>
  /// What a person reads.
  public var title: String
  /// The heading under which it stands with others, or nil for those about the person.
  public var heading: String?
  /// What it is set to now, or nil.
  public var detail: () -> String?
  /// Whether the item is there for this owner.
  public var isOffered: (Owner) -> Bool
  /// Makes the flow, which is pushed; it ends when it is left.
  public var make: () -> Coordinator<Void>

  /// Creates an item.
  public init(
    _ id: Identifier<AccountItem>, title: String, heading: String? = nil,
    detail: @escaping () -> String? = { nil },
    isOffered: @escaping (Owner) -> Bool = { _ in true },
    make: @escaping () -> Coordinator<Void>
  ) {
    self.id = id
    self.title = title
    self.heading = heading
    self.detail = detail
    self.isOffered = isOffered
    self.make = make
  }
}

extension Identifier where Subject == NavigationTree.Tabs.Tab {
  /// The tab whose first screen lists the account items, if a feature of the app has one.
  public static var account: Self { "account" }
}

extension Route {
  /// The place behind an account item, in the tab ``account``.
  public static func accountItem(_ id: Identifier<AccountItem>) -> Route {
    Route("item", parameters: ["id": id.rawValue])
  }
}
