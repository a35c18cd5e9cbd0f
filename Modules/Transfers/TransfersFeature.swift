public import Accounts
public import Files
import Services
public import Core

/// The feature around bringing data into the app and taking it out: it lists what all features offer,
/// and runs it with forms. The command line runs the same without it.
@MainActor public enum TransfersFeature {
  /// Makes the feature.
  ///
  /// - Parameters:
  ///   - context: tells the time and says who uses the app.
  ///   - transfers: what all features offer, this one among them.
  ///   - data: what all features keep for their owners.
  public static func make(
    context: AppContext, transfers: @escaping @MainActor () -> [Transfer],
    data: @escaping @MainActor @Sendable () -> [any AccountData]
  ) -> Feature {
    let services = TransfersServices(
      owner: context.owner, clock: context.clock, transfers: transfers)
    var feature = Feature("transfers", destination: TransfersLinks.destination)
    feature.contributions += [
      AccountItem(
        TransfersLinks.item, title: TransfersText.title, heading: TransfersText.heading,
        make: { TransferListCoordinator(services: services) })
    ]
    feature.contributions += [AccountExport(data: data).transfer]
    return feature
  }
}
