import Services
import Template

extension AppFeature {
  /// The feature in this app.
  static let templateMember = AppFeature(id: "template") {
    TemplateFeature.make(context: $0.context, store: $0.services.store)
  }
}
