import Services
import Core

/// Creates small, unusual content values of every kind from a seed.
struct ContentGenerator {
  private let random: SeededRandomness

  init(seed: UInt64) {
    random = SeededRandomness(seed: seed)
  }

  private static let texts = [
    "", " ", "Dune", "é e\u{301}", "日本語", "👩‍👩‍👧‍👦 family", "\u{202E}drawkcab", "a\nb\tc",
    "\"quoted\\\"", "\u{0}\u{1B}[31m", String(repeating: "long ", count: 200),
  ]

  func text() -> String { Self.texts[random.next(below: Self.texts.count)] }
  func flag() -> Bool { random.next(below: 2) == 0 }
  func maybe<T>(_ make: () -> T) -> T? { flag() ? make() : nil }
  func list<T>(_ make: () -> T) -> [T] { (0..<random.next(below: 4)).map { _ in make() } }

  func number() -> Double {
    let all = [0, 1, -1, 0.1, -3.75, 1e-300, 1e300, .pi, Double(UInt32.max), 9_007_199_254_740_991]
    return all[random.next(below: all.count)]
  }

  func wholeNumber() -> Int {
    let all = [0, 1, -1, 1 << 53 + 1, Int.min, Int.max]
    return all[random.next(below: all.count)]
  }

  func range() -> ClosedRange<Int> {
    let all = [0...5, -1...1, 0...0, 0...Int.max, Int.min...0, Int.min...Int.max]
    return all[random.next(below: all.count)]
  }

  func date() -> CalendarDate {
    CalendarDate(daysSince1970: random.next(below: 3_652_059) - 719_162)
  }

  func options() -> [Field.Option] { list { Field.Option(.init(text()), title: text()) } }

  func kind() -> FieldKind {
    switch random.next(below: 8) {
    case 0: .text
    case 1: .email
    case 2: .secure
    case 3: .newPassword
    case 4: .number(range())
    case 5: .choice(options())
    case 6: .date
    default: .longText
    }
  }

  func value() -> FieldValue {
    switch random.next(below: 5) {
    case 0: .text(text())
    case 1: .number(wholeNumber())
    case 2: .choice(.init(text()))
    case 3: .date(date())
    default: .filled
    }
  }

  func field() -> Field {
    Field(
      .init(text()), label: text(), kind: kind(), value: maybe(value), placeholder: maybe(text),
      problem: maybe(text))
  }

  func action() -> Action {
    let roles: [Action.Role] = [.normal, .primary, .destructive, .cancel]
    return Action(
      .init(text()), title: text(), role: roles[random.next(below: 4)], input: maybe(field),
      disabledReason: maybe(text))
  }

  func progress() -> LoadingProgress {
    var progress = LoadingProgress(
      label: maybe(text), fraction: Double(random.next(below: 101)) / 100)
    progress.detail = maybe(text)
    progress.percent = maybe { random.next(below: 1000) }
    return progress
  }

  func status() -> ContentStatus {
    switch random.next(below: 5) {
    case 0: .idle
    case 1: .loading(maybe(progress))
    case 2: .empty(message: text())
    case 3: .failed(message: text(), retry: maybe { .init(text()) })
    default: .offline(message: text(), retry: maybe { .init(text()) })
    }
  }

  func row() -> Row {
    var row = Row(
      .init(text()), title: text(), detail: maybe(text), badge: maybe(text), isSelected: flag())
    row.sameAs = maybe { .init(text()) }
    return row
  }

  func sectionBody() -> ContentSection.Body {
    switch random.next(below: 6) {
    case 0: .rows(list(row))
    case 1: .fields(list(field))
    case 2: .text(text())
    case 3: .picture(Picture(source: maybe(text), alternative: text()))
    case 4: .progress(progress())
    default:
      .chart(
        BarChart(unit: text(), points: list { BarChart.Point(label: text(), value: number()) }))
    }
  }

  func content() -> ScreenContent {
    ScreenContent(
      title: text(), subtitle: maybe(text), status: status(),
      notice: maybe { Notice(text(), tone: flag() ? .done : .problem) },
      sections: list { ContentSection(.init(text()), title: maybe(text), sectionBody()) },
      actions: list(action))
  }

  func route() -> Route {
    Route(
      text(), version: random.next(below: 9),
      parameters: [text(): text(), text() + "2": text()])
  }

  func lock() -> Lock {
    Lock(title: text(), message: text(), discard: text(), keep: text())
  }
}
