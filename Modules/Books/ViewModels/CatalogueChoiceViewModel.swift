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

  /// The values that are kept for one owner while the page is open.
  private struct Kept {
    let isCurrent: @MainActor () -> Bool
    var result: Result?
    var refusedAddress: String?
    var refusedContact: String?
  }

  private var last: Kept?
  @ObservationIgnored private let selection: CatalogueSelection

  init(_ selection: CatalogueSelection) {
    self.selection = selection
  }

  var choice: CatalogueChoice { selection.choice }
  /// The result of the owner's last action, or nil before one.
  var result: Result? { kept.result }
  /// The typed address that was not taken, to keep the input.
  var refusedAddress: String? { kept.refusedAddress }
  /// The typed contact that was not taken, to keep the input.
  var refusedContact: String? { kept.refusedContact }

  /// The current owner's values.
  private var kept: Kept {
    get {
      if let last, last.isCurrent() { return last }
      return Kept(isCurrent: selection.ownerCheck())
    }
    set { last = newValue }
  }

  /// Looks books up in another catalogue. Returns whether that was stored for the current owner.
  @discardableResult
  func use(_ source: CatalogueChoice.Source) async -> Bool {
    await change(to: .chosen(source)) { selection throws(StorageError) in
      try await selection.choose(source)
    }
  }

  /// Looks books up at the server with a typed address.
  func useServer(_ address: String) async {
    kept.refusedAddress = address
    guard let url = CatalogueChoice.address(address) else {
      return kept.result = .problem(.address)
    }
    if await use(.server(url)) { kept.refusedAddress = nil }
  }

  /// Sets the contact that a server gets; nil for none.
  func setContact(_ text: String?) async {
    kept.refusedContact = text
    if let text, !CatalogueChoice.isContact(text) { return kept.result = .problem(.contact) }
    let isStored = await change(to: .contact(text)) { selection throws(StorageError) in
      try await selection.setContact(text)
    }
    if isStored { kept.refusedContact = nil }
  }

  /// Makes a change. Returns whether it was stored for an owner who is still the current one.
  private func change(
    to result: Result, _ body: (CatalogueSelection) async throws(StorageError) -> Void
  ) async -> Bool {
    let isCurrent = selection.ownerCheck()
    var failure: StorageError?
    do throws(StorageError) { try await body(selection) } catch { failure = error }
    // The next owner is not told.
    guard isCurrent() else { return false }
    kept.result = failure.map { Result.problem(.storage($0)) } ?? result
    return failure == nil
  }
}
