/// What is known of a work when its record, its editions and its authors are put together, as in
/// the index behind Open Library's search.
struct CatalogueDocument {
  /// An author whose record is there.
  struct Author {
    let key: Substring
    let name: String
    let otherNames: [String]
  }

  let key: Substring
  let title: String?
  /// The titles of editions that are not the work's, the English one first.
  let otherTitles: [String]
  let authors: [Author]
  /// The year of the first publication; negative before the common era.
  let year: Int?
  /// The original language first.
  let languages: [Substring]
  /// The median of the editions' numbers of pages.
  let pages: Int?
  let subjects: [String]
  let covers: [Int]
  let editionCount: Int

  /// Puts a work together; nil for a redirect, a deleted record or one without a key.
  init?(_ work: WorkRow, editions: [EditionRow], author: (Substring) -> AuthorRow?) {
    guard let key = work.key?.keyName, work.type?.key == "/type/work" else { return nil }
    self.key = key
    title = work.title
    // A translation may have the original's title, so of two such editions the English one yields.
    let original =
      editions.first { $0.title == work.title && !$0.isEnglish }
      ?? editions.first { $0.title == work.title }
    let languages = [original].compactMap(\.self).flatMap(\.languageCodes)
    self.languages = (languages + editions.flatMap(\.languageCodes)).withoutRepetitions
    otherTitles =
      (editions.filter(\.isEnglish) + editions).compactMap(\.title)
      .filter { $0 != work.title }.withoutRepetitions
    authors = (work.authors ?? []).compactMap { entry in
      guard let key = (entry.author?.key ?? entry.key)?.keyName, let row = author(key),
        let name = row.name
      else { return nil }
      return Author(key: key, name: name, otherNames: row.otherNames ?? [])
    }
    year = work.published.flatMap(Self.year)
    let pages = editions.compactMap(\.pages).filter { $0 > 0 }.sorted()
    self.pages = pages.isEmpty ? nil : pages[pages.count / 2]
    subjects = work.subjects ?? []
    covers = work.covers ?? []
    editionCount = editions.count
  }

  /// The year in a date as people write it: `1869`, `8 June 1949`, `411 BC`.
  static func year(in date: String) -> Int? {
    // Dumps have millions that are nothing but a year.
    if date.utf8.count == 4, let year = UInt16(date) { return Int(year) }
    let numbers = date.split { !("0"..."9").contains($0) }.filter { $0.utf8.count <= 4 }
    guard let digits = numbers.first(where: { $0.utf8.count >= 3 }) ?? numbers.last,
      let year = Int(digits)
    else { return nil }
    let isBeforeChrist = date.hasPrefix("-") || date.uppercased().contains("BC")
    return isBeforeChrist ? -year : year
  }
}

extension EditionRow {
  fileprivate var languageCodes: [Substring] { (languages ?? []).map(\.key.keyName) }
  fileprivate var isEnglish: Bool { languageCodes.contains("eng") }
}

extension Array where Element: Hashable {
  fileprivate var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
