public import Core
public import Services

/// A row that a feature adds to the account screen, with the flow behind it.
///
/// ```swift
/// let item = AccountItem("trips", title: "My trips", detail: { "2 planned" }) {
///   TripCoordinator(Trip(id: "rome", city: "Rome"))
/// }
/// ```
@MainActor public struct AccountItem: Identifiable {
  /// Identifies the item; also the last word of the link to it.
  public nonisolated let id: Identifier<AccountItem>
  /// The visible title.
  public var title: String
  /// The heading of the item's section, or nil for the items about the user.
  public var heading: String?
  /// The current value, or nil.
  public var detail: () -> String?
  /// Creates the flow, which is pushed; it ends when the user leaves it.
  public var make: () -> Coordinator<Void>

  /// Creates an item.
  public init(
    _ id: Identifier<AccountItem>, title: String, heading: String? = nil,
    detail: @escaping () -> String? = { nil },
    make: @escaping () -> Coordinator<Void>
  ) {
    self.id = id
    self.title = title
    self.heading = heading
    self.detail = detail
    self.make = make
  }
}

extension Identifier where Subject == NavigationTree.Tabs.Tab {
  /// The tab whose first screen lists the account items, if a feature of the app has one.
  public static var account: Self { "account" }
}

extension Route {
  /// The route of an account item, in the tab `account`.
  public static func accountItem(_ id: Identifier<AccountItem>) -> Route {
    Route("item", parameters: ["id": id.rawValue])
  }
}
