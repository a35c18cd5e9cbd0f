import Observation
import Services

/// The current owner's list.
@MainActor @Observable final class TemplateViewModel {
  private(set) var items: [TemplateItem] = []
  private(set) var isLoaded = false
  /// Why no list is shown yet, or nil.
  private(set) var loadFailure: StorageError?
  /// Whether a list is being loaded from the web.
  private(set) var isFetching = false
  private(set) var problem: TemplateProblem?

  @ObservationIgnored private let list: TemplateList

  init(_ list: TemplateList) {
    self.list = list
  }

  /// Whether the list has no room for another item.
  var isFull: Bool { items.count >= TemplateItem.maximumCount }

  /// The result of the owner's last action.
  var result: TemplateResult? { list.result }

  /// The last removed item, which can be restored.
  var removed: TemplateItem? { list.removed }

  /// The address that was typed last, until its list was loaded.
  var address: String { list.address }

  /// Loads the list.
  func load() async {
    do throws(StorageError) {
      items = try await list.items()
      (isLoaded, loadFailure) = (true, nil)
      if case .storage = problem { problem = nil }
    } catch {
      // A cancelled screen reads again when it appears.
      if !isLoaded { loadFailure = error } else if error != .cancelled { problem = .storage(error) }
    }
  }

  /// Shows the result of another screen's action, or clears the last one.
  func show(_ result: TemplateResult?) {
    (list.result, problem) = (result, nil)
  }

  /// Restores the last removed item, unless another window has saved it since.
  func undo() async {
    guard let removed else { return }
    do throws(StorageError) {
      problem = try await list.restore(removed) == nil ? .isFull : nil
      await load()
    } catch { problem = .storage(error) }
  }

  /// Adds the items of a list on the web, or shows why none was added.
  func addList(at address: String) async {
    show(nil)
    isFetching = true
    defer { isFetching = false }
    var failure: TemplateProblem?
    do throws(TemplateProblem) {
      try await list.addList(at: address)
    } catch { failure = error }
    await load()
    // A successful load does not mean that anything was added.
    if let failure { problem = failure }
  }
}
