// Needs: Auth

public import Accounts
public import Files
import Services
public import Core

/// The feature for imports and exports: it lists the transfers of all features, and runs them with
/// forms, and adds the export of all data as JSON. The command line runs the others without it, too.
@MainActor public enum TransfersFeature {
  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: has the clock and the owner.
  ///   - transfers: the transfers of all features, including this one.
  ///   - data: the account data of all features.
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
        make: { TransferListCoordinator(services: services) }),
      AccountExportTransfer.make(data),
    ]
    return feature
  }
}
