import CEdit
import Foundation
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension EditingThread {
  /// How long the rest of a key is waited for, in milliseconds.
  private static let patience: Int32 = 50
  /// How long the rest of a paste is waited for, in milliseconds: longer than a connection usually stops.
  private static let patienceInPaste: Int32 = 1000

  /// Ctrl-R and Ctrl-S, which begin or go on with a search in the history.
  private static let searchKeys: Set<Unicode.Scalar> = ["\u{12}", "\u{13}"]
  /// The control characters that change what is searched for: Backspace and Ctrl-W.
  private static let changesOfSearch: Set<Unicode.Scalar> = ["\u{8}", "\u{17}"]

  /// Returns the next key for libedit, or nil when the line is given up.
  func nextKey() -> Unicode.Scalar? {
    if !edited.hasBegun {
      edited.hasBegun = true
      terminal.edit()
      writeInquiry()
    }
    if edited.quoting == .mode {
      edited.quoting = .none
      terminal.edit(marksPastes: false)
    }
    keepCursorInLine()
    if !edited.isSearching, needsRows() {
      eraseDrawing()
      resize()
      cedit_draw(editor)
    }
    while let key = waitForKey() {
      switch key {
      case .scalar(let scalar):
        if scalar == "\u{C}", edited.quoting == .none, !edited.isSearching,
          let onClear = question.onClear
        {
          terminal.write("\u{1B}[H\u{1B}[2J")
          Task { @MainActor in onClear() }
          continue
        }
        if scalar != "\t" { edited.lastCompleted = nil }
        let passedKey = noteSearch(scalar)
        if join(scalar) { continue }
        edited.quoting =
          edited.quoting == .character ? .mode : scalar == "\u{16}" ? .character : .none
        return passedKey
      case .paste where !edited.isSearching && readsOwnText: terminal.write("\u{7}")
      case .paste(let text):
        if edited.isSearching {
          // The search ends before the line changes.
          edited.pendingPaste = text
          edited.isSearching = false
          return "\u{1B}"
        }
        if !paste(text) { return nil }
      case .longPaste: redraw(question, below: "This paste is too long: more than 1 MB.\n")
      }
    }
    if !isStopped { moveBelow() }
    // At the end of a line libedit sets a mode, which in the background another job would get.
    setMode(isKept: !terminal.isForeground)
    return nil
  }

  /// Notes whether a key may belong to a search in the history.
  ///
  /// - Returns: the key for libedit.
  private func noteSearch(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    edited.isSearching =
      Self.searchKeys.contains(scalar) || edited.isSearching && scalar.value >= 32
      || edited.isSearching && Self.changesOfSearch.contains(scalar)
    guard edited.isSearching, scalar == "\u{7F}" || scalar == "\u{8}" else { return scalar }
    return Self.deletionInSearch
  }

  /// Waits for a key, and handles messages and the keys that are signals; returns nil when the line
  /// has ended.
  func waitForKey() -> KeyInput.Key? {
    // Some functions of libedit, as that of M-x, read on after the end.
    if edited.ending != nil { return nil }
    if let text = edited.pendingPaste {
      edited.pendingPaste = nil
      return .paste(text)
    }
    var hasWaited = false
    while true {
      let key = keys.next(hasWaited: hasWaited)
      takeAnswers()
      switch key {
      case .scalar("\u{3}"):
        keys.removeAll()
        edited.ending = .interrupted
      case .scalar("\u{1A}"): stop()
      case .scalar("\u{1C}"):
        if ignoresQuit { continue }
        terminal.restore()
        JobSignals.raiseUnhandled(SIGQUIT)
      case let key?: return key
      case nil: hasWaited = waitForInput()
      }
      if edited.ending != nil { return nil }
    }
  }

  /// Waits for bytes or messages.
  ///
  /// - Returns: whether the rest of a key did not come.
  private func waitForInput() -> Bool {
    if terminal.isAway {
      isStopped = true
      standAside()
      // A job that goes on in the background gets no signal when it comes to the front.
      if isStopped, edited.ending == nil { redraw(question, below: "") }
      return false
    }
    // A stopped process leaves the keys to the shell. The descriptor -1 is passed over.
    var waits = [isStopped ? -1 : input, mailbox.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let inPaste = keys.isPasting && !isStopped ? Self.patienceInPaste : -1
    let count = poll(&waits, 2, keys.isPartOfMarker ? Self.patience : inPaste)
    if count == 0 { return true }
    if waits[1].revents != 0 {
      if let message = mailbox.next() { handle(message) }
      return false
    }
    guard waits[0].revents != 0, !terminal.isAway else { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let size = read(input, &chunk, chunk.count)
    if size > 0 {
      keys.add(chunk[..<size])
    } else if size == 0 {
      edited.ending = .failed("The terminal is closed")
    } else if errno != EINTR, errno != EAGAIN {
      edited.ending = .failed(String(cString: strerror(errno)))
    }
    return false
  }

  /// Stops the process and those that it was started with, as Ctrl-Z does elsewhere, unless the
  /// process ignores that. The app draws the question again when they go on.
  private func stop() {
    // Without a shell that could let it go on, the process must not stop.
    guard TerminalDevice.canStop, !JobSignals.isIgnored(SIGTSTP) else { return }
    keys.removeAll()
    // The shell would take them for what is typed.
    awaitAnswers()
    moveBelow()
    terminal.restore()
    isStopped = true
    kill(0, SIGTSTP)
  }

  /// Stops the process and those that it was started with, because another job has the terminal, unless
  /// there is a message, which is handled.
  func standAside() {
    guard TerminalDevice.standAside(input, unlessReadable: mailbox.descriptor) else { return }
    if let message = mailbox.next() { handle(message) }
  }

  /// Puts a paste into the line.
  ///
  /// - Returns: false if the paste is the answer.
  private func paste(_ text: String) -> Bool {
    var lines = text
    while lines.hasSuffix("\n") { lines.removeLast() }
    if question.isSecret {
      // As in readSecret(), control characters are left out.
      let plain = lines.unicodeScalars.filter { $0.properties.generalCategory != .control }
      edited.secret.unicodeScalars.append(contentsOf: plain)
      return true
    }
    switch question.assistant?.place(lines, after: lineBeforeCursor) {
    case .answer where wholeLine.isEmpty && lines.contains("\n"):
      edited.ending = .pasted(lines)
      return false
    case .line(let line): lines = line
    case .answer, nil: lines = lines.replacing("\n", with: " ")
    }
    insert(lines)
    return true
  }

  private func insert(_ text: String) {
    let text = text.precomposedStringWithCanonicalMapping
    guard wholeLine.unicodeScalars.count + text.unicodeScalars.count <= Self.maximumLineLength
    else {
      return redraw(question, below: "This line is too long.\n")
    }
    eraseDrawing()
    _ = text.withWideCharacters { cedit_insert(editor, $0) }
    if needsRows() { resize() }
    cedit_draw(editor)
  }

  /// Joins an accent with the letter before it if there is one character for both, because libedit
  /// draws one place for each scalar.
  ///
  /// - Returns: false if there is none.
  private func join(_ scalar: Unicode.Scalar) -> Bool {
    guard !question.isSecret, !edited.isSearching,
      scalar.properties.canonicalCombiningClass != .notReordered,
      let letter = lineBeforeCursor.unicodeScalars.last
    else { return false }
    let pair = String(String.UnicodeScalarView([letter, scalar]))
    let both = pair.precomposedStringWithCanonicalMapping
    guard both.unicodeScalars.count == 1 else { return false }
    eraseDrawing()
    cedit_delete(editor, 1)
    _ = both.withWideCharacters { cedit_insert(editor, $0) }
    cedit_draw(editor)
    return true
  }
}
