import Services

/// A year's review as a Markdown file.
struct YearReviewText {
  let review: YearReview

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// The maximum number of best-rated books.
  private static let bestCount = 5

  /// The whole file.
  var markdown: String {
    ([summary, table] + (review.readings.isEmpty ? [] : [highlights]) + months)
      .joined(separator: "\n\n") + "\n"
  }

  private var summary: String {
    let year = review.year
    let ratings = review.ratings
    let average = ratings.reduce(0) { $0 + $1.stars } / Double(max(ratings.count, 1))
    let months = BooksText.count(review.longestStreak, "month")
    let text = StatisticsText.sentences(
      StatisticsText.amount(year) + ".", review.readings.isEmpty ? nil : rereadings,
      StatisticsText.withoutPages(year.withoutPages, of: year.total.books),
      ratings.isEmpty ? nil : "Average rating: \(StatisticsText.count(average, "star")).",
      review.longestStreak > 1 ? "You finished books in \(months) in a row." : nil)
    return "# My reading in \(year.year)\n\n" + text
  }

  private var rereadings: String? {
    let count = review.readings.count(where: \.isAgain)
    if count == 0 { return nil }
    // A single book is not "1 of them".
    if review.readings.count == 1 { return "It was read again." }
    return "\(BooksText.number(count)) of them \(count == 1 ? "was" : "were") read again."
  }

  private var table: String {
    func row(_ name: String, _ amount: ReadingYear.Amount) -> String {
      "| \(name) | \(BooksText.number(amount.books)) | \(BooksText.number(amount.pages)) |"
    }
    let rows = zip(Self.months, review.year.months).filter { $1 != ReadingYear.Amount() }
    return
      (["| Month | Books finished | Pages read |", "| --- | ---: | ---: |"]
      + rows.map(row) + [row("Total", review.year.total)]).joined(separator: "\n")
  }

  private var highlights: String {
    var lines: [String] = []
    let known = review.year.withoutPages == 0 ? "" : " with a page count"
    if let longest = review.longest {
      lines.append("- Longest\(known): " + book(longest, pages: true))
    }
    if let shortest = review.shortest {
      lines.append("- Shortest\(known): " + book(shortest, pages: true))
    }
    let best = review.bestRated
    for entry in best.prefix(Self.bestCount) {
      guard let rating = entry.rating else { continue }
      lines.append("- Best rated: \(book(entry)), \(BooksText.stars(rating))")
    }
    if best.count > Self.bestCount {
      lines.append("- And \(best.count - Self.bestCount) more with this rating")
    }
    return lines.isEmpty
      ? "## Highlights\n\nNo pages or ratings are known."
      : "## Highlights\n\n" + lines.joined(separator: "\n")
  }

  /// A section for each month with finished books.
  private var months: [String] {
    zip(Self.months, 1...12).compactMap { name, number in
      let readings = review.readings.filter { $0.finished.month == number }
      if readings.isEmpty { return nil }
      return "## \(name)\n\n" + readings.map(item).joined(separator: "\n")
    }
  }

  private func item(_ reading: YearReview.Reading) -> String {
    let entry = reading.entry
    let details = [
      "finished \(reading.finished)", entry.book.pages.map { BooksText.count($0, "page") },
      entry.rating.map(BooksText.stars), reading.isAgain ? "read again" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    let line = firstLine(of: entry.review).map { "\n  > “\($0)”" } ?? ""
    return "- \(book(entry)): \(details)\(line)"
  }

  /// The titles and the authors of a book.
  private func book(_ entry: LibraryEntry, pages: Bool = false) -> String {
    let title = MarkdownText.escaped(entry.book.title)
    let authors = MarkdownText.escaped(BooksText.names(entry.book.authors))
    let count = pages ? entry.book.pages.map { ", \(BooksText.count($0, "page"))" } ?? "" : ""
    let other = entry.book.alternativeTitle.map { " (\(MarkdownText.escaped($0)))" } ?? ""
    return "**\(title.isEmpty ? "Untitled" : title)**" + other
      + (authors.isEmpty ? "" : " by \(authors)") + count
  }

  /// The first line of a review that isn't blank.
  private func firstLine(of review: String) -> String? {
    review.split(whereSeparator: \.isNewline).lazy
      .map { MarkdownText.escaped(String($0)) }.first { !$0.isEmpty }
  }
}
