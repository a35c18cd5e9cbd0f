import Core
import Services
import Template

extension AppFeature {
  /// The feature in this app.
  static let templateMember = AppFeature(id: "template") { $0.templateMemberFeature?.feature }
}

extension SessionFeatures {
  /// The service, for other features; nil in a session without it.
  var templateMemberFeature: TemplateFeature? {
    chosen.contains("template")
      ? TemplateFeature(context: context, values: services.store) : nil
  }
}
