import Core
import Foundation
import Observation
import Services

/// The current owner's list for view models, which do not know whose it is.
///
/// The screens of a tab share one. Each change is made to one owner's list, even if a user signs in meanwhile.
/// A sign-out closes the tab, and what this object has kept goes with it.
@MainActor @Observable final class TemplateList {
  /// The values that are kept for an owner while the tab is open.
  private struct Kept {
    var result: TemplateResult?
    var removed: TemplateItem?
    var address = ""
  }

  private var kept: [Owner: Kept] = [:]

  @ObservationIgnored private let store: any TemplateStore
  @ObservationIgnored private let source: any TemplateSource
  @ObservationIgnored private let clock: any AppClock
  @ObservationIgnored private let identifiers: any IdentifierSource
  @ObservationIgnored private let session: any SessionOwner

  init(_ context: AppContext, store: any TemplateStore, source: any TemplateSource) {
    self.store = store
    self.source = source
    clock = context.clock
    identifiers = context.identifiers
    session = context.owner
  }

  private var owner: Owner { session.owner }

  // MARK: Reading

  /// The result of the owner's last action.
  var result: TemplateResult? {
    get { kept[owner]?.result }
    set { kept[owner, default: Kept()].result = newValue }
  }

  /// The last removed item, which can be restored.
  var removed: TemplateItem? { kept[owner]?.removed }

  /// The address that was typed last, until its list was loaded.
  var address: String { kept[owner]?.address ?? "" }

  /// Returns the items, oldest first.
  func items() async throws(StorageError) -> [TemplateItem] {
    try await read { store, owner throws(StorageError) in try await store.items(of: owner) }
  }

  /// Returns an item, or nil.
  func item(_ id: TemplateItem.ID) async throws(StorageError) -> TemplateItem? {
    try await read { store, owner throws(StorageError) in try await store.item(id, of: owner) }
  }

  /// Reads from the store; again if a user signs in meanwhile, so that the value is always the current
  /// owner's.
  func read<Value: Sendable>(
    _ body: (any TemplateStore, Owner) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    while true {
      let reader = owner
      do throws(StorageError) {
        let value = try await body(store, reader)
        if owner == reader { return value }
      } catch {
        if owner == reader { throw error }
      }
    }
  }

  // MARK: Changing

  /// Makes a new item, which is not stored yet.
  func newItem(_ draft: TemplateDraft) -> TemplateItem {
    TemplateItem(
      id: Identifier(identifiers.next("item")), name: draft.name, note: draft.note,
      added: clock.now)
  }

  /// Edits the stored item, or adds the item, edited, if the list lacks it.
  ///
  /// - Returns: the saved item; nil if the item is new and the list is full.
  func save(
    _ item: TemplateItem, _ edit: @Sendable (inout TemplateItem) -> Void
  ) async throws(StorageError) -> TemplateItem? {
    try await store.save(item, of: owner, edit)
  }

  /// Removes an item, and keeps it to be restored.
  ///
  /// - Returns: the removed item, or nil if the list does not have it.
  func remove(_ id: TemplateItem.ID) async throws(StorageError) -> TemplateItem? {
    let owner = owner
    let item = try await store.remove(id, of: owner)
    if let item { kept[owner, default: Kept()].removed = item }
    return item
  }

  /// Restores the removed item, unless another window has saved it since.
  ///
  /// - Returns: the item on the list; nil if the list is full.
  func restore(_ item: TemplateItem) async throws(StorageError) -> TemplateItem? {
    let owner = owner
    let restored = try await store.save(item, of: owner) { _ in }
    if let restored {
      kept[owner]?.removed = nil
      kept[owner]?.result = .restored(restored)
    }
    return restored
  }

  /// Adds the items of a list on the web: all of them, or none; none if the owner who asked for them has left.
  func addList(at address: String) async throws(TemplateProblem) {
    let owner = owner
    kept[owner, default: Kept()].address = address
    let drafts: [TemplateDraft]
    do throws(TemplateSourceError) {
      let text = address.trimmingCharacters(in: .whitespacesAndNewlines)
      guard let url = URL(string: text) else { throw .address }
      drafts = try await source.drafts(at: url)
    } catch {
      if self.owner != owner { return }
      throw .source(error)
    }
    if self.owner != owner { return }
    let new = drafts.map { newItem($0) }
    let room: Int
    do throws(StorageError) { room = try await store.add(new, of: owner) } catch {
      throw .storage(error)
    }
    guard new.count <= room else { throw .noRoom(count: new.count, room: room) }
    kept[owner]?.address = ""
    kept[owner]?.result = .loaded(count: new.count)
  }
}
