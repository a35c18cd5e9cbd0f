import Services
import Core
import Observation

/// The reader's shelves and their numbers of books.
@MainActor @Observable final class ShelvesViewModel {
  /// Why an action failed.
  enum Problem: Hashable {
    case storage(StorageError)
    case onlyForMembers
    /// The name is not valid.
    case name(ReadableName.Problem)
    /// A shelf with the typed name exists, perhaps in another spelling.
    case exists(Shelf, typed: String)
    /// The shelf was deleted in another window.
    case gone
    /// A change was not undone or redone.
    case undo(UndoProblem)
  }

  /// A result to show.
  enum Result: Hashable {
    /// A shelf was created.
    case made(Shelf)
    /// A shelf was deleted. `books` were on it; `moved` counts those that went to each standard shelf.
    case deleted(Shelf, books: Int, moved: [Shelf.ID: Int])
    /// A change was undone or redone.
    case stepped(UndoDirection, LibraryChange)
  }

  /// The library's shelves.
  private struct LoadedShelves {
    let shelves: [Shelf]
    let counts: [Shelf.ID: Int]
  }

  private(set) var problem: Problem?
  /// A change of a shelf, or the undone one.
  private(set) var result: Result?
  /// The name of a shelf that was not added, to keep the input.
  private(set) var unmadeName: String?
  private var loaded: LoadedShelves?

  /// Whether the result is of another screen, and was not shown yet.
  @ObservationIgnored private var isResultNew = false
  @ObservationIgnored private let library: Library
  @ObservationIgnored private var requests = RequestOrder()

  init(services: BooksServices) {
    library = services.library
  }

  /// The standard shelves, then the custom ones.
  var shelves: [Shelf] { loaded?.shelves ?? [] }
  /// The numbers of books on shelves that are not empty.
  var counts: [Shelf.ID: Int] { loaded?.counts ?? [:] }

  /// The number of custom shelves.
  var ownCount: Int { shelves.count(where: \.isOwn) }
  /// Whether the number of custom shelves is limited, which a membership ends.
  var limitsShelves: Bool { library.limitsShelves() }
  /// The changes that can be undone and redone.
  var changes: UndoState { library.changes }

  func load() async {
    await library.loadChanges()
    let request = requests.begin()
    do throws(StorageError) {
      let read = try await library.read("reading the shelves") { reader throws(StorageError) in
        LoadedShelves(shelves: try reader.shelves(), counts: try reader.counts())
      }
      guard requests.advance(to: request) else { return }
      loaded = read
      if case .storage = problem { problem = nil }
    } catch {
      // A newer appearance of the screen reads again.
      if error == .cancelled, loaded != nil { return }
      if requests.advance(to: request) { problem = .storage(error) }
    }
  }

  /// Clears the refusal of a new shelf or an undo, and the result of a change that was shown.
  func forgetResults() {
    if isResultNew { isResultNew = false } else { result = nil }
    if case .storage = problem { return }
    problem = nil
  }

  /// The typed name, or nil for an invalid one, whose problem is shown.
  func readName(_ typed: String) -> String? {
    do throws(ReadableName.Problem) {
      return try Shelf.name(typed: typed)
    } catch {
      (problem, unmadeName) = (.name(error), typed)
      return nil
    }
  }

  /// Shows that a shelf with the typed name exists.
  func refuseTwin(of shelf: Shelf, typed: String) {
    (problem, unmadeName) = (.exists(shelf, typed: typed), typed)
  }

  /// Returns the shelf with this name, ignoring case, or nil.
  func shelf(named name: String) -> Shelf? { shelves.shelf(named: name) }

  /// Whether a shelf with this name would exceed the free number.
  func isBeyondFree(_ name: String) async -> Bool {
    // A failed read is reported by the addition itself.
    (try? await library.isBeyondFree(name)) ?? false
  }

  /// Adds a shelf, unless one with the same name exists.
  func makeShelf(named name: String) async -> Shelf? {
    do throws(StorageError) {
      let shelf = try await library.makeShelf(named: name)
      (problem, unmadeName, result) = (nil, nil, .made(shelf))
      await load()
      return shelf
    } catch {
      (problem, unmadeName) = (.storage(error), name)
      return nil
    }
  }

  /// Shows that a shelf was deleted.
  func showDeleted(_ deletion: RecordedChange) {
    guard case .deleted(let shelf) = deletion.kind else { return }
    var moved: [Shelf.ID: Int] = [:]
    for book in deletion.entries where book.before?.standardShelf == nil {
      if let place = book.after?.standardShelf { moved[place, default: 0] += 1 }
    }
    result = .deleted(shelf, books: deletion.entries.count, moved: moved)
    isResultNew = true
  }

  /// Undoes the last change, or makes it again.
  func step(_ direction: UndoDirection) async {
    do throws(UndoProblem) {
      (result, problem) = (.stepped(direction, try await library.step(direction)), nil)
    } catch {
      (result, problem) = (nil, .undo(error))
    }
    await load()
  }

  /// Shows that another shelf requires a membership.
  func refuseShelf(named name: String) {
    (problem, unmadeName) = (.onlyForMembers, name)
  }
}
