import Core
import Services
import Observation

/// The current owner's list.
@MainActor @Observable final class TemplateViewModel {
  /// Why the last action failed, or nil.
  enum Problem: Hashable {
    case storage(StorageError)
    case isFull
  }

  private(set) var items: [TemplateItem] = []
  private(set) var isLoaded = false
  private(set) var problem: Problem?
  /// The input for an item that was not added.
  private(set) var unadded = ""

  @ObservationIgnored private let services: TemplateServices

  init(services: TemplateServices) {
    self.services = services
  }

  /// Loads the list.
  func load() async {
    let owner = services.owner.owner
    do throws(StorageError) {
      take(try await services.store.items(of: owner))
    } catch { problem = .storage(error) }
  }

  /// Appends an item.
  func add(_ typed: String) async {
    unadded = typed
    guard items.count < TemplateItem.maximumCount else { return problem = .isFull }
    let item = TemplateItem(
      id: Identifier(services.identifiers.next("item")), name: TemplateItem.name(from: typed))
    if await change({ $0.append(item) }) { unadded = "" }
  }

  /// Removes an item.
  func remove(_ id: Identifier<TemplateItem>) async {
    _ = await change { $0.removeAll { $0.id == id } }
  }

  private func change(_ body: @Sendable (inout [TemplateItem]) -> Void) async -> Bool {
    do throws(StorageError) {
      take(try await services.store.change(of: services.owner.owner, body))
      return true
    } catch {
      problem = .storage(error)
      return false
    }
  }

  private func take(_ items: [TemplateItem]) {
    self.items = items
    isLoaded = true
    problem = nil
  }
}
