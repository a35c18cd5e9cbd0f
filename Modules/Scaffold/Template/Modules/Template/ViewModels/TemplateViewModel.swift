import Observation
import Services

/// The current owner's list.
@MainActor @Observable final class TemplateViewModel {
  /// The result of the last action.
  enum Result: Hashable {
    case added(TemplateItem)
    case removed(TemplateItem)
    case restored(TemplateItem)
  }

  private struct Removal {
    let item: TemplateItem
    let owner: Owner
  }

  private(set) var items: [TemplateItem] = []
  private(set) var isLoaded = false
  private(set) var problem: TemplateProblem?
  private(set) var result: Result?
  private var removal: Removal?

  @ObservationIgnored private let services: TemplateServices

  init(services: TemplateServices) {
    self.services = services
  }

  /// The last removed item, which can be restored.
  var removed: TemplateItem? { removal?.owner == services.owner ? removal?.item : nil }

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

  /// Restores the last removed item.
  func undo() async {
    guard let removal, removal.owner == services.owner else { return }
    do throws(StorageError) {
      if try await services.store.save(removal.item, of: removal.owner) {
        show(.restored(removal.item))
        self.removal = nil
      } else {
        problem = .isFull
      }
      await load()
    } catch { problem = .storage(error) }
  }
}
