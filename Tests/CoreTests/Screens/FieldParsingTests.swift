import Services
import Core
import Testing

@Suite("Typed text becomes a field's value or an error")
struct FieldParsingTests {
  private static let options = [
    Field.Option("red", title: "Red wine"), Field.Option("rose", title: "Rosé"),
    Field.Option("white", title: "White wine"), Field.Option("whi", title: "Whisky"),
  ]
  private let rating = FieldKind.number(0...5)
  private let choice = FieldKind.choice(options)

  private func problem(_ kind: FieldKind, _ text: String) -> InputProblem? {
    do throws(InputProblem) {
      _ = try kind.value(from: text)
      return nil
    } catch { return error }
  }

  @Test("White space alone is no value, except in a secure field", arguments: ["", " ", "\t \n"])
  func blank(_ text: String) throws {
    for kind in [.text, .email, .longText, .date, rating, choice] as [FieldKind] {
      #expect(try kind.value(from: text) == nil)
    }
    let secret: FieldValue? = text.isEmpty ? nil : .secret(Secret(text))
    for kind in [.secure, .newPassword] as [FieldKind] {
      #expect(try kind.value(from: text) == secret)
    }
  }

  @Test("Every Int is read exactly, and other values have no number")
  func readNumbers() throws {
    let all = FieldKind.number(Int.min...Int.max)
    for number in [Int.min, -1, 1 << 53 + 1, Int.max] {
      #expect(try all.value(from: "\(number)").number == number)
    }
    #expect(problem(all, "9223372036854775808") == .outOfRange(Int.min...Int.max))
    let text: FieldValue? = .text("4")
    #expect(text.number == nil)
  }

  @Test("Text is trimmed at both ends and otherwise unchanged")
  func text() throws {
    #expect(try FieldKind.text.value(from: "  a  b ") == .text("a  b"))
    #expect(try FieldKind.longText.value(from: "\na\n\nb\n") == .text("a\n\nb"))
    #expect(try FieldKind.email.value(from: " a@b.c ") == .text("a@b.c"))
  }

  @Test(
    "Numbers consist of digits, a sign and a point",
    arguments: ["0": 0, "5": 5, "+5": 5, "-0": 0, "3.0": 3, " 4 ": 4, "05": 5])
  func wholeNumbers(_ text: String, _ number: Int) throws {
    #expect(try rating.value(from: text) == .number(number))
  }

  @Test(
    "Text that isn't a whole number is refused",
    arguments: [
      "nan", "NaN", "inf", "-infinity", "1e3", "1e999", "0x10", "0x1p4", "1,5", "1 000", "٣",
      "1_000", "--1", "1.2.3", ".", "+", "½", "five", "1.5", "-0.1", "5.1",
    ])
  func noNumber(_ text: String) {
    #expect(problem(rating, text) == .notANumber)
  }

  @Test(
    "A number out of bounds is refused, also one larger than any Int",
    arguments: [
      "6", "-1", "99999999999999999", "99999999999999999999", String(repeating: "9", count: 400),
    ])
  func outOfRange(_ text: String) throws {
    #expect(problem(rating, text) == .outOfRange(0...5))
  }

  @Test(
    "Options match by identifier, title or prefix, ignoring case",
    arguments: [
      "red": "red", "RED": "red", "red wine": "red", "ro": "rose", "rosé": "rose", "whi": "whi",
      "white w": "white", "whis": "whi", "Whisky": "whi",
    ])
  func option(_ text: String, _ id: String) throws {
    #expect(try choice.value(from: text) == .choice(.init(id)))
  }

  @Test("The beginning of a single title wins over the beginnings of identifiers")
  func titleFirst() throws {
    let languages = FieldKind.choice([
      Field.Option("enm", title: "Middle English"), Field.Option("eng", title: "English"),
      Field.Option("spa", title: "Spanish"), Field.Option("swe", title: "Swedish"),
    ])
    #expect(try languages.value(from: "en") == .choice("eng"))
    #expect(try languages.value(from: "enm") == .choice("enm"))
    #expect(try languages.value(from: "mid") == .choice("enm"))
    #expect(problem(languages, "s") == .ambiguousOption(["Spanish", "Swedish"]))
    let codes = FieldKind.choice([
      Field.Option("deu", title: "German"), Field.Option("den", title: "Danish"),
    ])
    #expect(problem(codes, "de") == .ambiguousOption(["German", "Danish"]))
  }

  @Test("An ambiguous or unknown option is refused with the list of titles or numbers")
  func unclearOption() {
    #expect(problem(choice, "r") == .ambiguousOption(["Red wine", "Rosé"]))
    #expect(problem(choice, "beer") == .noSuchOption(Self.options.map(\.title)))
    #expect(problem(.choice([]), "x") == .noSuchOption([]))
    let halves = FieldKind.choice(
      [Field.Option("none", title: "No rating")]
        + ["0.5", "1"].map { Field.Option(Identifier($0), title: "\($0) stars") })
    for text in ["0", "0.", "1.5"] {
      #expect(problem(halves, text) == .noSuchOption(["No rating", "0.5", "1"]), "\(text)")
    }
  }

  @Test("Dates are read as ISO 8601 days")
  func date() throws {
    let day = try #require(CalendarDate("2024-02-29"))
    #expect(try FieldKind.date.value(from: " 2024-02-29 ") == .date(day))
    #expect(problem(.date, "2023-02-29") == .notADate)
    #expect(problem(.date, "yesterday") == .notADate)
  }

  @Test("Text is accepted up to the limit and refused above it, never cut")
  func limits() throws {
    let limit = FieldKind.maximumTextLength
    #expect(problem(.text, String(repeating: "é", count: limit)) == nil)
    #expect(problem(.text, String(repeating: "é", count: limit + 1)) == .tooLong(limit: limit))
    let long = FieldKind.maximumLongTextLength
    #expect(problem(.longText, String(repeating: "a", count: long)) == nil)
    #expect(problem(.longText, String(repeating: "a", count: long + 1)) == .tooLong(limit: long))
  }

  @Test("A field of several lines accepts a megabyte; every other field refuses it")
  func megabyte() throws {
    let letters = String(repeating: "a", count: 1 << 20)
    #expect(try FieldKind.longText.value(from: letters) == .text(letters))
    // Characters of two and of four bytes.
    for letter in ["я", "𒀀"] {
      let text = String(repeating: letter, count: 1 << 20)
      #expect(try FieldKind.longText.value(from: text) == .text(text))
    }
    for kind in [.text, .email, .secure, .date, rating, choice] as [FieldKind] {
      guard case .tooLong = problem(kind, letters) else {
        Issue.record("\(kind) took a megabyte")
        continue
      }
    }
  }

  @Test("Many megabytes are refused by every field, also as one character with a million accents")
  func megabytes() {
    let letters = String(repeating: "a", count: 5 << 20)
    let accents = "a" + String(repeating: "\u{301}", count: 1 << 21)
    for kind in [.text, .email, .secure, .longText, .date, rating, choice] as [FieldKind] {
      for text in [letters, accents] {
        guard case .tooLong = problem(kind, text) else {
          Issue.record("\(kind) took \(text.utf8.count) bytes")
          continue
        }
      }
    }
  }

  @Test("Characters of many bytes count once, within reason")
  func families() {
    let family = "👨‍👩‍👧‍👦"
    #expect(problem(.text, String(repeating: family, count: 500)) == nil)
  }
}
