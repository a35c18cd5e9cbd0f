extension TransferReport {
  /// A list of a report, as each host shows it.
  package struct List {
    package let id: String
    package let title: String
    /// The shown items, a line each, and the number of the others.
    package let lines: [String]
    /// Whether more items can be shown.
    package let hasMore: Bool

    /// Creates a list; nil without items.
    ///
    /// - Parameters:
    ///   - count: the number of all items, including those that the report doesn't list.
    ///   - limit: the maximum number of shown items.
    fileprivate init?<Item>(
      _ id: String, _ title: String, _ items: [Item], count: Int, limit: Int,
      line: (Item) -> String
    ) {
      let shown = items.prefix(limit)
      let hidden = count - shown.count
      (self.id, self.title, hasMore) = (id, title, shown.count < items.count)
      lines = shown.map(line) + (hidden > 0 ? ["And \(hidden) more."] : [])
      if lines.isEmpty { return nil }
    }
  }

  /// The lists with items, of which each shows some.
  package func lists(upTo limit: Int = .max) -> [List] {
    [
      List("rejections", "Skipped", rejections, count: rejectionCount, limit: limit) {
        let place = $0.file.map { "\($0), line" } ?? "Line"
        return "\(place) \($0.line): \($0.reason)"
      },
      List(
        "differences", "Unchanged in your library", differences, count: differenceCount,
        limit: limit
      ) {
        let mine = $0.libraryValue.isEmpty ? "nothing" : "“\($0.libraryValue)”"
        return "Line \($0.line): \($0.title), \($0.column): the file says “\($0.fileValue)”,"
          + " your library has \(mine)"
      },
      List(
        "unrecognized", "Values not recognised", unrecognized, count: unrecognizedCount,
        limit: limit
      ) { "Line \($0.line): \($0.title), \($0.column): “\($0.fileValue)” \($0.outcome)" },
    ].compactMap(\.self)
  }
}
