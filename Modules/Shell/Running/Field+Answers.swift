import Core

extension Field {
  /// The possible answers, such as the options, or an example; nil for any text.
  var answers: String? {
    switch kind {
    case .text, .email, .secure, .newPassword: placeholder?.plain
    case .longText: placeholder?.plain ?? kind.shortHint
    case .choice(let options):
      options.areNumbered ? kind.numberedHint : options.shownTitles.joined(separator: ", ")
    case .number, .date: kind.shortHint
    }
  }
}

extension FieldKind {
  /// The options with the numbers that stand for them.
  fileprivate var numberedHint: String {
    let titles = options.shownTitles
    return titles.enumerated().map { index, title in
      index < titles.count - 1 || titles.count == options.count ? "\(index + 1) \(title)" : title
    }.joined(separator: ", ")
  }
}
