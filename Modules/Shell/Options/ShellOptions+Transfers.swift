import Core

extension ShellOptions {
  /// Parses a transfer command and its files; returns false for other words.
  mutating func readTransfer(
    _ words: [String], among commands: [TransferCommand]
  ) throws(UsageError) -> Bool {
    guard let first = words.first, commands.contains(where: { $0.parts.first == first }) else {
      return false
    }
    // A longer command comes before its prefix.
    let longest = commands.sorted { $0.parts.count > $1.parts.count }
      .first { words.starts(with: $0.parts) }
    guard let command = longest else {
      let known = commands.filter { $0.parts.first == first }.map(\.usage)
      throw .unknownTransfer(words.prefix(2).joined(separator: " "), known: known)
    }
    var files = Array(words.dropFirst(command.parts.count))
    let parameter = command.parameter != nil && !files.isEmpty ? files.removeFirst().trimmed : ""
    guard !files.isEmpty, files.count == 1 || command.takesSeveralFiles,
      files.allSatisfy({ !$0.isEmpty })
    else { throw .files(command) }
    if let kind = command.parameterKind, let name = command.parameter {
      // In a form an empty field may stand for a value. Here it is a variable that a script has not set.
      guard (try? kind.value(from: parameter)) != nil else {
        throw .badSetting(name, parameter, expected: kind.hint)
      }
    }
    // Its files are read more than once, and are told apart by their names.
    if command.takesSeveralFiles, files.contains("-") { throw .noPipe(command) }
    if recording != nil { try leaveOut(.record, with: command.words) }
    job = .transfer(command, files: files, parameter: parameter)
    return true
  }
}
