public import Core

/// Selects one of several matching rows.
public struct RowChoice: Sendable {
  /// The result.
  enum Answer: Hashable, Sendable {
    case row(Row)
    case refused(String)
    case ambiguous([Row])
    case none
  }

  /// The words.
  public let words: String
  /// Whether a title that is exactly the words is enough, though other rows match, too.
  public var takesTitle: Bool
  /// Returns the text of a row by which it can be meant. The only known row is then enough, though other rows match,
  /// too: if the list is whole, a word of this text begins with each of the words, and no title is exactly the words.
  /// Nil: never enough.
  public var knownText: (@Sendable (Row) -> String)?
  /// Whether the screen also has rows that don't match: only rows whose title contains the words can be selected.
  public var narrows = false
  /// The section of text in which the screen says that its rows match other words, as after a typo: then the rows are
  /// listed and none is selected. Nil if the screen has none.
  public var correction: ContentSection.ID?
  /// The message if no row matches; nil for the screen's own.
  public var missing: String?
  /// How well the user knows a row, for example 1 for a book in their library; 0 if not at all. Among exact titles the
  /// row with the highest rank is selected, if only one has it. Without an exact title it is selected among
  /// several rows only if the list is whole, and all of its rows are known and have one title, or with ``knownText``.
  public var rank: @Sendable (Row) -> Int
  /// Returns why a row can't be selected, or nil.
  public var refusal: @Sendable (Row) -> String?

  /// Creates a choice.
  public init(
    _ words: String, takesTitle: Bool = true, rank: @escaping @Sendable (Row) -> Int = { _ in 0 },
    refusal: @escaping @Sendable (Row) -> String? = { _ in nil }
  ) {
    self.words = words
    self.takesTitle = takesTitle
    self.rank = rank
    self.refusal = refusal
  }

  /// Returns the row that is meant. Rows for the same thing count as one.
  ///
  /// - Parameter isWhole: whether these are all rows of the list; otherwise more of it can be loaded.
  func answer(_ rows: [Row], isWhole: Bool = true) -> Answer {
    let text = RowText(words)
    let rows = narrows ? rows.filter { text.isIn($0.title) } : rows
    if rows.isEmpty { return .none }
    let distinct = rows.withoutRepetitions { $0 }
    let exact = rows.filter { text.equals($0.title) }
    let best = exact.map(rank).max() ?? 0
    let known = exact.filter { rank($0) == best }
    let row: Row
    if distinct.count == 1, isWhole {
      row = distinct[0]
    } else if exact.isEmpty, isWhole, let own = own(among: distinct) {
      row = own
    } else if known.count == 1, best > 0 || takesTitle {
      row = known[0]
    } else {
      return .ambiguous(distinct)
    }
    return refusal(row).map(Answer.refused) ?? .row(row)
  }

  /// Returns the only known row, or the best known one if the others are known, too, and have its title, such as a
  /// book of the library among the catalogue's rows of it.
  private func own(among rows: [Row]) -> Row? {
    let known = rows.filter { rank($0) > 0 }
    // A row may match by a text that it does not show.
    if let knownText, known.count == 1, RowText(words).beginsWords(of: knownText(known[0])) {
      return known[0]
    }
    let top = rows.map(rank).max() ?? 0
    let best = rows.filter { rank($0) == top }
    guard best.count == 1 else { return nil }
    let title = RowText(best[0].title)
    return rows.allSatisfy { rank($0) > 0 && title.equals($0.title) } ? best[0] : nil
  }
}
