import Observation
import Services

/// An item of the current owner's list.
@MainActor @Observable final class TemplateItemViewModel {
  private(set) var item: TemplateItem
  private(set) var problem: TemplateProblem?

  @ObservationIgnored private let services: TemplateServices

  init(_ item: TemplateItem, services: TemplateServices) {
    self.item = item
    self.services = services
  }

  /// Loads the item again, which another window may have changed.
  func load() async {
    do throws(StorageError) {
      let found = try await services.store.item(item.id, of: services.owner)
      problem = found == nil ? .isGone : nil
      if let found { item = found }
    } catch { problem = .storage(error) }
  }

  /// Removes the item, and returns it; nil if it was not removed.
  func remove() async -> TemplateItem? {
    do throws(StorageError) {
      let removed = try await services.store.remove(item.id, of: services.owner)
      if removed == nil { problem = .isGone }
      return removed
    } catch {
      problem = .storage(error)
      return nil
    }
  }
}
