import Observation
import Services

/// An item of the current owner's list.
@MainActor @Observable final class TemplateItemViewModel {
  private(set) var item: TemplateItem
  private(set) var problem: TemplateProblem?

  @ObservationIgnored private let list: TemplateList

  init(_ item: TemplateItem, list: TemplateList) {
    self.item = item
    self.list = list
  }

  /// Loads the item again, which another window may have changed.
  func load() async {
    do throws(StorageError) {
      let found = try await list.item(item.id)
      problem = found == nil ? .isGone : nil
      if let found { item = found }
    } catch {
      // A cancelled page reads again when it appears.
      if error != .cancelled { problem = .storage(error) }
    }
  }

  /// Removes the item, and returns it; nil if it was not removed.
  func remove() async -> TemplateItem? {
    do throws(StorageError) {
      let removed = try await list.remove(item.id)
      if removed == nil { problem = .isGone }
      return removed
    } catch {
      problem = .storage(error)
      return nil
    }
  }
}
