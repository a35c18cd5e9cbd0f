/// Reads the three forms of a date (RFC 9110, section 5.6.7).
struct HTTPDateParser {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Reads the complete text as seconds since 1970.
  ///
  /// - Parameter now: the current time in seconds since 1970.
  mutating func date(now: Int) -> Int? {
    let start = rest
    let seconds = fixdate() ?? retry(from: start, now: now)
    return rest.isEmpty ? seconds : nil
  }

  private mutating func retry(from start: ArraySlice<UInt8>, now: Int) -> Int? {
    rest = start
    if let seconds = rfc850(now: now) { return seconds }
    rest = start
    return asctime()
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  private mutating func fixdate() -> Int? {
    guard name(of: GregorianDay.weekdays.map { $0.prefix(3) }) != nil, skip(", "),
      let day = number(2), skip(" "), let month = name(of: GregorianDay.months), skip(" "),
      let year = number(4), skip(" "), let time = time(), skip(" GMT")
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`
  private mutating func rfc850(now: Int) -> Int? {
    guard name(of: GregorianDay.weekdays) != nil, skip(", "), let day = number(2), skip("-"),
      let month = name(of: GregorianDay.months), skip("-"), let short = number(2), skip(" "),
      let time = time(), skip(" GMT")
    else { return nil }
    let latest = GregorianDay(daysSince1970: GregorianDay.split(now).days).year + 50
    var year = latest - (latest - short) % 100
    let earlier = GregorianDay(year: year - 50, month: month + 1, day: day).daysSince1970
    if earlier * 86_400 + time > now { year -= 100 }
    guard (0...9999).contains(year) else { return nil }
    return seconds(year, month, day, time)
  }

  /// `Sun Nov  6 08:49:37 1994`
  private mutating func asctime() -> Int? {
    guard name(of: GregorianDay.weekdays.map { $0.prefix(3) }) != nil, skip(" "),
      let month = name(of: GregorianDay.months), skip(" "),
      let day = skip(" ") ? number(1) : number(2), skip(" "), let time = time(), skip(" "),
      let year = number(4)
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// `08:49:37`, in seconds. 60 is a leap second, and counts as the first second of the next
  /// minute.
  private mutating func time() -> Int? {
    guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60,
      skip(":"), let second = number(2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// - Parameter month: 0 for January.
  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int? {
    let day = GregorianDay(year: year, month: month + 1, day: day)
    guard day.exists else { return nil }
    return day.daysSince1970 * 86_400 + time
  }

  /// Reads one of the names in any case, and returns its position.
  private mutating func name(of names: [some StringProtocol]) -> Int? {
    names.firstIndex { skip($0) }
  }

  /// Reads exactly that many digits.
  private mutating func number(_ length: Int) -> Int? {
    guard rest.count >= length else { return nil }
    var number = 0
    for byte in rest.prefix(length) {
      guard case let digit = byte &- UInt8(ascii: "0"), digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    rest.removeFirst(length)
    return number
  }

  /// Reads this text in any case, if it follows.
  private mutating func skip(_ text: some StringProtocol) -> Bool {
    let count = text.utf8.count
    guard rest.count >= count, zip(rest, text.utf8).allSatisfy({ $0.lowered == $1.lowered }) else {
      return false
    }
    rest.removeFirst(count)
    return true
  }
}

extension UInt8 {
  /// The byte with ASCII letters in lower case.
  fileprivate var lowered: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
