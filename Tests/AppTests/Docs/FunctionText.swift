/// A function as a page names it: `Stage.run(_:as:before:)`, a property `NavigationController.snapshot`, or a
/// closure that is given under a label, `onShelf: { }`.
struct FunctionName {
  enum Kind { case function([String]), property, closure }

  let name: String
  let kind: Kind

  /// Reads what stands between backquotes.
  init(_ text: String) {
    if text.hasSuffix(": { }") {
      (name, kind) = (String(text.dropLast(5)), .closure)
    } else {
      let path = text.prefix { $0 != "(" }
      name = path.split(separator: ".").last.map(String.init) ?? ""
      let labels = text.dropFirst(path.count + 1).dropLast().split(separator: ":").map(String.init)
      kind = path.count == text.count ? .property : .function(labels)
    }
  }
}

extension SourceFile {
  /// The places of the tokens between the braces of each declaration that has this name.
  func bodies(of function: FunctionName) -> [Range<Int>] {
    tokens.indices.compactMap { index in
      guard tokens[index].text == function.name else { return nil }
      switch function.kind {
      case .function(let labels):
        guard token(index - 1) == "func", let open = opening(after: index),
          let close = closing(of: open), self.labels(in: open..<close) == labels
        else { return nil }
        return body(after: close)
      case .property:
        return token(index - 1) == "var" ? body(after: index) : nil
      case .closure:
        return token(index + 1) == ":" && token(index + 2) == "{" ? body(after: index) : nil
      }
    }
  }

  /// The places in a body at which a function is called, or a property is read.
  func calls(of function: FunctionName, in body: Range<Int>) -> [Int] {
    body.filter { index in
      guard tokens[index].text == function.name, token(index - 1) != "func" else { return false }
      if case .property = function.kind { return token(index + 1) != ":" }
      // A function that is handed on is called, too: `panes.map(pane)`.
      let isHandedOn = token(index - 1) == "(" && token(index + 1) == ")"
      return token(index + 1) == "(" || token(index + 1) == "{" || isHandedOn
    }
  }

  /// Whether one call is made before another: in the order in which they are written, but what is
  /// an argument before what it is given to. A closure is no argument in this sense.
  func isMade(_ first: Int, before second: Int) -> Bool {
    if isArgument(first, of: second) { return true }
    if isArgument(second, of: first) { return false }
    return first < second
  }

  private func isArgument(_ index: Int, of call: Int) -> Bool {
    guard token(call + 1) == "(", let close = closing(of: call + 1) else { return false }
    return index > call && index < close && tokens[index].depth == tokens[call].depth
  }

  /// The parenthesis that opens the parameters, also behind generic ones.
  private func opening(after name: Int) -> Int? {
    tokens[name...].firstIndex { $0.text == "(" }
  }

  private func closing(of open: Int) -> Int? {
    var depth = 0
    for index in open..<tokens.count {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private func labels(in parameters: Range<Int>) -> [String] {
    var labels: [String] = []
    var depth = 0
    for index in parameters {
      switch tokens[index].text {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      // The arrow of a function's type closes nothing.
      case ">": if token(index - 1) != "-" { depth -= 1 }
      default: break
      }
      let isFirst = index == parameters.lowerBound || (tokens[index].text == "," && depth == 1)
      if isFirst, let label = token(index + 1), label != ")" { labels.append(label) }
    }
    return labels
  }

  private func body(after index: Int) -> Range<Int>? {
    guard let open = tokens[index...].firstIndex(where: { $0.text == "{" }),
      let close = tokens[open...].dropFirst()
        .firstIndex(where: { $0.text == "}" && $0.depth == tokens[open].depth })
    else { return nil }
    return (open + 1)..<close
  }
}
