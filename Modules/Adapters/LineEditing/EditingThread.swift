import CEdit
import Terminal
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The work of the thread that edits lines; everything of libedit happens here.
final class EditingThread {
  /// The maximum length of a line in scalars, pastes included.
  static let maximumLineLength = KeyInput.limit * 2

  let input: Int32
  let terminal: TerminalMode
  let mailbox: Mailbox
  let editor: OpaquePointer
  var lines: LineHistory
  var keys = KeyInput()
  /// The question that is asked.
  var question = LineQuestion("")
  /// The line that is edited, or none.
  var edited = EditedLine()
  /// Whether another job has had the terminal since, as after Ctrl-Z, and the question is not drawn
  /// again yet.
  var isStopped = false
  /// The width of the terminal as libedit knows it.
  var columns = 80
  /// The rows that libedit has for a line, and the length in scalars for which they surely suffice.
  var (givenRows, roomForScalars) = (24, 0)
  /// The questions to the terminal, which may wait until a line is edited.
  var inquiry: TerminalInquiry?
  /// Receives the first line that is typed while no line is edited.
  var watcher: (@MainActor @Sendable (String) -> Void)?
  /// Whether the parent process ignores SIGQUIT, so that Ctrl-\ ends nothing.
  let ignoresQuit: Bool
  /// The text that libedit draws before the line.
  var prompt = WideText("")
  /// The file in which the user binds keys, or nil.
  private let bindingsFile: String?
  private let streams: (UnsafeMutablePointer<FILE>, UnsafeMutablePointer<FILE>)
  private let history: OpaquePointer
  private let noHistory: OpaquePointer
  private var hasEnded = false
  private static let making = Mutex<Void>(())

  /// Creates an editor, or nil if the system has no memory or descriptors for it.
  ///
  /// - Parameters:
  ///   - program: the name for which `~/.editrc` can bind keys.
  ///   - bindingsFile: the path of that file, which has been checked, or nil.
  ///   - ignoresQuit: whether the parent process ignores SIGQUIT, so that Ctrl-\ ends nothing.
  init?(
    program: String, input: Int32, output: Int32, terminal: TerminalMode, mailbox: Mailbox,
    history lines: LineHistory, bindingsFile: String? = nil, ignoresQuit: Bool = false
  ) {
    guard let reading = fdopen(fcntl(input, F_DUPFD_CLOEXEC, 3), "r"),
      let writing = fdopen(fcntl(output, F_DUPFD_CLOEXEC, 3), "w"),
      let editor = Self.makeEditor(program, reading, writing),
      let history = cedit_history_init(Int32(HistoryFile.limit)),
      let noHistory = cedit_history_init(1)
    else { return nil }
    (self.input, self.terminal, self.mailbox, self.lines) = (input, terminal, mailbox, lines)
    (self.editor, self.history, self.noHistory) = (editor, history, noHistory)
    (self.bindingsFile, self.ignoresQuit) = (bindingsFile, ignoresQuit)
    streams = (reading, writing)
  }

  /// Makes an editor of libedit, one at a time: it looks the terminal up by globals (curs_termcap(3)).
  private static func makeEditor(
    _ program: String, _ input: UnsafeMutablePointer<FILE>, _ output: UnsafeMutablePointer<FILE>
  ) -> OpaquePointer? {
    let address = making.withLock { _ in
      UInt(bitPattern: cedit_init(program, input, output))
    }
    return OpaquePointer(bitPattern: address)
  }

  /// Answers questions until the program ends.
  func run() {
    setUp()
    while !hasEnded {
      handle(waitForMessage())
    }
    lines.finish()
    // It sets the mode of the terminal, for which a process in the background would be stopped.
    if terminal.isForeground { cedit_end(editor) }
    cedit_history_end(history)
    cedit_history_end(noHistory)
    fclose(streams.0)
    fclose(streams.1)
  }

  private func setUp() {
    cedit_set_context(editor, Unmanaged.passUnretained(self).toOpaque())
    _ = "emacs".withWideCharacters { cedit_set_text(editor, EL_EDITOR, $0) }
    cedit_set_prompt(editor) { EditingThread.of($0)?.promptToDraw() }
    cedit_set_reading(editor) { editor, key in
      guard let scalar = EditingThread.of(editor)?.nextKey() else { return -1 }
      key?.pointee = wchar_t(bitPattern: scalar.value)
      return 1
    }
    cedit_set_completion(editor) { editor, _ in
      EditingThread.of(editor)?.complete() ?? UInt8(CC_ERROR)
    }
    bindUnusedKeys()
    for (key, command) in Self.bindings { bindKey(key, to: command) }
    bindCharacterKeys()
    if let bindingsFile { cedit_source(editor, bindingsFile) }
    // Tab completes and Ctrl-R and Ctrl-S search whatever the file binds; `bind -v` in it drops all bindings
    // from before.
    bindKey(String(Self.deletionInSearch), to: "em-delete-prev-char")
    bindKey("\t", to: "complete")
    bindKey("\u{12}", to: "em-inc-search-prev")
    bindKey("\u{13}", to: "em-inc-search-next")
    // `edit on` in the file sets the terminal's mode, but no line is edited yet.
    cedit_set_number(editor, EL_PREP_TERM, 0)
    lines.open(nil)
    showLines()
  }

  /// Binds a key to a function of libedit or the app.
  func bindKey(_ key: String, to command: String) {
    _ = key.withWideCharacters { key in
      command.withWideCharacters { cedit_bind(editor, key, $0) }
    }
  }

  /// The keys that libedit's Emacs mode does not have, or has otherwise.
  private static let bindings = [
    ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
    ("^R", "em-inc-search-prev"), ("^S", "em-inc-search-next"),
    ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"), ("\\e[1~", "ed-move-to-beg"),
    ("\\e[7~", "ed-move-to-beg"), ("\\e[F", "ed-move-to-end"), ("\\eOF", "ed-move-to-end"),
    ("\\e[4~", "ed-move-to-end"), ("\\e[8~", "ed-move-to-end"),
    ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
    ("\\e[1;3C", "em-next-word"), ("\\e[1;3D", "ed-prev-word"),
    ("\\e[5C", "em-next-word"), ("\\e[5D", "ed-prev-word"),
    ("\\eOc", "em-next-word"), ("\\eOd", "ed-prev-word"),
  ]

  /// Returns the thread's object of an editor.
  static func of(_ editor: OpaquePointer?) -> EditingThread? {
    cedit_context(editor).map { Unmanaged<EditingThread>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Handles a message, also while a line is edited.
  func handle(_ message: Mailbox.Message) {
    switch message {
    case .read(let question, let continuation): continuation.resume(returning: answer(question))
    // Between two lines it has no effect: the next question begins a new line.
    case .interrupt: edited.ending = .interrupted
    case .watch(let typed): watcher = typed
    case .endWatch(let discards):
      watcher = nil
      if discards { keys.removeAll() }
    case .redraw(let question, let text): redraw(question, below: text)
    case .ask(let questions, let answered): ask(questions, answered)
    case .remember(let line): remember(line)
    case .forget(let isForgotten): forget(isForgotten)
    case .end: hasEnded = true
    }
  }

  private func answer(_ asked: LineQuestion) -> InputLine {
    defer { edited = EditedLine() }
    let line = edit(asked)
    edited.isEditing = false
    awaitAnswers()
    terminal.pause()
    return edited.ending ?? line
  }

  private func edit(_ asked: LineQuestion) -> InputLine {
    question = asked
    edited = EditedLine(isEditing: true)
    while edited.ending == nil, terminal.isAway { standAside() }
    if let ending = edited.ending { return ending }
    isStopped = false
    terminal.begin()
    if question.isSecret { return readSecret() }
    prompt = WideText(drawing: question.prompt)
    if question.hasHistory, lines.open(question.account) { showLines() }
    cedit_use_history(editor, question.hasHistory ? history : noHistory)
    setMode(isKept: false)
    // Before the prompt, because the user may type as soon as it is visible.
    terminal.edit(marksPastes: false)
    var count: Int32 = 0
    let line = cedit_read(editor, &count)
    if let ending = edited.ending { return ending }
    guard let line, count > 0 else { return .end }
    var text = String.UnicodeScalarView()
    for index in 0..<Int(count) {
      text.append(Unicode.Scalar(UInt32(bitPattern: line[index])) ?? "\u{FFFD}")
    }
    while let last = text.last, last == "\n" || last == "\r" { text.removeLast() }
    return .text(String(text))
  }

  /// Tells libedit to leave the terminal's mode alone, or to set it again; also after `edit off` in
  /// `~/.editrc`, with which nothing would be drawn.
  func setMode(isKept: Bool) {
    cedit_set_number(editor, EL_EDITMODE, isKept ? 0 : 1)
  }

  // MARK: History

  private func remember(_ line: String) {
    if lines.add(line) { line.withWideCharacters { cedit_history_add(history, $0) } }
  }

  private func forget(_ isForgotten: @escaping (String) -> Bool) {
    if lines.remove(where: isForgotten) { showLines() }
  }

  /// Gives libedit the lines.
  private func showLines() {
    cedit_history_clear(history)
    for line in lines.lines { line.withWideCharacters { cedit_history_add(history, $0) } }
  }
}
