import Services
import Core

extension ShellOptions {
  /// Parses the arguments after the program's name.
  ///
  /// - Parameters:
  ///   - usual: the lines of the file of default options, which the arguments override.
  ///   - table: the subcommands and the app's own options.
  static func parse(
    _ arguments: [String], after usual: [OptionsFile.Line] = [],
    _ table: CommandTable = CommandTable(name: "")
  ) throws(UsageError) -> ShellOptions {
    var options = ShellOptions()
    let own = table.appOptions
    // Each line separately: an option takes no value from the next line.
    for line in usual {
      do throws(UsageError) {
        if line.isOpen { throw .openQuote }
        let words = try options.apply(line.words, from: line.place, own)
        if let word = words.first { throw .noOption(word) }
      } catch {
        throw error.at(line.place)
      }
    }
    let words = try options.apply(arguments, from: nil, own)
    do throws(UsageError) {
      try options.read(words, table)
    } catch {
      throw error.at(options.place(of: error))
    }
    return options
  }

  /// Parses the options of a line of a file, or of the command line, and returns the other words.
  private mutating func apply(
    _ arguments: [String], from place: String?, _ own: [AppOption]
  ) throws(UsageError) -> [String] {
    var words: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return words + rest }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      if let option = own.first(where: { Self.isOption($0, argument) }) {
        settings[option.name] = try Self.setting(option, argument, &rest)
        for other in option.replaces { settings[other] = nil }
        continue
      }
      let (name, attached) = try Self.split(argument, own)
      places[name] = place
      if name.value == nil {
        if attached != nil { throw .unexpectedValue(name) }
        try set(name, "")
      } else {
        try set(name, try Self.value(of: name, attached, &rest))
      }
    }
    return words
  }

  /// Returns the place of an option in the file that can't be used.
  private func place(of error: UsageError) -> String? {
    guard case .pointless(let name, _) = error else { return nil }
    return places[name]
  }

  /// Throws for an unknown variant; `--help` and `--version` need no variants.
  func checkVariants(among experiments: [String: [String]]) throws(UsageError) {
    if case .help = job { return }
    if job == .version { return }
    for (name, variant) in variants.sorted(by: { $0.key < $1.key }) {
      guard let known = experiments[name] else {
        throw UsageError.unknownExperiment(name, known: experiments.keys.sorted())
          .at(variantPlaces[name])
      }
      guard known.contains(variant) else {
        throw UsageError.unknownVariant(variant, experiment: name, known: known)
          .at(variantPlaces[name])
      }
    }
  }

  private static func isOption(_ option: AppOption, _ argument: String) -> Bool {
    argument == "--\(option.name)" || argument.hasPrefix("--\(option.name)=")
  }

  private static func setting(
    _ option: AppOption, _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    let attached = argument.firstIndex(of: "=").map {
      String(argument[argument.index(after: $0)...])
    }
    let name = "--\(option.name)"
    guard let value = attached ?? rest.popFirst() else {
      throw .missingSetting(name, usage: "\(name) \(option.value)")
    }
    guard option.accepts(value) else {
      throw .badSetting(name, value, expected: option.expected)
    }
    return value
  }

  private static func split(_ argument: String, _ own: [AppOption]) throws(UsageError) -> (
    OptionName, String?
  ) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let typed = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if let name = OptionName.allCases.first(where: { $0.short == typed }) {
      return (name, attached)
    }
    guard typed.hasPrefix("--"), let name = OptionName(rawValue: String(typed.dropFirst(2))) else {
      let names = OptionName.allCases.map { "--\($0.rawValue)" } + own.map { "--\($0.name)" }
      throw .unknownOption(typed, nearest: EditDistance.nearest(to: typed, among: names))
    }
    return (name, attached)
  }

  private static func value(
    of name: OptionName, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(name) }
    return value
  }

  private static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String, for name: OptionName
  ) throws(UsageError) -> Choice {
    guard let choice = Choice(rawValue: value) else {
      let all = Choice.allCases.map(\.rawValue)
      throw .badValue(name, value, expected: all.plainAlternatives)
    }
    return choice
  }

  /// Sets an option; the value of an option without one is empty.
  private mutating func set(_ name: OptionName, _ value: String) throws(UsageError) {
    switch name {
    case .ephemeral: isEphemeral = true
    case .json: isJSON = true
    case .keepGoing: keepsGoing = true
    case .quiet: isQuiet = true
    case .dryRun: isDryRun = true
    case .crawl: isCrawl = true
    case .yes: isConfirmed = true
    case .force: isForced = true
    case .noEditing: editsLines = false
    case .noCovers: showsCovers = false
    case .continue: keepsPlaces = true
    case .version: job = .version
    case .help: job = .help([])
    case .color: color = try Self.oneOf(value, for: name)
    case .layout: layoutChoice = try Self.oneOf(value, for: name)
    case .format: mapFormat = try Self.oneOf(value, for: name)
    case .width:
      guard let number = Int(value), Self.widths.contains(number) else {
        let bounds = "\(Self.widths.lowerBound) to \(Self.widths.upperBound)"
        throw .badValue(name, value, expected: "a number from \(bounds)")
      }
      width = number
    case .seed:
      guard let number = UInt64(value) else {
        throw .badValue(name, value, expected: "a whole number from 0 to \(UInt64.max)")
      }
      seed = number
    case .now:
      guard let date = CalendarDate(value) else {
        throw .badValue(name, value, expected: "a date such as 2026-11-20")
      }
      now = date
    case .variant:
      let parts = value.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, !value.contains(where: \.isWhitespace) else {
        throw .badValue(name, value, expected: "NAME=VALUE without spaces")
      }
      variants[String(parts[0])] = String(parts[1])
      variantPlaces[String(parts[0])] = places[.variant]
    case .dataDir:
      if value.isEmpty { throw .missingValue(name) }
      // A relative path in the file would be another folder wherever the program is started.
      let isWhole = value.hasPrefix("/") || value == "~" || value.hasPrefix("~/")
      if places[name] != nil, !isWhole {
        throw .badValue(name, value, expected: "a whole path here, such as ~/Books")
      }
      dataFolder = value
    case .record:
      if value.isEmpty { throw .missingValue(name) }
      recording = value
    }
  }
}
