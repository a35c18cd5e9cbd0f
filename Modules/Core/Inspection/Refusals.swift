public import Core
import Services

extension Snapshot {
  /// The invalid steps: every enabled action and every field with inputs of the wrong kind, every
  /// disabled action, and a row that does not exist.
  public var refusals: [Step] {
    var steps: [Step] = [.refused(.select, .row("no such row"))]
    for (index, pane) in panes.enumerated() {
      let others = panes[(index + 1)...].map(\.content)
      for field in pane.content.fields where !others.contains(where: { $0.has(field) }) {
        steps += field.kind.refusedValues.map { .refused(.fill, .field(field.id, $0)) }
      }
      for action in pane.content.actions where !others.contains(where: { $0.has(action) }) {
        steps += action.refusedInputs.map { .refused(action.id, $0) }
      }
    }
    return steps
  }
}

extension ScreenContent {
  // The last visible screen with the name receives a request.
  fileprivate func has(_ field: Field) -> Bool { fields.contains { $0.id == field.id } }
  fileprivate func has(_ other: Action) -> Bool { action(other.id) != nil }
}

extension Action {
  /// Returns inputs that the action must reject now.
  fileprivate var refusedInputs: [ActionInput] {
    guard isEnabled else { return [.none] }
    guard let input else { return [.value(.number(0)), .row("no such row")] }
    return [.none] + input.kind.refusedValues.map { .value($0) }
  }
}

extension FieldKind {
  /// Returns values that a field of this kind must reject: those of another kind, and those out of
  /// bounds.
  fileprivate var refusedValues: [FieldValue] {
    switch self {
    case .text, .email: [.number(0), .text(Self.tooLongLine)]
    case .longText: [.number(0), .text(Self.tooLongText)]
    case .secure, .newPassword: [.text("no secret"), .filled, .secret(Secret(Self.tooLongLine))]
    case .number(let range):
      [.text("5")]
        + [
          range.lowerBound.subtractingReportingOverflow(1),
          range.upperBound.addingReportingOverflow(1),
        ].filter { !$0.overflow }.map { .number($0.partialValue) }
    case .choice: [.text("5"), .choice("no such option")]
    case .date: [.text("2026-02-30")]
    }
  }

  private static let tooLongLine = String(repeating: "a", count: maximumTextLength + 1)
  private static let tooLongText = String(repeating: "a", count: maximumLongTextLength + 1)
}

extension AppSession {
  /// Sends invalid input and returns the problems as sentences.
  ///
  /// Does nothing for an action that is not on the screen any more: it may be valid there.
  ///
  /// - Parameter shown: the session's current snapshot without background work, if the caller has it.
  package func problems(with step: Step, showing shown: Snapshot? = nil) async -> [String] {
    if shown == nil { await settleAll() }
    let shown = shown ?? snapshot
    guard case .refused(let action, let input) = step, shown.refusals.contains(step) else {
      return []
    }
    let works = Set(activity.works.map(\.id))
    let answer = await perform(action, input)
    var found: [String] = []
    switch answer {
    case .invalid, .disabled, .unknown: break
    case .performed, .busy, .notVisible: found.append("“\(step)” was answered by \(answer)")
    }
    if snapshot != shown { found.append("“\(step)” changed what is shown") }
    if !works.isSuperset(of: activity.works.map(\.id)) { found.append("“\(step)” left work") }
    return found
  }
}
