import Core
import Services

// Changes of the shelf.
extension ShelfViewModel {
  /// Gives the shelf another name, or shows what is wrong with it.
  func rename(to typed: String) async {
    guard let shelf else { return }
    (problem, refusedName, result) = (nil, typed, nil)
    let name: String
    do throws(ReadableName.Problem) {
      name = try Shelf.name(typed: typed)
    } catch {
      return problem = .name(error)
    }
    var failure: StorageError?
    do throws(StorageError) {
      let renaming = try await library.rename(shelf, to: name)
      switch renaming.value {
      case .exists(let other): return problem = .exists(other, typed: name)
      case .gone: problem = .gone
      case .unchanged: break
      case .renamed: result = renaming.made.map { .done($0) }
      }
      refusedName = nil
    } catch { failure = error }
    await readAgain(after: failure)
  }

  /// Deletes the shelf.
  ///
  /// - Returns: the change, or nil if nothing was deleted.
  func delete() async -> RecordedChange? {
    guard let shelf else { return nil }
    (problem, result) = (nil, nil)
    do throws(StorageError) {
      if let made = try await library.delete(shelf) { return made }
      problem = .gone
      await readAgain()
    } catch {
      problem = .storage(error)
    }
    return nil
  }
}
