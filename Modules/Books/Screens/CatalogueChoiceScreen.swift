import Core
import Services
import Foundation

/// The choice of where books are looked up.
final class CatalogueChoiceScreen: ModelScreen {
  let viewModel: CatalogueChoiceViewModel

  init(_ viewModel: CatalogueChoiceViewModel) {
    self.viewModel = viewModel
  }

  private static let row = RowKind<String>("catalogue")
  private static let (localRow, openLibraryRow, serverRow) = ("local", "openlibrary", "server")

  var content: ScreenContent {
    ScreenContent(
      title: BooksText.catalogue, notice: viewModel.result.map(Self.notice),
      sections: [
        ContentSection("catalogues", title: "Look books up", .rows(rows)),
        ContentSection("explanation", .text(Self.explanation(viewModel.choice))),
      ],
      actions: actions.map(\.action))
  }

  private var rows: [Row] {
    let source = viewModel.choice.source
    var rows = [
      Row(
        Self.row.id(Self.localRow), title: "On this machine",
        detail: "Needs no network.", isSelected: source == .local),
      Row(
        Self.row.id(Self.openLibraryRow), title: "At Open Library",
        detail: "Your searches and the books that you open are sent to openlibrary.org.",
        isSelected: source == .openLibrary),
    ]
    if case .server(let url) = source {
      rows.append(
        Row(
          Self.row.id(Self.serverRow), title: "At another server", detail: url.absoluteString,
          isSelected: true))
    }
    return rows
  }

  var actions: [ScreenAction] {
    let contact = viewModel.choice.contact
    return [
      ScreenAction(
        "server", title: "Use another server…",
        input: Field(
          "address", label: "Address", kind: .text,
          value: FieldValue(text: viewModel.refusedAddress ?? ""),
          placeholder: "https://books.example")
      ) { [viewModel] in await viewModel.useServer($0.text.trimmed) },
      ScreenAction(
        "contact", title: contact == nil ? "Add a contact…" : "Change the contact…",
        input: Field(
          "contact", label: "E-mail address or page", kind: .text,
          value: FieldValue(text: viewModel.refusedContact ?? contact ?? ""))
      ) { [viewModel] in await viewModel.setContact($0.text.trimmed) },
    ] + (contact == nil ? [] : [removeContact])
  }

  private var removeContact: ScreenAction {
    ScreenAction("remove-contact", title: "Remove the contact") { [viewModel] in
      await viewModel.setContact(nil)
    }
  }

  func select(_ row: Row.ID) async {
    switch Self.row.value(of: row) {
    case Self.localRow: await viewModel.use(.local)
    case Self.openLibraryRow: await viewModel.use(.openLibrary)
    default: break
    }
  }

  private static func explanation(_ choice: CatalogueChoice) -> String {
    let contact = choice.contact.map { "Servers get your contact: “\($0)”." }
    return """
      Your shelves stay on this machine in any case. While a server does not answer, books come from \
      this machine.

      Another server must have Open Library's own records, such as a copy of it: books from there are kept \
      as Open Library's.

      \(contact ?? "Servers get no contact from you. With one, Open Library allows more requests.")
      """
  }

  /// The catalogue in a few words.
  static func name(_ choice: CatalogueChoice) -> String {
    switch choice.source {
    case .local: "On this machine"
    case .openLibrary: "Open Library"
    case .server(let url): CatalogueChoice.name(of: url)
    }
  }

  private static func notice(_ result: CatalogueChoiceViewModel.Result) -> Notice {
    switch result {
    case .chosen(let source):
      switch source {
      case .local: Notice("Books are looked up on this machine.")
      case .openLibrary: Notice("Books are looked up at Open Library.")
      case .server(let url): Notice("Books are looked up at \(url.absoluteString).")
      }
    case .contact(nil): Notice("Servers get no contact from you.")
    case .contact(let contact?): Notice("Servers get your contact: “\(contact)”.")
    case .problem(.address):
      Notice(
        "Enter an address such as https://books.example, without a path or password.",
        tone: .problem)
    case .problem(.contact):
      Notice(
        "Enter an e-mail or web address: at most \(CatalogueChoice.maximumLength) printable ASCII"
          + " characters.",
        tone: .problem)
    case .problem(.storage(let error)): Notice(error.description, tone: .problem)
    }
  }
}
