import Core
import Services

/// The list of errands.
final class ErrandsScreen: ModelScreen {
  let viewModel: ErrandList
  private let onAdd: () async -> Void

  init(_ viewModel: ErrandList, onAdd: @escaping () async -> Void) {
    self.viewModel = viewModel
    self.onAdd = onAdd
  }

  var content: ScreenContent {
    let rows = viewModel.errands.map { errand in
      Row(Self.errandRow.id(errand.id), title: errand.title, badge: errand.isDone ? "done" : nil)
    }
    return ScreenContent(
      title: "Errands", status: rows.isEmpty ? .empty(message: "Nothing to do.") : .idle,
      sections: [ContentSection("errands", .rows(rows))], actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    [ScreenAction("add", title: "Add an errand", role: .primary, perform: onAdd)]
  }

  private static let errandRow = RowKind<Errand.ID>("errand")

  func select(_ row: Row.ID) async {
    if let id = Self.errandRow.value(of: row) { viewModel.toggle(id) }
  }
}
