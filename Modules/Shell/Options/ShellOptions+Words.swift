import Core

extension ShellOptions {
  /// Parses the words of the command line that are not options.
  mutating func read(_ words: [String], _ table: CommandTable) throws(UsageError) {
    if job == .version { return }
    if case .help = job {
      job = .help(words)
      return
    }
    try resolveFolder()
    switch words.first {
    case "replay": try readReplay(words)
    case "map":
      if words.count > 1 { throw .extraWord(words[1]) }
      job = .map(MapRequest(mapFormat ?? .mermaid, isCrawl: isCrawl))
      if isJSON { try leaveOut(.json, with: "map") }
      if recording != nil { try leaveOut(.record, with: "map") }
    case "help", "manual", "completions": try readGuide(words, table)
    default:
      if try readCommand(words, among: table.commands) { break }
      if try readTransfer(words, among: table.transfers) { break }
      if let word = words.first { link = try Self.link(word, table) }
      if words.count > 1 { throw .extraWord(words[1]) }
    }
    try checkOptions(words)
  }

  private mutating func readReplay(_ words: [String]) throws(UsageError) {
    guard words.count == 2 else { throw .missingFile(subcommand: "replay") }
    job = .replay(words[1])
    if recording != nil { try leaveOut(.record, with: "replay") }
    if isJSON { try leaveOut(.json, with: "replay") }
  }

  /// Decides between a folder and none at all: a typed option overrides the file of default options.
  private mutating func resolveFolder() throws(UsageError) {
    guard isEphemeral, dataFolder != nil else { return }
    switch (places[.ephemeral] != nil, places[.dataDir] != nil) {
    case (true, false): isEphemeral = false
    case (false, true): dataFolder = nil
    default: throw .pointless(.dataDir, with: "--ephemeral")
    }
  }

  /// Leaves out an option of the file of default options, which is for other commands than the typed one.
  /// A typed option is refused.
  mutating func leaveOut(_ name: OptionName, with other: String) throws(UsageError) {
    guard places[name] != nil else { throw .pointless(name, with: other) }
    switch name {
    case .json: isJSON = false
    case .record: recording = nil
    case .force: isForced = false
    case .format: mapFormat = nil
    case .crawl: isCrawl = false
    default: break
    }
  }

  /// Parses the subcommands that print something about the command line.
  private mutating func readGuide(_ words: [String], _ table: CommandTable) throws(UsageError) {
    let topic = Array(words.dropFirst())
    if recording != nil, let word = words.first { try leaveOut(.record, with: word) }
    switch words.first {
    case "help":
      if let word = topic.first, table.subcommands(about: topic).isEmpty {
        throw .unknownTopic(topic.joined(separator: " "), nearest: table.firstWord(near: word))
      }
      job = .help(topic)
    case "manual":
      if let word = topic.first { throw .extraWord(word) }
      job = .manual
    default:
      guard topic.count == 1, let shell = CompletionScript.Shell(rawValue: topic[0]) else {
        throw .arguments(usage: "completions \(CompletionScript.Shell.usage)")
      }
      job = .completions(shell)
    }
  }

  private mutating func readCommand(
    _ words: [String], among commands: [AppCommand]
  ) throws(UsageError) -> Bool {
    guard let command = commands.first(where: { $0.word == words.first }) else { return false }
    guard let arguments = command.arguments(Array(words.dropFirst())) else {
      throw .arguments(usage: command.subcommand.usage)
    }
    if recording != nil { try leaveOut(.record, with: command.word) }
    job = .command(command.word, arguments)
    return true
  }

  private mutating func checkOptions(_ words: [String]) throws(UsageError) {
    if case .transfer(let command, _, _) = job {
      if isForced, !command.writesFile { try leaveOut(.force, with: command.words) }
    } else {
      // Also in the file: a person who wants nothing to be changed must not be mistaken about that.
      if isDryRun { throw .pointless(.dryRun, with: "anything but an import") }
      if isForced { try leaveOut(.force, with: "anything but an export or a backup") }
    }
    if words.first != "map" {
      if mapFormat != nil { try leaveOut(.format, with: "anything but map") }
      if isCrawl { try leaveOut(.crawl, with: "anything but map") }
    }
  }

  private static func link(_ word: String, _ table: CommandTable) throws(UsageError) -> DeepLink {
    guard word.contains(":") else {
      throw .unexpectedWord(word, nearest: table.firstWord(near: word))
    }
    do throws(DeepLink.Problem) {
      return try DeepLink(word)
    } catch {
      throw .badLink(error, example: table.linkExample)
    }
  }
}
