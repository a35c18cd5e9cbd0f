/// A progress as typed by the reader, with the number of pages if it was typed, too.
struct TypedProgress: Hashable, Sendable {
  /// The progress.
  let progress: ReadingProgress
  /// The typed number of pages, or nil.
  let pages: Int?

  /// Parses `120`, `120/300` or `40%`, and pages as the app writes them: `page 120 of 300`.
  ///
  /// - Parameters:
  ///   - text: what the user typed.
  ///   - pages: the book's number of pages, if known.
  init(_ text: String, pages: Int?) throws(ReadingProgress.Problem) {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)
    if words.first == "page" { words.removeFirst() }
    let compact = words.map { $0 == "of" ? "/" : $0 }.joined()
    if compact.hasSuffix("%") {
      guard let percent = Self.number(compact.dropLast()) else { throw .unreadable }
      guard percent <= 100 else { throw .above100 }
      (progress, self.pages) = (.percent(percent), nil)
      return
    }
    let parts = compact.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let page = Self.number(first) else {
      throw .unreadable
    }
    progress = .page(page)
    if parts.count == 2 {
      guard let total = Self.number(parts[1]), total > 0 else { throw .unreadable }
      if page > total { throw .beyondTyped }
      if total > LibraryEntry.maximumPages { throw .aboveMaximum }
      self.pages = total
    } else {
      if page > LibraryEntry.maximumPages { throw .aboveMaximum }
      if let pages, page > pages { throw .beyond(page: page, pages: pages) }
      self.pages = nil
    }
  }

  private static func number(_ text: Substring) -> Int? { Int(digits: text, upTo: 6) }
}

extension ReadingProgress {
  /// The progress as typed by a reader.
  ///
  /// - Parameter pages: the number of pages to add to a page, if known.
  func typed(of pages: Int? = nil) -> String {
    switch self {
    case .page(let page): pages.map { "\(page)/\($0)" } ?? String(page)
    case .percent(let percent): "\(percent)%"
    }
  }
}
