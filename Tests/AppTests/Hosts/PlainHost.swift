import Core
import Services

/// A complete host in plain text: it draws each snapshot, and does what a line says.
@MainActor final class PlainHost {
  private let session: AppSession
  private let print: (String) -> Void
  /// The screens drawn last: a line is about what its reader has seen.
  private var seen: Snapshot?

  init(_ session: AppSession, print: @escaping (String) -> Void) {
    (self.session, self.print) = (session, print)
  }

  /// Runs the app until there are no more lines or the app has ended.
  func run(_ lines: some AsyncSequence<String, Never>) async {
    // Drawing waits for the app, not for the lines: what takes long shows how far it has come.
    let drawing = Task {
      for await snapshot in session.snapshots { draw(snapshot) }
    }
    await session.launch()
    draw(session.snapshot)
    for await line in lines {
      await perform(line)
      if session.hasEnded { break }
      draw(session.snapshot)
    }
    session.stop()
    await drawing.value
  }

  // MARK: From a snapshot to text

  private func draw(_ next: Snapshot) {
    var snapshot = next
    snapshot.hasNotices = false
    for case .posted(let notice) in session.takeNotices() { print("! \(notice.text)") }
    guard snapshot != seen else { return }
    seen = snapshot
    let tabs = snapshot.tabs.map { $0.isSelected ? "[\($0.title)]" : $0.title }
    var lines = tabs.isEmpty ? [] : [tabs.joined(separator: " ")]
    var number = 0
    for pane in snapshot.panes { lines += text(pane, &number) }
    if snapshot.isBusy { lines.append("…") }
    print(lines.joined(separator: "\n"))
  }

  private func text(_ pane: Snapshot.Pane, _ number: inout Int) -> [String] {
    let content = pane.content
    var lines = [
      "== \(content.title)" + (pane.header.leave == .none ? "" : " (\(pane.header.leave))")
    ]
    if let subtitle = content.subtitle { lines.append(subtitle) }
    switch content.status {
    case .idle: break
    case .loading(let progress): lines.append(progress.map { "\(Int($0.fraction * 100)) %" } ?? "…")
    case .empty(let message), .failed(let message, _), .offline(let message, _):
      lines.append(message)
    }
    if let notice = content.notice { lines.append("* \(notice.text)") }
    for section in content.sections {
      if let title = section.title { lines.append("-- \(title)") }
      lines += text(section.body, &number)
    }
    return lines
      + content.actions.map { action in
        "\(action.id): \(action.title)" + (action.disabledReason.map { " (\($0))" } ?? "")
      }
  }

  private func text(_ body: ContentSection.Body, _ number: inout Int) -> [String] {
    switch body {
    case .text(let text): return [text]
    case .picture(let picture): return [picture.alternative]
    case .progress(let progress): return ["\(Int(progress.fraction * 100)) %"]
    case .chart(let chart): return chart.points.map { "\($0.label): \($0.value) \(chart.unit)" }
    case .fields(let fields):
      return fields.map { field in
        return "\(field.id)=\(text(field.value))" + (field.problem.map { " (\($0))" } ?? "")
      }
    case .rows(let rows):
      return rows.map { row in
        number += 1
        return "\(number) \(row.isSelected ? ">" : "")\(row.title)"
      }
    }
  }

  private func text(_ value: FieldValue?) -> String {
    switch value {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .choice(let option): option.rawValue
    case .choices(let options): options.map(\.rawValue).joined(separator: ",")
    case .date(let date): "\(date)"
    case .secret, .filled: "•••"
    case nil: ""
    }
  }

  // MARK: From a line to a request

  /// Does what a line says: a row's number, `FIELD=VALUE`, an action with its input, or a gesture.
  private func perform(_ line: String) async {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "back": await session.back()
    case "quit": _ = await session.quit()
    case "tab": await session.select(tab: TabItem.ID(rest))
    case "wide": await session.change(to: .wide)
    case "compact": await session.change(to: .compact)
    case "open": if let link = try? DeepLink(rest) { print("\(await session.open(link))") }
    case let word?: await perform(word, rest, line)
    case nil: break
    }
  }

  private func perform(_ word: String, _ rest: String, _ line: String) async {
    var rows = 0
    for (pane, entry) in zip(seen?.panes ?? [], seen?.entries ?? []) {
      let content = pane.content
      // For the entry that was drawn: if it has gone meanwhile, nothing is done.
      if let number = Int(word), content.rows.indices.contains(number - 1 - rows) {
        return await perform(.select, .row(content.rows[number - 1 - rows].id), entry)
      }
      rows += content.rows.count
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let field = content.fields.first(where: { $0.id.rawValue == parts[0] }) {
        do {
          let value = try field.kind.value(from: String(parts[1]))
          return await perform(.fill, .field(field.id, value), entry)
        } catch { return print("\(field.label): \(error)") }
      }
      if let action = content.action(Action.ID(word)) {
        let value = try? action.input?.kind.value(from: rest)
        return await perform(action.id, value.map { .value($0) } ?? .none, entry)
      }
    }
    print("Unknown command “\(word)”.")
  }

  private func perform(
    _ action: Action.ID, _ input: ActionInput, _ entry: NavigationTree.EntryID
  ) async {
    let answer = await session.perform(action, input, on: entry)
    if answer != .performed { print("Not done: \(answer).") }
  }
}
