import Accounts
public import Core
import Services

/// The feature: a screen that opens from the account's list.
@MainActor public enum TemplateFeature {
  /// Creates the feature.
  public static func make() -> Feature {
    var feature = Feature("template", destination: TemplateLinks.destination)
    // In a section of its own.
    feature.contributions += [
      AccountItem(
        TemplateLinks.item, title: TemplateText.title, heading: TemplateText.title,
        make: { TemplateCoordinator() })
    ]
    return feature
  }
}
