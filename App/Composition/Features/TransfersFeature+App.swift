import Core
import Files
import Services
import Transfers

extension AppFeature {
  /// The feature in this app.
  static let transfers = AppFeature(id: "transfers") { session in
    TransfersFeature.make(
      context: session.context,
      transfers: { [madeFeatures = session.madeFeatures, services = session.services] in
        madeFeatures().contributions(of: Transfer.self).map { services.decorated($0) }
      },
      data: session.data)
  }
}
