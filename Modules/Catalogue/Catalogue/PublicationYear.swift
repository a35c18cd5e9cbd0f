/// The year in a date in free text: `1869`, `8 June 1949`, `411 BC`.
///
/// A number with fewer than four digits is a year only if the text has nothing else but an era and a
/// `c.`: in `12/25/98` and `197-?` it is another number, or a part of one.
package enum PublicationYear {
  /// The years of books; others are errors of the records.
  package static let plausible = -4000...2100
  /// The texts before and after a year with fewer than four digits, without spaces and dots.
  private static let beginnings: Set<String> = ["", "-", "c", "ca", "circa", "ad", "ce"]
  private static let eras: Set<String> = ["", "ad", "ce", "bc", "bce"]

  /// Returns the year of a date, if it is plausible for a book. Years before the common era are
  /// negative.
  package static func read(_ date: String) -> Int? {
    // Most dates are nothing but a year; `make bench` measures it with the lines of a dump.
    if date.utf8.count == 4, let year = Int(date) { return kept(year) }
    var rest = date.utf8[...]
    while let start = rest.firstIndex(where: isDigit) {
      let digits = rest[start...].prefix(while: isDigit)
      rest = rest[digits.endIndex...]
      let (before, count) = (date.utf8[..<start], digits.count)
      if count > 4 { continue }
      let word = rest.drop(while: { $0 == UInt8(ascii: " ") }).prefix(while: isLetterOrDot)
      let era = plain(count == 4 ? word : rest)
      if count < 4, !beginnings.contains(plain(before)) || !eras.contains(era) { continue }
      let isBeforeChrist = before.elementsEqual("-".utf8) || era == "bc" || era == "bce"
      let number = digits.reduce(0) { $0 * 10 + Int($1 & 0xF) }
      if let year = kept(isBeforeChrist ? -number : number) { return year }
    }
    return nil
  }

  /// Returns a year, or nil if it is an error of the record. There is no year 0.
  package static func kept(_ year: Int) -> Int? {
    year != 0 && plausible.contains(year) ? year : nil
  }

  /// Returns a part of a date in lower case, without spaces and dots.
  private static func plain(_ text: Substring.UTF8View) -> String {
    let bytes = text.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ".") }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isLetterOrDot(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: ".")
  }
}
