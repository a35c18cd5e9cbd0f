import Catalogue
import Core
import Services

extension PagedList {
  /// Says where the items come from, unless it is the chosen catalogue.
  var originSections: [ContentSection] {
    BooksText.origin(origin, isRefreshing: isRefreshing)
  }

  /// The status of the list; `empty` is the message for no results.
  func status(empty: String) -> ContentStatus {
    switch phase {
    case .waiting, .loading: .loading(nil)
    case .ready: items.isEmpty ? .empty(message: empty) : .idle
    case .failed(let error): BooksText.status(error)
    }
  }

  /// The actions that load more, or try again.
  ///
  /// - Parameters:
  ///   - more: the title of the one that loads more.
  ///   - retry: tries more than the list again.
  func actions(more: String, retry: (() async -> Void)? = nil) -> [ScreenAction] {
    if case .failed(let error) = phase {
      // The same search would be refused again.
      if case .refused = error { return [] }
      return [
        ScreenAction("retry", title: "Try again", role: .primary, perform: retry ?? tryAgain)
      ]
    }
    return hasMore ? [ScreenAction("more", title: more, perform: loadMore)] : []
  }
}
