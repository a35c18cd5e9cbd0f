import Accounts
import Core
import Services

/// Lets the reader choose a catalogue, from the account's items.
final class CatalogueChoiceCoordinator: Coordinator<Void> {
  static let item: Identifier<AccountItem> = "catalogue"

  private let selection: CatalogueSelection

  init(_ selection: CatalogueSelection) {
    self.selection = selection
    super.init()
  }

  override func start() {
    push(
      CatalogueChoiceScreen(CatalogueChoiceViewModel(selection)),
      route: .accountItem(Self.item))
  }
}
