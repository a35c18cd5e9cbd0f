import Foundation
import Observation
import Services

/// The current owner's list.
@MainActor @Observable final class TemplateViewModel {
  /// The result of the last action.
  enum Result: Hashable {
    case added(TemplateItem)
    case removed(TemplateItem)
    case restored(TemplateItem)
    case loaded(count: Int)
  }

  private struct Removal {
    let item: TemplateItem
    let owner: Owner
  }

  private(set) var items: [TemplateItem] = []
  private(set) var isLoaded = false
  /// Whether a list is being loaded from the web.
  private(set) var isFetching = false
  private(set) var problem: TemplateProblem?
  private(set) var result: Result?
  private var removal: Removal?
  private var typed: (address: String, owner: Owner)?

  @ObservationIgnored private let services: TemplateServices

  init(services: TemplateServices) {
    self.services = services
  }

  /// The last removed item, which can be restored.
  var removed: TemplateItem? { removal?.owner == services.owner ? removal?.item : nil }

  /// The address that was typed last, until its list was loaded.
  var address: String { typed?.owner == services.owner ? typed?.address ?? "" : "" }

  /// Loads the list.
  func load() async {
    do throws(StorageError) {
      items = try await services.store.items(of: services.owner)
      isLoaded = true
      if case .storage = problem { problem = nil }
    } catch { problem = .storage(error) }
  }

  /// Shows the result of another screen's action, or clears the last one.
  func show(_ result: Result?) {
    (self.result, problem) = (result, nil)
    if case .removed(let item) = result { removal = Removal(item: item, owner: services.owner) }
  }

  /// Restores the last removed item, unless another window has saved it since.
  func undo() async {
    guard let removal, removal.owner == services.owner else { return }
    do throws(StorageError) {
      let item = try await services.store.save(removal.item, of: removal.owner) { _ in }
      if let item {
        show(.restored(item))
        self.removal = nil
      } else {
        problem = .isFull
      }
      await load()
    } catch { problem = .storage(error) }
  }

  /// Adds the items of a list on the web, or shows why none was added.
  func addList(at address: String) async {
    let owner = services.owner
    show(nil)
    (typed, isFetching) = ((address, owner), true)
    defer { isFetching = false }
    do throws(TemplateSourceError) {
      guard let url = URL(string: address) else { throw .address }
      let drafts = try await services.source.drafts(at: url)
      // Only the owner who asked for the list gets it.
      if services.owner == owner { await add(drafts, of: owner) }
    } catch {
      if services.owner == owner { problem = .source(error) }
    }
  }

  private func add(_ drafts: [TemplateDraft], of owner: Owner) async {
    do throws(StorageError) {
      let new = drafts.enumerated().map { services.item($1, number: $0) }
      let room = try await services.store.add(new, of: owner)
      if new.count <= room {
        show(.loaded(count: new.count))
        typed = nil
      } else {
        problem = .noRoom(count: new.count, room: room)
      }
      await load()
    } catch { problem = .storage(error) }
  }
}
