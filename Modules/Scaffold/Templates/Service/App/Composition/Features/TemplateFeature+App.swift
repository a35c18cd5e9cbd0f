import Core
import Services
import Template

extension AppFeature {
  /// The feature in this app.
  static let templateMember = AppFeature(id: "template") { $0.templateMemberFeature?.feature }
}

extension SessionFeatures {
  /// The feature, for others; nil in a session without it.
  var templateMemberFeature: TemplateFeature? {
    ifChosen(.templateMember) { TemplateFeature(context: context, values: services.store) }
  }
}
