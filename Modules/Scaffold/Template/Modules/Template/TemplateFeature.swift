import Accounts
public import Core
public import Services

/// The feature around the things of its list; each owner has a list of their own.
@MainActor public enum TemplateFeature {
  /// Makes the feature.
  ///
  /// - Parameters:
  ///   - context: makes identifiers, and says who uses the app.
  ///   - store: keeps the list.
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

/// The feature's one place, and the link to it: `booksapp://template`.
enum TemplatePlace {
  static let tab: TabItem.ID = "template"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "template", link.path.isEmpty else { return nil }
    return LinkDestination(tab: tab)
  }
}
