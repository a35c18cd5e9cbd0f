import Core
import Observation

/// The reader's shelves and how many books stand on each.
@MainActor @Observable final class ShelvesViewModel {
  private(set) var shelves: [Shelf] = []
  private(set) var counts: [Shelf.ID: Int] = [:]
  private(set) var problem: StorageError?

  @ObservationIgnored private let library: Library

  init(services: BooksServices) {
    library = services.library
  }

  var appearance: AppearanceWork {
    { [self] in await load() }
  }

  func load() async {
    do throws(StorageError) {
      shelves = try await library.shelves()
      counts = try await library.store.counts()
      problem = nil
    } catch {
      problem = error
    }
  }

  /// Makes a shelf; one of the same name is not made twice.
  func makeShelf(named name: String) async -> Shelf? {
    do throws(StorageError) {
      let shelf = try await library.makeShelf(named: name)
      await load()
      return shelf
    } catch {
      problem = error
      return nil
    }
  }
}
