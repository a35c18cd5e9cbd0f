import Accounts
public import Core
public import HTTP
public import Services

/// The feature: a list for each owner, and a page for each item.
@MainActor public enum TemplateFeature {
  /// The feature's schema migrations, oldest first.
  public nonisolated static let migrations = TemplateMigrations.all

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: has the clock, identifiers and the owner.
  ///   - store: stores the lists of an app without a database.
  ///   - database: stores the lists; nil for an app in memory.
  ///   - network: loads lists from the web.
  public static func make(
    context: AppContext, store: any KeyValueStore, database: (any Database)?,
    network: any HTTPClient
  ) -> Feature {
    make(
      context: context, store: store, database: database, source: HTTPTemplateSource(network))
  }

  /// Creates the feature with another source of lists.
  static func make(
    context: AppContext, store: any KeyValueStore, database: (any Database)?,
    source: any TemplateSource
  ) -> Feature {
    // A feature is made for each session: the app's key-value store outlives it, as a database does.
    let items: any TemplateStore =
      database.map { DatabaseTemplateStore($0) } ?? KeyValueTemplateStore(store)
    var feature = Feature(
      "template",
      tabs: [
        TabItem(
          TemplatePlace.tab, title: TemplateText.title,
          make: {
            TemplateCoordinator(TemplateList(context, store: items, source: source))
          })
      ],
      destination: TemplatePlace.destination)
    feature.contributions += [
      TemplateAccountData(store: items, describe: { TemplateText.summary(count: $0) })
    ]
    return feature
  }
}
