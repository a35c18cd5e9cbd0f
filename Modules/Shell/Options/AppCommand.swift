public import Core

/// A subcommand of the command line that runs a few steps in the app and prints the last screen.
///
/// The steps are links, rows and commands as a user would type them, so that they pass the same
/// coordinators and guards.
///
/// ```swift
/// AppCommand("rate", subject: "TRIP", value: "STARS", explanation: "rate a trip") { trip, stars in
///   [.open("trips://all"), .choose(RowChoice(trip)), .type("rate \(stars)")]
/// }
/// ```
public struct AppCommand: Sendable {
  /// One step.
  public enum Step: Sendable {
    /// Opens a link.
    case open(String)
    /// Chooses the row that is meant.
    case choose(RowChoice)
    /// Runs a command of the screen, which stays on it.
    case type(String)
    /// Fails, with the screen's own message, if there are no rows.
    case requireRows
    /// Fails with a message if the screen has an action.
    case stop(ifAction: Action.ID, message: String)
    /// Fails with a message if the screen lacks an action.
    case requireAction(Action.ID, message: String)
    /// Fails, with the screen's own message, if it shows nothing.
    case requireContent
    /// Loads the rest of the list.
    case loadAll
    /// Reports after the screen that the list has more rows, with the advice.
    case note(ifMore: String)

    /// Whether the step may change the owner's data; the others only show screens.
    var changesData: Bool {
      if case .type = self { true } else { false }
    }
  }

  /// The word of the subcommand.
  public let word: String
  /// The placeholder of the search words, or nil for none.
  public let subject: String?
  /// The placeholder of the last argument, or nil for none.
  public let value: String?
  /// A short explanation.
  public let explanation: String
  /// More about it, in sentences.
  public var details: [String]
  /// An example without the program's name, such as `rate "the left hand" 4`, or nil.
  public var example: String?
  /// Returns how many of the words, at the end, are the last argument, such as 2 of `50 %`.
  public let valueWords: @Sendable ([String]) -> Int
  /// Returns the steps for the words and the last argument.
  public let steps: @Sendable (_ subject: String, _ value: String) -> [Step]

  /// Creates a subcommand.
  public init(
    _ word: String, subject: String? = nil, value: String? = nil, explanation: String,
    details: [String] = [], example: String? = nil,
    valueWords: @escaping @Sendable ([String]) -> Int = { _ in 1 },
    steps: @escaping @Sendable (String, String) -> [Step]
  ) {
    self.word = word
    self.subject = subject
    self.value = value
    self.explanation = explanation
    self.details = details
    self.example = example
    self.valueWords = valueWords
    self.steps = steps
  }

  /// The command for help and completions.
  var subcommand: Subcommand {
    Subcommand(
      words: word,
      arguments: [subject.map { "\($0)..." }, value].compactMap(\.self)
        .joined(separator: " "),
      explanation: explanation, details: details, example: example, options: [.json])
  }

  /// Returns the message about words that are too long for a link of the command's own, or nil: the user has typed no
  /// link, and may type as many words as after a shortcut.
  func tooLongMessage(for typed: String, in link: String) -> String? {
    guard typed.utf8.count > Shortcut.maximumLength, !typed.contains(link) else { return nil }
    return CommandProblem.argumentTooLong(word, limit: Shortcut.maximumLength).message
  }

  /// The typed arguments, each with one space between its words; those that the command doesn't take are empty.
  struct Arguments: Hashable, Sendable {
    /// The search words.
    let subject: String
    /// The last argument.
    let value: String
  }

  /// Returns the arguments that these words are; nil for too few or too many words.
  func arguments(_ words: [String]) -> Arguments? {
    // At least one word is searched for.
    let count = value == nil ? 0 : max(1, min(valueWords(words), words.count - 1))
    let (subjects, values) = (words.dropLast(count), words.suffix(count))
    guard (subject == nil) == subjects.isEmpty, (value == nil) == values.isEmpty else { return nil }
    let parts = subjects.flatMap { $0.split(whereSeparator: \.isWhitespace) }
    return subject != nil && parts.isEmpty
      ? nil
      : Arguments(subject: parts.joined(separator: " "), value: values.joined(separator: " "))
  }
}
