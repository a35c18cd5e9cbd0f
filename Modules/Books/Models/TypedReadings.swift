import Core
import Services

/// Earlier readings as typed: `undated, 2019-05-01 to 2019-06-02, 9.1.2023, yesterday`, also one on each line.
struct TypedReadings: Hashable {
  /// The reason why typed text has no readings.
  enum Problem: Error, Hashable, Sendable {
    /// The text has something other than dates.
    case unreadable
    /// This part of the text has digits and isn't a date.
    case notADate(String)
    /// A reading was finished before it was started.
    case finishedBeforeStarted
    /// A reading is in the future.
    case inTheFuture
    /// More than one reading has no dates.
    case severalUndated
  }

  /// The readings, oldest first, each once.
  let readings: [PastReading]

  /// Parses readings up to today.
  init(_ text: String, today: CalendarDate) throws(Problem) {
    var readings: Set<PastReading> = []
    let line = Self.line(of: text)
    for part in line.split(separator: ",", omittingEmptySubsequences: false) {
      var words = part.split(whereSeparator: \.isWhitespace)
      // Between two dates only: "2019-05-01 to" has not ended.
      if words.count == 3, words[1].lowercased() == "to" { words.remove(at: 1) }
      if words.isEmpty, line.isEmpty { break }
      if words.count == 1, words[0].lowercased() == PastReading.undated {
        guard readings.insert(PastReading(finished: nil)).inserted else { throw .severalUndated }
        continue
      }
      var dates: [CalendarDate] = []
      for word in words {
        guard let date = CalendarDate(typed: word, today: today) else {
          throw word.contains(where: \.isNumber) ? .notADate(String(word)) : .unreadable
        }
        dates.append(date)
      }
      guard let last = dates.last, dates.count <= 2 else { throw .unreadable }
      if last > today { throw .inTheFuture }
      let started = dates.count == 2 ? dates[0] : nil
      if let started, started > last { throw .finishedBeforeStarted }
      readings.insert(PastReading(started: started, finished: last))
    }
    self.readings = readings.inOrder
  }

  /// Returns the readings on one line: a line break separates like a comma, also after one.
  private static func line(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
      .reduce(into: "") { joined, line in
        joined += joined.isEmpty || joined.last == "," ? line : ",\(line)"
      }
  }
}

extension CalendarDate {
  /// The maximum length of a typed date, in bytes.
  private static let maximumLength = 20

  /// Parses `2019-05-31`, `31.5.2019`, `today`, `yesterday` or `-3d`; nil for other text, also for a date that is typed
  /// as in the user's locale.
  fileprivate init?(typed text: Substring, today: CalendarDate) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let word = text.lowercased()
    if let days = Self.days(before: word) {
      self.init(daysSince1970: today.daysSince1970 - days)
      return
    }
    let separator: Character = word.contains(".") ? "." : "-"
    var parts = word.split(separator: separator, omittingEmptySubsequences: false)
    if separator == "." { parts.reverse() }
    let numbers = parts.compactMap { Int(digits: $0, upTo: 4) }
    guard parts.count == 3, numbers.count == 3, parts[0].count == 4 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Returns how many days before today a word names; nil for another word.
  private static func days(before word: String) -> Int? {
    switch word {
    case "today": return 0
    case "yesterday": return 1
    default:
      guard word.hasPrefix("-"), word.hasSuffix("d") else { return nil }
      return Int(digits: word.dropFirst().dropLast(), upTo: 5)
    }
  }
}

extension PastReading {
  /// What a reader types, and sees, for a reading without dates.
  fileprivate static let undated = "undated"
}

extension Collection<PastReading> {
  /// The readings as typed by a reader.
  var typed: String {
    map { reading in
      guard let finished = reading.finished else { return PastReading.undated }
      return reading.started.map { "\($0) to \(finished)" } ?? "\(finished)"
    }
    .joined(separator: ", ")
  }
}
