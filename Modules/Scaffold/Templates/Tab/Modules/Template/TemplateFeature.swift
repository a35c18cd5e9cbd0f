public import Core
import Services

/// The feature: a tab with one screen.
@MainActor public enum TemplateFeature {
  /// Creates the feature.
  public static func make() -> Feature {
    Feature(
      "template",
      tabs: [
        TabItem(TemplateLinks.tab, title: TemplateText.title, make: { TemplateCoordinator() })
      ],
      destination: TemplateLinks.destination)
  }
}
