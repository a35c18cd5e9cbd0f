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
    case chosen(CatalogueChoice)
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
    let choice = CatalogueChoice(source, contact: choice.contact)
    await store(choice, as: .chosen(choice))
  }

  /// Looks books up at the server with a typed address.
  func useServer(_ address: String) async {
    guard let url = CatalogueChoice.address(address) else { return result = .problem(.address) }
    await use(.server(url))
  }

  /// Sets what a server is told about the reader; nil for nothing.
  func setContact(_ text: String?) async {
    if let text, !CatalogueChoice.isContact(text) { return result = .problem(.contact) }
    let choice = CatalogueChoice(choice.source, contact: text)
    await store(choice, as: .contact(choice.contact))
  }

  private func store(_ choice: CatalogueChoice, as result: Result) async {
    do throws(StorageError) {
      try await selection.choose(choice)
      self.result = result
    } catch {
      self.result = .problem(.storage(error))
    }
  }
}
