/// The prompt with the path to the current screen.
struct Prompt {
  let path: [String]
  let columns: Int

  /// The text of the prompt; a long path is shortened at its beginning.
  var text: String {
    let titles = path.map(\.plain).filter { !$0.isEmpty }
    guard let last = titles.last else { return "> " }
    let room = max(8, columns)
    var text = last.truncated(to: room).bidiIsolated
    for title in titles.dropLast().reversed() {
      let longer = "\(title.bidiIsolated) › \(text)"
      if longer.displayWidth > room { return "… › \(text)> " }
      text = longer
    }
    return "\(text)> "
  }
}
