import Core

extension ShellOptions {
  /// Parses the words of the command line that are not options.
  mutating func read(
    _ words: [String], format: MapFormat?, _ table: CommandTable
  ) throws(UsageError) {
    if job == .version { return }
    if case .help = job {
      job = .help(words)
      return
    }
    if isEphemeral, dataFolder != nil { throw .pointless(.dataDir, with: "--ephemeral") }
    switch words.first {
    case "replay": try readReplay(words)
    case "map":
      if words.count > 1 { throw .extraWord(words[1]) }
      job = .map(MapRequest(format ?? .mermaid, isCrawl: isCrawl))
      if isJSON { throw .pointless(.json, with: "map") }
      if recording != nil { throw .pointless(.record, with: "map") }
    case "help", "manual", "completions": try readGuide(words, table)
    default:
      if try readCommand(words, among: table.commands) { break }
      if try readTransfer(words, among: table.transfers) { break }
      if let word = words.first { link = try Self.link(word, table) }
      if words.count > 1 { throw .extraWord(words[1]) }
    }
    try checkOptions(words, format: format)
  }

  private mutating func readReplay(_ words: [String]) throws(UsageError) {
    guard words.count == 2 else { throw .missingFile(subcommand: "replay") }
    job = .replay(words[1])
    if recording != nil { throw .pointless(.record, with: "replay") }
    if isJSON { throw .pointless(.json, with: "replay") }
  }

  /// Parses the subcommands that print something about the command line.
  private mutating func readGuide(_ words: [String], _ table: CommandTable) throws(UsageError) {
    let topic = Array(words.dropFirst())
    if recording != nil, let word = words.first { throw .pointless(.record, with: word) }
    switch words.first {
    case "help":
      if let word = topic.first, table.subcommands(about: topic).isEmpty {
        throw .unexpectedWord(
          topic.joined(separator: " "),
          nearest: EditDistance.nearest(to: word, among: table.firstWords))
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
    if recording != nil { throw .pointless(.record, with: command.word) }
    job = .command(command.word, arguments: arguments)
    return true
  }

  private func checkOptions(_ words: [String], format: MapFormat?) throws(UsageError) {
    if case .transfer(let command, _, _) = job {
      if replaces, !command.writesFile { throw .pointless(.force, with: command.words) }
    } else {
      if isDryRun { throw .pointless(.dryRun, with: "anything but an import") }
      if replaces { throw .pointless(.force, with: "anything but an export") }
    }
    if words.first != "map" {
      if format != nil { throw .pointless(.format, with: "anything but map") }
      if isCrawl { throw .pointless(.crawl, with: "anything but map") }
    }
  }

  private static func link(_ word: String, _ table: CommandTable) throws(UsageError) -> DeepLink {
    guard word.contains(":") else {
      throw .unexpectedWord(word, nearest: EditDistance.nearest(to: word, among: table.firstWords))
    }
    do throws(DeepLink.Problem) {
      return try DeepLink(word)
    } catch {
      throw .badLink(error, example: table.linkExample)
    }
  }
}
