import Core
import Observation
import Services

/// The choice of a catalogue; each change holds at once.
@MainActor @Observable final class CatalogueChoiceViewModel {
  /// Why a choice was not made.
  enum Problem: Hashable {
    case address
    case contact
    case storage(StorageError)
  }

  /// The result of the last action.
  enum Result: Hashable {
    case chosen(CatalogueChoice.Source)
    case contact(String?)
    case problem(Problem)
  }

  /// The result of the last action, or nil before one.
  private(set) var result: Result?
  @ObservationIgnored private let selection: CatalogueSelection

  init(_ selection: CatalogueSelection) {
    self.selection = selection
  }

  var choice: CatalogueChoice { selection.choice }

  func use(_ source: CatalogueChoice.Source) async {
    await change(to: .chosen(source)) { selection throws(StorageError) in
      try await selection.choose(source)
    }
  }

  /// Looks books up at the server with a typed address.
  func useServer(_ address: String) async {
    guard let url = CatalogueChoice.address(address) else { return result = .problem(.address) }
    await use(.server(url))
  }

  /// Sets the contact that a server gets; nil for none.
  func setContact(_ text: String?) async {
    if let text, !CatalogueChoice.isContact(text) { return result = .problem(.contact) }
    await change(to: .contact(text)) { selection throws(StorageError) in
      try await selection.setContact(text)
    }
  }

  private func change(
    to result: Result, _ body: (CatalogueSelection) async throws(StorageError) -> Void
  ) async {
    do throws(StorageError) {
      try await body(selection)
      self.result = result
    } catch {
      self.result = .problem(.storage(error))
    }
  }
}
