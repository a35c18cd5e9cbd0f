/// Dates of header fields (RFC 9110, section 5.6.7), as seconds since 1970-01-01 00:00 UTC.
enum CacheDate {
  private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let longDays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// A part of a date, in lower case.
  private typealias Word = ArraySlice<UInt8>

  private static func text(_ word: Word) -> String { String(decoding: word, as: UTF8.self) }

  /// Parses a date in one of the three formats, or returns nil.
  ///
  /// The names of days, months and the zone ignore case (RFC 9111, section 4.2). Another zone than
  /// GMT is invalid.
  ///
  /// - Parameter now: tells the century of a year of two digits.
  static func seconds(_ text: String, now: Int) -> Int? {
    guard text.utf8.count <= 40 else { return nil }
    let words = text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
      .split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let hasComma = words.first?.last == UInt8(ascii: ",")
    switch words.count {
    case 6 where hasComma: return fixed(words)
    case 4 where hasComma: return rfc850(words, now: now)
    case 5, 6: return asctime(words)
    default: return nil
    }
  }

  /// Formats a date as `Sun, 06 Nov 1994 08:49:37 GMT`; the year is brought into 1 to 9999.
  static func text(_ seconds: Int) -> String {
    let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let (day, time) = seconds.dividedDown(by: 86_400)
    let (year, month, dayOfMonth) = civil(day)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let century = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
    let name = days[(day + 4).dividedDown(by: 7).remainder].capitalizedWord
    return "\(name), \(two(dayOfMonth)) \(months[month - 1].capitalizedWord) \(century) "
      + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
  }

  // MARK: Formats

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  private static func fixed(_ words: [Word]) -> Int? {
    guard text(words[5]) == "gmt", days.contains(text(words[0].dropLast())),
      let day = number(words[1], digits: 2), let year = number(words[3], digits: 4)
    else { return nil }
    return seconds(year, words[2], day, words[4])
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`
  private static func rfc850(_ words: [Word], now: Int) -> Int? {
    let parts = words[1].split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard text(words[3]) == "gmt", longDays.contains(text(words[0].dropLast())), parts.count == 3,
      let day = number(parts[0], digits: 2), let year = number(parts[2], digits: 2)
    else { return nil }
    // More than 50 years ahead means the past.
    let thisYear = civil(now.dividedDown(by: 86_400).quotient).year
    var full = thisYear - thisYear % 100 + year
    if full > thisYear + 50 { full -= 100 }
    if full <= thisYear - 50 { full += 100 }
    return seconds(full, parts[1], day, words[2])
  }

  /// `Sun Nov  6 08:49:37 1994`
  private static func asctime(_ words: [Word]) -> Int? {
    var words = words
    if words.count == 6 {
      guard words[2].isEmpty, words[3].count == 1 else { return nil }
      words.remove(at: 2)
    } else if words[2].count != 2 {
      return nil
    }
    guard days.contains(text(words[0])), let year = number(words[4], digits: 4),
      let day = number(words[2], digits: words[2].count)
    else { return nil }
    return seconds(year, words[1], day, words[3])
  }

  // MARK: Parts

  private static func seconds(
    _ year: Int, _ month: Word, _ day: Int, _ time: Word
  ) -> Int? {
    let parts = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let month = months.firstIndex(of: text(month)).map({ $0 + 1 }), parts.count == 3,
      let hour = number(parts[0], digits: 2), hour < 24,
      let minute = number(parts[1], digits: 2), minute < 60,
      let second = number(parts[2], digits: 2), second <= 60,  // a leap second
      day >= 1, day <= length(of: month, year)
    else { return nil }
    return dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func number(_ word: Word, digits: Int) -> Int? {
    guard word.count == digits, word.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return word.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days since 1970-01-01, with years that begin in March.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = year.dividedDown(by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (day + 719_468).dividedDown(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}

extension Int {
  /// Divides with a remainder that is never negative.
  fileprivate func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension String {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
