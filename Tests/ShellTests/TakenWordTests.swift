import Testing

@testable import Shell

/// Words of an app beside those of the shell.
@Suite("Words that the shell has already")
@MainActor struct TakenWordTests {
  private func option(_ name: String) -> AppOption {
    AppOption(name, value: "X", explanation: "x", expected: "x") { _ in true }
  }

  private func command(_ word: String) -> AppCommand {
    AppCommand(word, explanation: "x") { _, _ in [] }
  }

  private func shortcut(_ word: String) -> Shortcut {
    Shortcut(word, explanation: "X.", link: "toy://planets")
  }

  private func taken(_ change: (inout ShellConfiguration) -> Void) -> String? {
    var configuration = ShellConfiguration.toy()
    configuration.transferCommands = [
      TransferCommand("import toys", explanation: "bring toys in"),
      TransferCommand("import dolls", explanation: "bring dolls in"),
    ]
    change(&configuration)
    return configuration.takenWord
  }

  @Test("An app's subcommand differs from those of the shell, from its others and from its imports")
  func subcommands() {
    #expect(taken { $0.commands = [command("planets"), command("open")] } == nil)
    for word in ["map", "replay", "help", "manual", "completions", "import"] {
      #expect(taken { $0.commands = [command(word)] } == "the subcommand \(word)")
    }
    let twice = taken { $0.commands = [command("planets"), command("planets")] }
    #expect(twice == "the subcommand planets")
    let map = taken { $0.transferCommands = [TransferCommand("map toys", explanation: "x")] }
    #expect(map == "the subcommand map")
    let toys = taken { $0.transferCommands += [TransferCommand("import toys", explanation: "x")] }
    #expect(toys == "the subcommand import toys")
  }

  @Test("An app's option differs from those of the shell")
  func options() {
    #expect(taken { $0.options = [option("source"), option("source-url")] } == nil)
    for name in OptionName.allCases.map(\.rawValue) {
      #expect(taken { $0.options = [option(name)] } == "the option --\(name)")
    }
  }

  @Test("An app's shortcut differs from the commands of the shell")
  func shortcuts() {
    #expect(taken { $0.shortcuts = [shortcut("planets"), shortcut("map")] } == nil)
    for word in ShellWord.allCases.map(\.rawValue) + ["exit", "q", "h", "?"] {
      #expect(taken { $0.shortcuts = [shortcut(word)] } == "the shortcut \(word)")
    }
  }
}
