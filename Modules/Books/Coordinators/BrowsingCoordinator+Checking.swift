import Catalogue
import Services
import Core

// Checks whether a destination can be shown, before any screen is left.
extension BrowsingCoordinator {
  func check(_ route: Route) async -> RouteAnswer {
    guard let place = BooksPlace(route) else { return .refused(PlaceRefusal.malformed) }
    do throws(StorageError) {
      return try await checkLibrary(place)
    } catch {
      // A book of the catalogue can be shown; its screen reports problems of the library.
      if case .book = place, await checkCatalogue(place) == .shown { return .shown }
      return .refused(PlaceRefusal.storage(error))
    }
  }

  private func checkLibrary(_ place: BooksPlace) async throws(StorageError) -> RouteAnswer {
    switch place {
    case .book(let reference):
      // A book on a shelf can be shown without the catalogue.
      let entry = try await services.library.entry(for: reference)
      return entry == nil ? await checkCatalogue(place) : .shown
    case .entry(let id):
      let entry = try await services.library.entry(id)
      return entry == nil ? .refused(PlaceRefusal.noEntry) : .shown
    case .shelf(let id):
      let shelves = try await services.library.shelves()
      let isThere = shelves.contains { $0.id == id }
      return isThere ? .shown : .refused(PlaceRefusal.noShelf)
    case .author, .subject, .search, .detailedStatistics: return await checkCatalogue(place)
    }
  }

  private func checkCatalogue(_ place: BooksPlace) async -> RouteAnswer {
    let catalogue = services.catalogue
    // A catalogue that takes its time is asked once, by the screen.
    guard catalogue.earlier == nil else { return .shown }
    do throws(CatalogueError) {
      switch place {
      case .book(let reference): _ = try await catalogue.book(reference.key)
      case .author(let key): _ = try await catalogue.author(key)
      case .subject(let name):
        let page = try await catalogue.books(onSubject: name, offset: 0, limit: 1)
        if page.items.isEmpty { return .refused(PlaceRefusal.noSubject) }
      case .entry, .shelf, .search, .detailedStatistics: break
      }
    } catch {
      // The screen reports an unavailable catalogue.
      if error == .notFound { return .refused(PlaceRefusal.notFound) }
    }
    return .shown
  }
}
