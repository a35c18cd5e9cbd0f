import Core
import Services

// A recording is replayed as a script, in which no line is a bare value.
extension Conversation {
  /// Returns the line for a recording: with the name of its field or action, if it is a bare value.
  ///
  /// - Parameters:
  ///   - command: the command of the line.
  ///   - seen: the snapshot that the line was parsed against.
  func inFull(_ line: String, _ command: Command, _ seen: Snapshot) -> String {
    guard shell.recorder != nil,
      (try? Command.parse(line, in: seen, with: commandContext)) != command
    else { return line }
    let things = VisibleItems(seen)
    switch command {
    case .fill(let id, let value?, _):
      let field = things.fields.first { $0.thing.id == id }?.thing
      return field?.typed(value).map { Field.line(filling: id, with: $0) } ?? line
    case .fill(let id, nil, _): return Field.line(filling: id, with: nil)
    case .perform(let id, .value(let value), _):
      let input = things.actions.first { $0.thing.id == id }?.thing.input
      return input?.typed(value).map { "\(id) \($0)" } ?? line
    default: return line
    }
  }

  /// Reports a line that is not a valid command. In a recording the reason is that of a replay, so that
  /// both print the same; a line that a replay would run is left out.
  ///
  /// - Parameters:
  ///   - problem: the reason at this terminal.
  ///   - seen: the snapshot that the line was parsed against.
  func refuse(_ line: String, _ problem: CommandProblem, _ seen: Snapshot) -> CommandReport {
    guard shell.recorder != nil else { return shell.refuse(line, problem, seen: seen) }
    do throws(CommandProblem) {
      _ = try Command.parse(line, in: seen, with: commandContext)
    } catch {
      return shell.refuse(line, error, seen: seen)
    }
    return shell.refuse(problem)
  }

  /// The context in which a line is a command and no bare value, as in a replay.
  var commandContext: LineContext {
    var context = shell.lineContext
    context.takesBareValues = false
    return context
  }
}
