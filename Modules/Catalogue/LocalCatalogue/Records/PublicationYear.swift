/// The year in a date in free text: `1869`, `8 June 1949`, `411 BC`.
enum PublicationYear {
  /// Returns the year of a date, or nil. Years before the common era are negative.
  static func read(_ date: String) -> Int? {
    // Dumps have millions of dates that are only a year.
    if date.utf8.count == 4, let year = UInt16(date) { return Int(year) }
    let numbers = date.split { !("0"..."9").contains($0) }.filter { $0.utf8.count <= 4 }
    guard let digits = numbers.first(where: { $0.utf8.count >= 3 }) ?? numbers.last,
      let year = Int(digits)
    else { return nil }
    let isBeforeChrist = date.hasPrefix("-") || date.uppercased().contains("BC")
    return isBeforeChrist ? -year : year
  }
}
