import Accounts
public import Core
public import Services

/// The feature: a list for each owner.
@MainActor public enum TemplateFeature {
  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: creates identifiers and knows the owner.
  ///   - store: stores the lists.
  public static func make(context: AppContext, store: any KeyValueStore) -> Feature {
    let services = TemplateServices(context, store: store)
    var feature = Feature(
      "template",
      tabs: [
        TabItem(
          TemplatePlace.tab, title: TemplateText.title,
          make: { TemplateCoordinator(services: services) })
      ],
      destination: TemplatePlace.destination)
    feature.contributions.append(
      OwnedValuesData(
        about: TemplateStore.subject, in: store, describe: { _ in TemplateText.summary }))
    return feature
  }
}

/// The feature's only destination, and its link: `booksapp://template`.
enum TemplatePlace {
  static let tab: TabItem.ID = "template"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "template", link.path.isEmpty else { return nil }
    return LinkDestination(tab: tab)
  }
}
