import Services
import Template

extension AppFeature {
  /// The feature in this app.
  static let templateMember = AppFeature(
    id: "template", migrations: TemplateFeature.migrations
  ) {
    TemplateFeature.make(
      context: $0.context, store: $0.services.store, database: $0.services.database,
      network: $0.services.network)
  }
}
