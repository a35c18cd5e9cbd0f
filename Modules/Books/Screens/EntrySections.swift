import Catalogue
import Services
import Core

/// The sections about the reader's data.
struct EntrySections {
  let entry: LibraryEntry
  let shelves: [Shelf]

  var sections: [ContentSection] {
    let names = shelves.filter { entry.shelves.contains($0.id) }.map(BooksText.title)
    var lines = ["\(names.count == 1 ? "Shelf" : "Shelves"): \(names.joined(separator: ", "))"]
    if let rating = entry.rating { lines[0] += " · \(BooksText.stars(rating))" }
    let copy = BooksText.line(
      entry.book.format.map { "Format: \($0)" },
      entry.book.copies.map { "Owned copies: \(BooksText.number($0))" })
    if let copy { lines.append(copy) }
    if let started = entry.started { lines.append("Started \(started)") }
    if let finished = entry.finished { lines.append("Finished \(finished)") }
    if !entry.readings.isEmpty { lines.append("Earlier readings: \(earlier)") }
    var sections = [
      ContentSection("mine", title: "In your library", .text(lines.joined(separator: "\n")))
    ]
    // Of a book that was read, progress is where it was last noted.
    if let progress = entry.progress, !entry.shelves.contains(.read) {
      let label = BooksText.progress(progress, of: entry.book.pages)
      if let fraction = progress.fraction(of: entry.book.pages) {
        // The bar shows the fraction.
        var bar = LoadingProgress(fraction: fraction)
        if case .page = progress { bar.label = label }
        sections.append(ContentSection("progress", .progress(bar)))
      } else {
        sections.append(ContentSection("progress", .text("At \(label)")))
      }
    }
    if !entry.review.isEmpty {
      sections.append(
        ContentSection("review", title: "Your review", .text(Self.beginning(entry.review))))
    }
    if !entry.notes.isEmpty {
      sections.append(
        ContentSection("notes", title: "Your notes", .text(Self.beginning(entry.notes))))
    }
    return sections
  }

  /// The last earlier readings.
  private var earlier: String {
    let last = entry.readings.suffix(Self.shownReadings)
    let more = entry.readings.count - last.count
    return (more > 0 ? "\(BooksText.count(more, "older one")), then " : "") + last.typed
  }

  private static let shownReadings = 10

  /// The maximum number of visible characters and lines of a long text; its form has all of it.
  static let shown = (characters: 20_000, lines: 500)

  /// The text, or its beginning with a hint.
  static func beginning(_ text: String) -> String {
    // Fewer bytes than lines can't be too many lines.
    if text.utf8.count < shown.lines { return text }
    // Scalars first: one character may have a million accents.
    let scalars = text.unicodeScalars.prefix(shown.characters * 8)
    var lines = 1
    let beginning = String(scalars).prefix(shown.characters).prefix { character in
      lines += character.isNewline ? 1 : 0
      return lines <= shown.lines
    }
    if beginning.utf8.count == text.utf8.count { return text }
    return "\(beginning)…\n\n\(BooksText.cutText)"
  }
}
