import Core
import Services

/// Parses and formats single values of a Goodreads file.
enum GoodreadsValue {
  /// Returns the items of a list, without empty and duplicate ones.
  static func list(_ text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(separator: ",").map { String($0).trimmed }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Returns a whole number in a range; spreadsheets write `5.0`.
  static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard let number = decimal(text).flatMap({ Int(exactly: $0) }), range.contains(number)
    else { return nil }
    return number
  }

  /// Returns a decimal number; nil for a hexadecimal one, which `Double` reads, too.
  private static func decimal(_ text: String) -> Double? {
    guard text.utf8.count < 12, !text.contains(where: { $0 == "x" || $0 == "X" }) else {
      return nil
    }
    return Double(text)
  }

  /// Returns the number of half stars, 0 for none; Goodreads has whole stars, and other apps write
  /// `3.5` in the same column.
  static func halfStars(_ text: String) -> Int? {
    guard let stars = decimal(text) else { return nil }
    return Int(exactly: stars * 2).flatMap { (0...10).contains($0) ? $0 : nil }
  }

  /// Parses a day such as `2019/05/31` or `2019-05-31`; nil for an incomplete date, and for one in another order, such
  /// as `5/6/2019`, which may be ambiguous.
  static func day(_ text: String) -> CalendarDate? {
    let parts = text.utf8.count <= 10 ? text.split { $0 == "/" || $0 == "-" } : []
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count <= 2,
      parts[2].utf8.count <= 2, let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Formats a day as Goodreads does.
  static func written(_ day: CalendarDate?) -> String {
    day.map { $0.description.replacing("-", with: "/") } ?? ""
  }

  /// Returns a review with `<br/>` as line breaks. All other tags are kept, because they are the
  /// reader's text.
  static func plainReview(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var place = 0
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      plain += bytes[place..<open]
      let rest = bytes[open...].prefix(breaks[0].count)
      let tag = breaks.first { rest.starts(with: $0) }
      plain.append(UInt8(ascii: tag == nil ? "<" : "\n"))
      place = open + (tag?.count ?? 1)
    }
    plain += bytes[place...]
    return String(decoding: plain, as: UTF8.self)
  }

  /// The tags of a line break, longest first.
  private static let breaks = ["<br />", "<br/>", "<br>"].map { Array($0.utf8) }

  /// Returns a review with line breaks as Goodreads writes them.
  static func written(review: String) -> String {
    guard review.utf8.contains(UInt8(ascii: "\n")) else { return review }
    return review.replacing("\r\n", with: "<br/>").replacing("\n", with: "<br/>")
  }

  /// Returns a review for comparison: line breaks and outer white space make no difference.
  static func comparable(review: String) -> String {
    let plain = plainReview(review)
    guard plain.utf8.contains(UInt8(ascii: "\r")) else { return plain.trimmed }
    return plain.replacing("\r\n", with: "\n").trimmed
  }

  /// Returns the thirteen digits of an ISBN in any format, such as `="0439023483"`; empty for other
  /// text. The check digit is not verified, because some books are printed with a wrong one.
  static func isbn(_ text: String) -> String {
    if text.utf8.count > 40 { return "" }
    let digits = text.uppercased().filter { $0.isASCII && ($0.isNumber || $0 == "X") }
    guard let isbn = ISBN.thirteen(digits), !isbn.contains("X") else { return "" }
    return isbn
  }
}
