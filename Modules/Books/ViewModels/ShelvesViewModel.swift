import Services
import Core
import Observation

/// The reader's shelves and how many books stand on each.
@MainActor @Observable final class ShelvesViewModel {
  /// Why something was not done.
  enum Problem: Hashable {
    case storage(StorageError)
    case onlyForMembers
    /// No shelf can be called so.
    case name(ReadableName.Problem)
    /// There is a shelf of this name, and no second one was made.
    case exists(String)
  }

  /// What a library has of shelves.
  private struct LoadedShelves {
    let shelves: [Shelf]
    let counts: [Shelf.ID: Int]
  }

  private(set) var problem: Problem?
  /// The name of a shelf that was not made, so that it is not typed twice.
  private(set) var unmadeName: String?
  private var loaded: LoadedShelves?

  @ObservationIgnored private let library: Library

  init(services: BooksServices) {
    library = services.library
  }

  /// The shelves: the three that everybody has, then the reader's own.
  var shelves: [Shelf] { loaded?.shelves ?? [] }
  /// The number of books on each shelf that has any.
  var counts: [Shelf.ID: Int] { loaded?.counts ?? [:] }

  var appearance: AppearanceWork {
    { [self] in await load() }
  }

  func load() async {
    do throws(StorageError) {
      loaded = try await library.read { store throws(StorageError) in
        LoadedShelves(shelves: try await store.shelves(), counts: try await store.counts())
      }
      if case .storage = problem { problem = nil }
    } catch {
      problem = .storage(error)
    }
  }

  /// Says no more why a shelf was not made.
  func forgetRefusal() {
    if case .storage = problem { return }
    problem = nil
  }

  /// The name that was typed, or nil for one that no shelf can have, which is said.
  func readName(_ typed: String) -> String? {
    do throws(ReadableName.Problem) {
      return try ReadableName(typed, limit: Shelf.maximumNameLength).text
    } catch {
      (problem, unmadeName) = (.name(error), typed)
      return nil
    }
  }

  /// Says that there is a shelf of this name already.
  func refuseTwin(of name: String) {
    (problem, unmadeName) = (.exists(name), nil)
  }

  /// Whether there is a shelf of this name, in whatever case.
  func hasShelf(named name: String) -> Bool {
    let wanted = name.lowercased()
    return shelves.contains { shelf in
      shelf.name.lowercased() == wanted
        || !shelf.isOwn && shelf.id.rawValue.replacing("-", with: " ") == wanted
    }
  }

  /// Whether a shelf of this name would be one more than everybody may have.
  func isBeyondFree(_ name: String) async -> Bool {
    // What can't be read now is the making's to say.
    (try? await library.isBeyondFree(name)) ?? false
  }

  /// Makes a shelf; one of the same name is not made twice.
  func makeShelf(named name: String) async -> Shelf? {
    do throws(StorageError) {
      let shelf = try await library.makeShelf(named: name)
      (problem, unmadeName) = (nil, nil)
      await load()
      return shelf
    } catch {
      (problem, unmadeName) = (.storage(error), name)
      return nil
    }
  }

  /// Says that a shelf was not made because it would be one too many.
  func refuseShelf(named name: String) {
    (problem, unmadeName) = (.onlyForMembers, name)
  }
}
