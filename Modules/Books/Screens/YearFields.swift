import Core
import Services

/// The two fields of a form for a range of years.
@MainActor struct YearFields {
  let from: Int?
  let to: Int?

  /// Why books can't be in the range, or nil.
  var problem: String? {
    guard let from, let to, from > to else { return nil }
    return "“To year” is before “From year”."
  }

  /// Returns the fields.
  func fields(
    setFrom: @escaping @MainActor (Int?) -> Void, setTo: @escaping @MainActor (Int?) -> Void
  ) -> [ScreenField] {
    [
      ScreenField(
        "from", label: "From year", kind: .year,
        value: from.map { .number($0) }, placeholder: "years BC are negative"
      ) { setFrom($0.number) },
      ScreenField(
        "to", label: "To year", kind: .year,
        value: to.map { .number($0) }, problem: problem
      ) { setTo($0.number) },
    ]
  }
}

extension FieldKind {
  /// A year of a book's publication.
  static let year = FieldKind.number(EntryBounds.typedYear)
}
