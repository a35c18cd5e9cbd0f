import Core

@testable import Books

// View models whose background work does not begin.

extension PagedList {
  convenience init(services: BooksServices, key: KeyPath<Item, Key>, load: @escaping Load) {
    self.init(services: services, key: key, inBackground: { _, _ in nil }, load: load)
  }
}

extension BookListViewModel {
  convenience init(services: BooksServices, load: @escaping Pages.Load) {
    self.init(services: services, inBackground: { _, _ in nil }, load: load)
  }
}

extension AuthorViewModel {
  convenience init(key: String, services: BooksServices) {
    self.init(key: key, services: services, inBackground: { _, _ in nil })
  }
}

extension BookDetailViewModel {
  convenience init(_ source: Source, services: BooksServices) {
    self.init(source, services: services, inBackground: { _, _ in nil })
  }
}
