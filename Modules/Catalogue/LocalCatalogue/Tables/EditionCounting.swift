import Catalogue
import Services

/// Combines the editions of each work.
struct EditionCounting {
  /// The maximum number of other titles of a work.
  private static let maximumTitles = 4
  private static let maximumLanguages = 10

  let slot: CatalogueSlot

  private struct Printed {
    let title: String?
    let year: Int?
    let languages: [String]
    let pages: Int?
    let cover: Int?

    var isEnglish: Bool { languages.contains("eng") }
  }

  /// Counts all editions in one pass, sorted by work. Those of a replaced work are its target's.
  func run(_ transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.execute("DELETE FROM editions_\(slot.rawValue)")
    var work: (number: Int, title: String)?
    var group: [Printed] = []
    try transaction.each(
      """
      WITH \(CatalogueNumbers(slot: slot).targets(.work))
      SELECT w.id, p.title, p.year, p.languages, p.pages, p.cover, w.title
      FROM printed_\(slot.rawValue) AS p LEFT JOIN targets AS t ON t.id = p.work
      JOIN works_\(slot.rawValue) AS w ON w.id = coalesce(t.target, p.work)
      ORDER BY w.id, p.id
      """, []
    ) { row throws(StorageError) in
      let next = try row.number(0)
      if next != work?.number {
        if let work { try write(group, of: work, transaction) }
        work = (next, try row.string(6))
        group.removeAll(keepingCapacity: true)
      }
      // More editions add nothing.
      guard group.count < 5000 else { return }
      group.append(
        Printed(
          title: row.text(1), year: row.integer(2),
          languages: try row.string(3).words, pages: row.integer(4),
          cover: row.integer(5)))
    }
    if let work { try write(group, of: work, transaction) }
  }

  private func write(
    _ group: [Printed], of work: (number: Int, title: String),
    _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let facts = facts(of: group, titled: work.title)
    try transaction.execute(
      "INSERT INTO editions_\(slot.rawValue) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        DatabaseValue(work.number), DatabaseValue(group.count),
        .text(facts.titles.joined(separator: "\n")), DatabaseValue(facts.year),
        .text(facts.languages.joined(separator: " ")), DatabaseValue(facts.pages),
        DatabaseValue(facts.cover),
      ])
  }

  private func facts(of group: [Printed], titled title: String) -> WorkEditions {
    // Most works have one edition.
    if group.count == 1, let only = group.first, only.languages.count < 2 {
      return WorkEditions(
        titles: titles(of: group, beside: title), year: only.year, languages: only.languages,
        pages: only.pages, cover: only.cover)
    }
    // The oldest edition is the original. Without years it is an edition with the work's title;
    // because a translation may have the same title, a non-English edition wins.
    let original =
      group.filter { $0.year != nil && !$0.languages.isEmpty }.min {
        ($0.year ?? 0) < ($1.year ?? 0)
      }
      ?? group.first { $0.title == title && !$0.isEnglish } ?? group.first { $0.title == title }
    var languages: [String] = []
    for language in (original?.languages ?? []) + group.flatMap(\.languages)
    where languages.count < Self.maximumLanguages && !languages.contains(where: { $0 == language })
    {
      languages.append(language)
    }
    let pages = group.compactMap(\.pages).sorted()
    return WorkEditions(
      titles: titles(of: group, beside: title), year: group.compactMap(\.year).min(),
      languages: languages, pages: pages.isEmpty ? nil : pages[pages.count / 2],
      cover: group.lazy.compactMap(\.cover).first)
  }

  private func titles(of group: [Printed], beside title: String) -> [String] {
    var candidates: [String] = []
    // English titles first.
    for isEnglish in [true, false] {
      for edition in group where edition.isEnglish == isEnglish {
        if let other = edition.title, other != title { candidates.append(other) }
      }
    }
    if candidates.isEmpty { return [] }
    var seen: Set = [FoldedText(title).bytes]
    var titles: [String] = []
    for other in candidates where titles.last != other {
      guard titles.count < Self.maximumTitles else { break }
      if seen.insert(FoldedText(other).bytes).inserted { titles.append(other) }
    }
    return titles
  }
}

/// The combined values of a work's editions.
struct WorkEditions {
  /// The titles other than the work's, English first.
  var titles: [String]
  /// The year of the oldest edition.
  var year: Int?
  /// The original language first.
  var languages: [String]
  /// The median number of pages.
  var pages: Int?
  /// A cover picture.
  var cover: Int?
}
