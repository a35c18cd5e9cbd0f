import Core
import Services
import Template

extension AppFeature {
  /// The feature in this app.
  static let templateMember = AppFeature(id: "template") { $0.templateMemberFeature?.feature }
}

extension SessionFeatures {
  /// The service, for other features; nil in a session without it. Each access makes a new one: what it has to
  /// remember belongs in its store.
  var templateMemberFeature: TemplateFeature? {
    ifChosen("template") { TemplateFeature(context: context, values: services.store) }
  }
}
