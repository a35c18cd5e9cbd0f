import Catalogue
import Services

/// Finds and sorts books in one set of tables, by their ranks.
///
/// A common word has hundreds of thousands of matches. The lower the rank, the more popular the
/// work, so the first matches are the most popular ones: at most ``bound`` matches are read, listed
/// and sorted. If more begin with the typed words, all that have the words themselves, as many at most, are listed
/// before them, unless they are sorted.
struct CatalogueSearch {
  /// The maximum number of listed books.
  static let bound = 10_000
  /// The maximum number of books whose title equals the query.
  private static let exactBound = 200

  let slot: CatalogueSlot
  let reader: any DatabaseReader

  /// The texts of the statements, built once (`make bench`: the 95th percentile of searches).
  private struct Statements {
    let counted: String
    let listed: String
    let ranks: String

    static let a = Statements(CatalogueSlot.a)
    static let b = Statements(CatalogueSlot.b)

    private init(_ slot: CatalogueSlot) {
      let search = "search_\(slot.rawValue)"
      listed = "SELECT rowid FROM \(search) WHERE \(search) MATCH ? ORDER BY rowid LIMIT \(bound)"
      counted = "SELECT count(*), max(rowid) FROM (\(listed))"
      ranks = """
        SELECT rowid FROM \(search) WHERE \(search) MATCH ? AND rowid <= ? ORDER BY rowid LIMIT ?
        """
    }
  }

  private var statements: Statements { slot == .a ? .a : .b }

  /// The listed part of the matches.
  private struct Extent {
    let levels: CatalogueMatch.Levels
    let count: Int
    /// The last rank.
    let last: Int
    /// The first ranks, as many as a page may need; nil if they were only counted.
    let first: [Int]?
    /// The matches of whole words, if not all matches of prefixes are listed.
    var words: CatalogueMatch.Levels?
  }

  /// The ranks in the order of the list, each once.
  private struct RankList {
    private(set) var ranks: [Int] = []
    private var seen: Set<Int> = []

    mutating func append(_ more: [Int]) {
      ranks += more.filter { seen.insert($0).inserted }
    }
  }

  /// A page of results.
  struct Found {
    var ranks: [Int] = []
    /// The number of all listed books.
    var total: Int
    /// Whether more books match than are listed.
    var isBounded: Bool
  }

  /// Returns the ranks of a page, and the total, as far as known.
  func page(
    _ match: CatalogueMatch, order: BookQuery.Order, offset: Int, limit: Int
  ) throws(StorageError) -> Found {
    let most = Self.bound * 2 + Self.exactBound
    let (offset, limit) = (min(max(offset, 0), most), min(max(limit, 0), most))
    let found = try extent(of: match, keeping: offset + limit)
    var page = Found(total: found.count, isBounded: found.count == Self.bound)
    guard order == .relevance else {
      // A sorted list has all matches without levels, so exact titles need no special treatment.
      guard offset < found.count, limit > 0 else { return page }
      page.ranks = try sorted(
        found.levels.everything, upTo: found.last, by: order, offset, limit)
      return page
    }
    var list = RankList()
    for (expression, limit) in tiersOfAnyRank(match, found) {
      list.append(try ranks(expression, upTo: Int(Int32.max), limit))
    }
    page.total += list.ranks.count { $0 > found.last }
    guard offset < page.total, limit > 0 else { return page }
    let end = min(offset + limit, page.total)
    if found.count > 1 {
      for expression in found.levels.better where list.ranks.count < end {
        list.append(try ranks(expression, upTo: found.last, end))
      }
    }
    if list.ranks.count < end {
      let rest =
        if let first = found.first { first } else {
          try ranks(found.levels.everything, upTo: found.last, end)
        }
      list.append(rest)
    }
    page.ranks = Array(list.ranks.prefix(end).dropFirst(offset))
    return page
  }

  /// Returns the expressions for the books that are listed first, however high their ranks are, each with the
  /// maximum number of its books: those whose title equals the query, then, if not all beginnings are listed, those
  /// with the whole words.
  private func tiersOfAnyRank(
    _ match: CatalogueMatch, _ found: Extent
  ) -> [(expression: String, limit: Int)] {
    let exact = found.count > 1 ? match.exact : nil
    let words = found.words.map { $0.better + [$0.everything] } ?? []
    return (exact.map { [($0, Self.exactBound)] } ?? []) + words.map { ($0, Self.bound) }
  }

  /// Returns the number of listed matches, and the last rank.
  private func extent(
    of match: CatalogueMatch, keeping count: Int
  ) throws(StorageError) -> Extent {
    // Where the whole words reach the bound, their prefixes are not searched (`make bench`: the 95th percentile of
    // searches for common words).
    var words: Int?
    if let whole = match.whole {
      let extent = try counted(whole)
      if extent.count == Self.bound { return extent }
      words = extent.count
    }
    var extent = try extent(of: match.begun, keeping: count)
    if extent.count == Self.bound, let words, words > 0 { extent.words = match.whole }
    return extent
  }

  private func counted(_ levels: CatalogueMatch.Levels) throws(StorageError) -> Extent {
    let found = try reader.first(
      statements.counted, [.text(levels.everything)]
    ) { row throws(StorageError) in (count: try row.number(0), last: row.integer(1) ?? 0) }
    return Extent(levels: levels, count: found?.count ?? 0, last: found?.last ?? 0, first: nil)
  }

  private func extent(
    of levels: CatalogueMatch.Levels, keeping: Int
  ) throws(StorageError) -> Extent {
    var first: [Int] = []
    var (count, last) = (0, 0)
    try reader.each(
      statements.listed, [.text(levels.everything)]
    ) { row throws(StorageError) in
      last = try row.number(0)
      count += 1
      if count <= keeping { first.append(last) }
    }
    return Extent(levels: levels, count: count, last: last, first: first)
  }

  private func ranks(
    _ expression: String, upTo last: Int, _ limit: Int
  ) throws(StorageError) -> [Int] {
    try reader.rows(
      statements.ranks, [.text(expression), DatabaseValue(last), DatabaseValue(limit)]
    ) { row throws(StorageError) in try row.number(0) }
  }

  private func sorted(
    _ expression: String, upTo last: Int, by order: BookQuery.Order, _ offset: Int, _ limit: Int
  ) throws(StorageError) -> [Int] {
    let terms =
      switch order {
      case .relevance: "o.rank"
      case .oldest: "o.year IS NULL, o.year, o.rank"
      case .newest: "o.year IS NULL, o.year DESC, o.rank"
      case .title: "o.title, o.rank"
      }
    return try reader.rows(
      """
      SELECT o.rank FROM search_\(slot.rawValue) AS s
      CROSS JOIN orders_\(slot.rawValue) AS o ON o.rank = s.rowid
      WHERE s.search_\(slot.rawValue) MATCH ? AND s.rowid <= ?
      ORDER BY \(terms) LIMIT ? OFFSET ?
      """,
      [.text(expression), DatabaseValue(last), DatabaseValue(limit), DatabaseValue(offset)]
    ) { row throws(StorageError) in try row.number(0) }
  }
}
