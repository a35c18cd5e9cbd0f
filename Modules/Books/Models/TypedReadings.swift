import Core
import Services

/// Earlier readings as typed: `undated, 2019-05-01 to 2019-06-02, 2023-01-09`, also one on each line.
struct TypedReadings: Hashable {
  /// The reason why typed text has no readings.
  enum Problem: Error, Hashable, Sendable {
    /// The text has something other than dates.
    case unreadable
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
      let dates = words.compactMap { CalendarDate(String($0)) }
      guard dates.count == words.count, let last = dates.last, dates.count <= 2 else {
        throw .unreadable
      }
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
