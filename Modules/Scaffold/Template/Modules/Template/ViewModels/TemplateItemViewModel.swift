import Observation
import Services

/// An item of the current owner's list.
@MainActor @Observable final class TemplateItemViewModel {
  private(set) var item: TemplateItem
  /// Whether the last action has saved an edit.
  private(set) var isSaved = false
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

  /// Shows an item that a form has saved, or clears the last result.
  func show(_ saved: TemplateItem?) {
    isSaved = saved != nil
    if let saved { item = saved }
  }

  /// Removes the item, and returns it; nil if it was not removed.
  func remove() async -> TemplateItem? {
    isSaved = false
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
