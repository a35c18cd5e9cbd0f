import Accounts
public import Core
import Services

/// The feature around the things of its list; each owner has a list of their own.
@MainActor public enum TemplateFeature {
  /// Makes the feature.
  ///
  /// - Parameter context: keeps the list, makes identifiers, and says who uses the app.
  public static func make(context: AppContext) -> Feature {
    let services = TemplateServices(context)
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
        about: TemplateStore.subject, in: context.store, describe: { _ in TemplateText.summary }))
    return feature
  }
}
