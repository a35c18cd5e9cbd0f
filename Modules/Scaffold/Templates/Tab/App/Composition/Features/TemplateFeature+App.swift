import Services
import Template

extension AppFeature {
  /// The feature in this app.
  static let templateMember = AppFeature(id: "template") { _ in TemplateFeature.make() }
}
