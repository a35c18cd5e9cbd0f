// Needs: Books

import AppComposition
import Core
import Services
import Shell

/// The subcommands that answer one question, or change one book.
enum BookCommands {
  /// All of them.
  static let all = [
    AppCommand(
      "search", subject: "WORDS", explanation: "search for books", example: "search le guin"
    ) { words, _ in
      [
        .open(link("search", query: words)), .requireRows,
        .note(ifMore: "Add words, such as the author's name, to narrow the search."),
      ]
    },
    AppCommand(
      "show", subject: "BOOK", explanation: "show a book", details: shown,
      example: "show left hand of darkness"
    ) { book, _ in
      find(RowChoice(book, rank: rank))
    },
    AppCommand("shelves", explanation: "list your shelves") { _, _ in [.open(link("shelves"))] },
    AppCommand(
      "shelf", subject: "NAME", explanation: "list the books on a shelf", example: "shelf reading"
    ) { name, _ in
      // An import may have made custom shelves with the name of a standard one.
      var choice = RowChoice(name, rank: { standardShelves.contains($0.id.rawValue) ? 1 : 0 })
      choice.narrows = true
      choice.missing = "You have no shelf “\(name.prefix(60))”."
      return [.open(link("shelves")), .choose(choice), .loadAll]
    },
    AppCommand(
      "add", subject: "BOOK", explanation: "add a book that you want to read",
      details: added, example: "add solaris lem"
    ) { book, _ in
      bookToChange(RowChoice(book, rank: rank)) + [
        .stop(ifAction: "remove", message: "“\(book.prefix(60))” is in your library already."),
        .type("want"),
      ]
    },
    AppCommand(
      "rate", subject: "BOOK", value: "STARS",
      explanation: "rate a book with 0.5 to 5 stars, or none",
      details: named, example: "rate solaris 4.5",
      valueWords: { isStars($0.last) && beginsWithNumber($0.dropLast().last) ? 2 : 1 }
    ) { book, stars in
      bookToChange(knownBook(book)) + [.type("rate \(stars)")]
    },
    AppCommand(
      "progress", subject: "BOOK", value: "PROGRESS",
      explanation: "update your progress: 120, 120/300 or 40%", details: named,
      example: "progress solaris 120/300", valueWords: wordsOfProgress
    ) { book, progress in
      bookToChange(knownBook(book)) + [.type("progress \(progress)")]
    },
    AppCommand("stats", explanation: "show your reading statistics") { _, _ in
      [.open(link("statistics"))]
    },
  ]

  // MARK: Values of several words

  /// Returns the number of words of a progress such as `40 %`, `120 / 300` or `page 120 of 300` at the end.
  private static func wordsOfProgress(_ words: [String]) -> Int {
    let count = wordsOfAmount(words)
    let amount = words.suffix(count)
    // Before one number it may be the last word of a title.
    let isOfPages = count == 3 || amount.contains { $0.contains("/") }
    let hasPage = words.dropLast(count).last?.lowercased() == "page"
    return hasPage && isOfPages && beginsWithNumber(amount.first) ? count + 1 : count
  }

  private static func wordsOfAmount(_ words: [String]) -> Int {
    let last = Array(words.suffix(3))
    guard last.count > 1, let end = last.last else { return 1 }
    let before = last[last.count - 2]
    if end == "%", beginsWithNumber(before) { return 2 }
    if end.hasPrefix("/"), beginsWithNumber(before) { return 2 }
    guard beginsWithNumber(end) else { return 1 }
    let isOf = ["/", "of"].contains(before.lowercased())
    if isOf, last.count > 2, beginsWithNumber(last[0]) { return 3 }
    return before.hasSuffix("/") && beginsWithNumber(before) ? 2 : 1
  }

  private static func isStars(_ word: String?) -> Bool {
    ["star", "stars"].contains(word?.lowercased() ?? "")
  }

  private static func beginsWithNumber(_ word: String?) -> Bool {
    word?.first?.isNumber == true
  }

  private static let kinds =
    "BOOK is words of the title or authors, a link, or a row's identifier such as book:dune."
  private static let named = [
    kinds, "If several books match, the one in your library with exactly this title is changed.",
    "Otherwise the only match in your library with the words in its title or authors is changed.",
    "If there is none, or more than one, they are listed, and nothing is changed.",
  ]
  private static let added = [
    kinds, "If several books match, the only one with exactly this title is added.",
    "If there is none, or more than one, they are listed, and nothing is changed.",
  ]
  private static let shown = [
    kinds, "If several books match, the only one with exactly this title is shown.",
    "If there is none, or more than one, they are listed.",
  ]

  /// Returns the steps to a book: by a link, by the identifier of a row, or by a search.
  private static func find(_ choice: RowChoice) -> [AppCommand.Step] {
    let words = choice.words
    for (row, host) in [("book:", "books"), ("entry:", "entries")] where words.hasPrefix(row) {
      let key = String(words.dropFirst(row.count))
      return [.open(link("\(host)/\(Shortcut.encoded(key))")), .requireContent]
    }
    if words.hasPrefix(AppIdentity.app.link("")) { return [.open(words), .requireContent] }
    var choice = choice
    choice.correction = "correction"
    return [.open(link("search", query: words)), .choose(choice)]
  }

  /// Returns the steps to a book that a command changes; a link may lead to another screen.
  private static func bookToChange(_ choice: RowChoice) -> [AppCommand.Step] {
    find(choice)
      + [
        .requireAction(
          "rate", message: "“\(choice.words.prefix(60))” isn't a book. Nothing was changed.")
      ]
  }

  /// Chooses a book of the reader's library, or the only match.
  private static func knownBook(_ words: String) -> RowChoice {
    var choice = RowChoice(words, takesTitle: false, rank: rank)
    choice.knownText = titlesAndAuthors
    return choice
  }

  /// The titles and authors of a row. The detail has them before the year; without a year its parts can't be told
  /// apart: one may be a language, which a note may mention.
  private static func titlesAndAuthors(_ row: Row) -> String {
    let parts = (row.detail ?? "").split(separator: " · ").map { String($0) }
    let year = parts.firstIndex { $0.wholeMatch(of: /[0-9]+( BC)?/) != nil } ?? 0
    return ([row.title] + parts[..<year]).joined(separator: " ")
  }

  /// A book of the reader's library, then a catalogue's book that the library has, then others.
  private static func rank(_ row: Row) -> Int {
    row.id.rawValue.hasPrefix("entry:") ? 2 : row.badge == nil ? 0 : 1
  }

  private static let standardShelves = ["shelf:want-to-read", "shelf:reading", "shelf:read"]

  private static func link(_ place: String, query: String? = nil) -> String {
    AppIdentity.app.link(place) + (query.map { "?q=\(Shortcut.encoded($0))" } ?? "")
  }
}
