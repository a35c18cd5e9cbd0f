import Services
import Core

/// A date as a user types it: `today`, `yesterday`, `-3d`, `2026-11-21`, `21.11.2026`, `11/21/2026`.
struct TypedDate {
  /// The maximum number of digits in `-3d`.
  private static let maximumDigits = 5

  /// The date, or both readings of an ambiguous one.
  let readings: [CalendarDate]

  /// Parses a typed text; no readings for other text.
  init(_ typed: String, with context: LineContext) {
    let text = typed.trimmed.lowercased()
    guard text.utf8.count <= 40, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      readings = []
      return
    }
    if let date = CalendarDate(text) ?? Self.relative(text, to: context.today) {
      readings = [date]
    } else {
      readings = Self.numeric(text, context)
    }
  }

  private static func relative(_ text: String, to today: CalendarDate) -> CalendarDate? {
    switch text {
    case "today": return today
    case "yesterday": return CalendarDate(daysSince1970: today.daysSince1970 - 1)
    default:
      guard text.hasPrefix("-"), text.hasSuffix("d"),
        let days = number(text.dropFirst().dropLast().utf8, atMost: maximumDigits)
      else { return nil }
      return CalendarDate(daysSince1970: today.daysSince1970 - days)
    }
  }

  /// Parses three numbers between dots, slashes or hyphens.
  private static func numeric(_ text: String, _ context: LineContext) -> [CalendarDate] {
    guard let separator = text.first(where: { !$0.isNumber }), "./-".contains(separator) else {
      return []
    }
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    guard parts.count == 3 else { return [] }
    let numbers = parts.compactMap { number($0.utf8, atMost: 4) }
    guard numbers.count == 3 else { return [] }
    if parts[0].count == 4 { return [date(numbers[0], numbers[1], numbers[2])].compactMap(\.self) }
    // A year of two digits could be the day.
    guard parts[2].count == 4 else { return [] }
    let dayFirst = date(numbers[2], numbers[1], numbers[0])
    // No locale has the month first between dots.
    if separator == "." { return [dayFirst].compactMap(\.self) }
    let monthFirst = date(numbers[2], numbers[0], numbers[1])
    guard let dayFirst, let monthFirst, dayFirst != monthFirst else {
      return [dayFirst ?? monthFirst].compactMap(\.self)
    }
    switch context.dateOrder() {
    case .dayFirst: return [dayFirst]
    case .monthFirst: return [monthFirst]
    case nil: return [dayFirst, monthFirst]
    }
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate? {
    CalendarDate(year: year, month: month, day: day)
  }

  private static func number(_ digits: some Collection<UInt8>, atMost count: Int) -> Int? {
    guard (1...count).contains(digits.count) else { return nil }
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }
}
