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

  /// The readings are numbered: an older answer does not replace a newer one.
  @ObservationIgnored private var begunReadings = 0
  @ObservationIgnored private var shownReading = 0
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
    begunReadings += 1
    let reading = begunReadings
    do throws(StorageError) {
      let found = try await list.items()
      guard reading > shownReading else { return }
      (items, shownReading) = (found, reading)
      (isLoaded, loadFailure) = (true, nil)
      if case .storage = problem { problem = nil }
    } catch {
      guard reading > shownReading else { return }
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
