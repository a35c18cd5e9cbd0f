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
    let reading = Task {
      var request = Task {
        await session.launch()
        draw(session.snapshot)
      }
      for await line in lines {
        request = Task { [request] in await perform(line, after: request) }
      }
      await request.value
      session.stop()
    }
    // Drawing waits for the app, not for the lines: what takes long shows how far it has come.
    for await snapshot in session.snapshots { draw(snapshot) }
    reading.cancel()
  }

  private func draw(_ snapshot: Snapshot) {
    var now = snapshot
    now.hasNotices = false
    for text in session.consumeNotices().compactMap(text) { print("! \(text)") }
    guard now != seen, !now.panes.isEmpty else { return }
    seen = now
    var lines = [now.tabs.map { $0.isSelected ? "[\($0.title)]" : $0.title }.joined(separator: " ")]
    var number = 0
    for pane in now.panes { lines += text(pane, &number) }
    print((lines + (now.isBusy ? ["…"] : [])).joined(separator: "\n"))
  }

  private func text(_ notice: SessionNotice) -> String? {
    switch notice {
    case .posted(let notice): notice.text
    case .linkAnswered(let link, let answer): answer == .shown ? nil : "\(link): \(answer)"
    case .expired: "Your session expired. Sign in again."
    case .endedOutside: "Your session here has ended in another window."
    case .placesDropped(let count): "Screens that could not be reopened: \(count)"
    case .placesNotRead(let error): "Your last screens were not restored. \(error.description)"
    case .placesNotSaved(let error): "Your open screens were not saved. \(error.description)"
    }
  }

  private func text(_ pane: Snapshot.Pane, _ number: inout Int) -> [String] {
    let (content, leave) = (pane.content, pane.header.leave)
    var lines = ["== \(content.title)" + (leave == .none ? "" : " (\(leave))")]
    switch content.status {
    case .idle: break
    case .loading(let progress): lines.append(progress.map { "\(Int($0.fraction * 100)) %" } ?? "…")
    case .empty(let why), .failed(let why, _), .offline(let why, _): lines.append(why)
    }
    lines += [content.subtitle, content.notice.map { "* \($0.text)" }].compactMap(\.self)
    for section in content.sections {
      if let title = section.title { lines.append("-- \(title)") }
      lines += text(section.body, &number)
    }
    return lines + content.actions.map { "\($0.id): \($0.disabledReason ?? $0.title)" }
  }

  private func text(_ body: ContentSection.Body, _ number: inout Int) -> [String] {
    switch body {
    case .text(let text): return [text]
    case .picture(let picture): return [picture.alternative]
    case .progress(let progress): return ["\(Int(progress.fraction * 100)) %"]
    case .chart(let chart): return chart.points.map { "\($0.label): \($0.value) \(chart.unit)" }
    case .fields(let fields):
      return fields.flatMap { ["\($0.id)=\(text($0.value))", $0.problem].compactMap(\.self) }
    case .rows(let rows):
      return rows.map { row in
        number += 1
        return "\(number) \(row.isSelected ? ">" : "")\(row.title)"
      }
    }
  }

  private func text(_ value: FieldValue?) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .secret, .filled: "•••"
    default: value.choice ?? value.date?.description ?? value.text
    }
  }

  /// Does what a line says: a row's number, `FIELD=VALUE`, an action with its input, or a gesture.
  private func perform(_ line: String, after earlier: Task<Void, Never>) async {
    // Only what cancels a request does not wait for it.
    if line != "cancel" { await earlier.value }
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "back": await session.back()
    case "close": await session.close()
    case "cancel": print(session.activity.cancelNewestAction() ? "Cancelled." : "Nothing runs.")
    case "swipe":
      // The gesture is off while a lock would ask.
      let entry = seen?.entries.last.flatMap { session.lock(leaving: $0) == nil ? $0 : nil }
      if let entry { await session.reconcile(removed: entry) } else { print("Not possible.") }
    case "quit": _ = await session.quit()
    case "tab": await session.select(tab: TabID(rest))
    case "layout": if let layout = WidthClass(rawValue: rest) { await session.change(to: layout) }
    case "refresh": session.refreshSoon()
    case "open": if let link = try? DeepLink(rest) { print("\(await session.open(link))") }
    default: await perform(words.first ?? "", rest, line)
    }
    draw(session.snapshot)
    await earlier.value
  }

  private func perform(_ word: String, _ rest: String, _ line: String) async {
    // For the entries that were drawn: if one has gone meanwhile, nothing is done.
    let panes = Array(zip(seen?.panes.map(\.content) ?? [], seen?.entries ?? []))
    let rows = panes.flatMap { content, entry in content.rows.map { ($0.id, entry) } }
    let row = Int(word).flatMap { rows.indices.contains($0 - 1) ? rows[$0 - 1] : nil }
    if let row { return await send(.select, .row(row.0), row.1) }
    for (content, entry) in panes.reversed() {
      let pair = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let field = pair.count < 2 ? nil : content.fields.first { $0.id.rawValue == pair[0] }
      do {
        if let field {
          let value = try field.kind.value(from: String(pair[1]))
          return await send(.fill, .field(field.id, value), entry)
        } else if let action = content.action(Action.ID(word)) {
          let value = try action.input?.kind.value(from: rest)
          return await send(action.id, value.map { .value($0) } ?? .none, entry)
        }
      } catch { return print("\(field?.label ?? word): \(error)") }
    }
    print("Unknown command “\(word)”.")
  }

  private func send(_ id: Action.ID, _ input: ActionInput, _ entry: NavigationTree.EntryID) async {
    let answer = await session.perform(id, input, on: entry)
    if answer != .performed { print("Not done: \(answer).") }
  }
}
