import Backups
import Core
import Services

extension AppFeature {
  /// The feature in this app.
  static let backups = AppFeature(id: "backups") { $0.backupsFeature?.feature }
}

extension SessionFeatures {
  /// The feature, for others; nil in a session without it.
  var backupsFeature: BackupsFeature? {
    ifChosen(.backups) {
      BackupsFeature(context: context, store: services.store, keeper: services.backups)
    }
  }
}
