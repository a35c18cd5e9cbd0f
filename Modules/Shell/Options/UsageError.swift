import Core

/// An error of the command line.
enum UsageError: Error, Hashable, Sendable {
  /// No option has this name; the nearest name is suggested.
  case unknownOption(String, nearest: String?)
  /// The option needs a value.
  case missingValue(OptionName)
  /// The option takes no value.
  case unexpectedValue(OptionName)
  /// The value is invalid for the option.
  case badValue(OptionName, String, expected: String)
  /// The app's option needs a value.
  case missingSetting(String, usage: String)
  /// The value is invalid for the app's option or a transfer's parameter.
  case badSetting(String, String, expected: String)
  /// The subcommand needs a file.
  case missingFile(subcommand: String)
  /// The first word is that of a transfer, but the next one is unknown; these transfers begin with
  /// it.
  case unknownTransfer(String, known: [String])
  /// The transfer needs a file, or takes only one.
  case files(TransferCommand)
  /// The transfer can't read standard input.
  case noPipe(TransferCommand)
  /// The subcommand needs other arguments.
  case arguments(usage: String)
  /// A word that is neither a subcommand nor a link.
  case unexpectedWord(String, nearest: String?)
  /// The word after `help` is the first word of no subcommand.
  case unknownTopic(String, nearest: String?)
  /// A word after the last argument.
  case extraWord(String)
  /// The link cannot be read; the example is one of the app's links, if it is known.
  case badLink(DeepLink.Problem, example: String?)
  /// The app has no such experiment; these are the known ones.
  case unknownExperiment(String, known: [String])
  /// The experiment has no such variant; these are the known ones.
  case unknownVariant(String, experiment: String, known: [String])
  /// The option has no effect with this job.
  case pointless(OptionName, with: String)
  /// A word in the file of default options that isn't an option.
  case noOption(String)
  /// A quotation mark in the file of default options isn't closed.
  case openQuote
  /// The error is in the file of default options.
  indirect case inFile(place: String, UsageError)

  /// Returns the same error with its place in the file of default options, if there is one.
  func at(_ place: String?) -> UsageError { place.map { .inFile(place: $0, self) } ?? self }

  /// The error and the correct usage, in one line.
  var message: String {
    switch self {
    case .unknownOption(let name, let nearest):
      "Unknown option \(name.quoted)." + (nearest.map { " Did you mean \($0)?" } ?? "")
    case .missingValue(let option):
      "--\(option.rawValue) needs a value: --\(option.rawValue) \(option.value ?? "")."
    case .unexpectedValue(let option): "--\(option.rawValue) takes no value."
    case .badValue(let option, let value, let expected):
      Self.message("--\(option.rawValue)", takes: expected, not: value)
    case .missingSetting(let name, let usage): "\(name) needs a value: \(usage)."
    case .badSetting(let name, let value, let expected):
      Self.message(name, takes: expected, not: value)
    case .missingFile(let subcommand): "\(subcommand) needs one file: \(subcommand) FILE."
    case .unknownTransfer(let words, let known):
      "Unknown subcommand \(words.quoted). \(known.choices)"
    case .files(let command):
      command.parameter != nil
        ? "Use it like this: \(command.usage.closed)"
        : command.takesSeveralFiles
          ? "\(command.words) needs a file: \(command.usage.closed)"
          : "\(command.words) needs one file: \(command.usage)."
    case .arguments(let usage): "Use it like this: \(usage.closed)"
    case .noPipe(let command): "\(command.words) can't read standard input. Give it files."
    case .unexpectedWord(let word, let nearest):
      "\(word.quoted) isn't a subcommand or a link." + Self.suggestion(nearest)
    case .unknownTopic(let word, let nearest):
      "Unknown subcommand \(word.quoted)." + Self.suggestion(nearest)
    case .extraWord(let word): "Unexpected argument \(word.quoted)."
    case .badLink(let problem, let example): problem.message(example: example)
    case .unknownExperiment(let name, let known): Self.message(unknown: name, known: known)
    case .unknownVariant(let name, let experiment, let known):
      "The experiment \(experiment.quoted) has no variant \(name.quoted). \(known.choices)"
    case .pointless(let option, let other): "--\(option.rawValue) can't be used with \(other)."
    case .noOption(let word): "\(word.quoted) isn't an option: options start with --."
    case .openQuote: "A quotation mark isn't closed. Put a backslash before one in a value."
    case .inFile(let place, let error): "\(place): \(error.message)"
    }
  }

  /// Returns what an option takes. A value with an @ isn't repeated: it may have a password or a token, and the message
  /// may be in a log.
  private static func message(_ name: String, takes expected: String, not value: String) -> String {
    let isSecret = value.unicodeScalars.contains("@")
    return "\(name) takes \(expected)" + (isSecret ? "." : ", not \(value.quoted).")
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { " Did you mean \($0)?" } ?? ""
  }

  private static func message(unknown name: String, known: [String]) -> String {
    let unknown = "Unknown experiment \(name.quoted)."
    if known.isEmpty { return "\(unknown) This app has none." }
    let nearest = EditDistance.nearest(to: name, among: known)
    return "\(unknown) " + (nearest.map { "Did you mean \($0)?" } ?? known.choices)
  }
}

extension String {
  /// The text with a full stop, unless dots that stand for more words are at its end.
  fileprivate var closed: String { hasSuffix("...") ? self : self + "." }
}
