import Core

/// A small host: it prints the screens after each line that is typed, and does what the line says.
@MainActor struct TextHost {
  private let session: AppSession
  private let print: (String) -> Void

  init(_ session: AppSession, print: @escaping (String) -> Void) {
    self.session = session
    self.print = print
  }

  /// Runs the app until its input ends or the user quits.
  func run(_ lines: AsyncStream<String>) async {
    await session.launch()
    draw()
    for await line in lines {
      await perform(line)
      if session.hasEnded { return }
      draw()
    }
    session.stop()
  }

  // MARK: Output

  private func draw() {
    for pane in session.snapshot.panes {
      print("\n== \(pane.content.title)")
      if case .empty(let message) = pane.content.status { print(message) }
      for (number, row) in pane.content.rows.enumerated() {
        print("\(number + 1) \(row.title)" + (row.badge.map { " [\($0)]" } ?? ""))
      }
      for field in pane.content.fields { print("\(field.id): \(field.value.text)") }
      let ways = pane.header.leave == .none ? ["quit"] : ["back", "quit"]
      print("› " + (pane.content.actions.map(\.id.rawValue) + ways).joined(separator: "  "))
    }
  }

  // MARK: Input

  /// Does what a line says: `back`, `quit`, a row's number, an action, or a field and its value.
  private func perform(_ line: String) async {
    let content = session.snapshot.panes.last?.content
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return }
    if word == "back" {
      await session.back()
    } else if word == "quit" {
      _ = await session.quit()
    } else if let number = Int(word), number > 0,
      let row = content?.rows.dropFirst(number - 1).first
    {
      await session.select(row.id)
    } else if let field = content?.fields.first(where: { $0.id.rawValue == word }) {
      do throws(InputProblem) {
        await session.fill(field.id, try field.kind.value(from: words.dropFirst().first ?? ""))
      } catch {
        print("\(field.label): \(error)")
      }
    } else {
      let answer = await session.perform(Action.ID(word))
      if answer != .performed { print("\(word): \(answer)") }
    }
  }
}
