import Catalogue
import Core
import Services

// The actions of several books.
extension ShelfScreen {
  /// Selects books, and changes the selected ones.
  func selectionActions(_ shelf: Shelf) -> [ScreenAction] {
    guard viewModel.total > 0 || !viewModel.selection.isEmpty else { return [] }
    let positions = Field(
      "positions", label: "Books to select", kind: .text,
      value: FieldValue(text: viewModel.refusedPositions ?? ""),
      placeholder: "1-20,25, all or none")
    let select = ScreenAction("select-books", title: "Select", input: positions) { [viewModel] in
      await viewModel.select($0.text)
    }
    return [select] + (viewModel.selection.isEmpty ? [] : changes(shelf))
  }

  private func changes(_ shelf: Shelf) -> [ScreenAction] {
    let standard = Field(
      "shelf", label: "Shelf", kind: .choice(Self.standardShelves),
      placeholder: "Want to read, Reading or Read")
    let rating = Field("rating", label: "Rating", kind: .choice(EntryFormScreen.ratings))
    let actions = [
      ScreenAction("move-selected", title: "Move selected", input: standard) { [viewModel] in
        guard let id = $0.choice else { return }
        await viewModel.putSelected(on: Shelf(id: Shelf.ID(id), name: ""))
      },
      ScreenAction(
        "shelve-selected", title: "Choose a shelf for selected…", perform: requests.onShelveSelected
      ),
      ScreenAction("rate-selected", title: "Rate selected", input: rating) { [viewModel] in
        await viewModel.rateSelected($0.choice.flatMap { Rating($0) })
      },
    ]
    let unshelve = ScreenAction(
      "unshelve-selected", title: "Take selected off this shelf", perform: viewModel.takeSelectedOff
    )
    return actions + (shelf.isOwn ? [unshelve] : []) + [
      ScreenAction(
        "remove-selected", title: "Remove selected from library", role: .destructive,
        perform: requests.onRemoveSelected)
    ]
  }

  private static let standardShelves = Shelf.standard.map {
    Field.Option(Identifier($0.id.rawValue), title: BooksText.title($0))
  }
}
