import Core
import Files
import Foundation

/// The user's own editor for long text: `$VISUAL`, `$EDITOR`, or `vi`.
struct ExternalEditor: Sendable {
  /// Why an edited text can't be used.
  enum Problem: Error, Hashable {
    /// The file could not be created.
    case noFile(FileProblem)
    /// The editor, which a variable names, could not be started or ended with a status.
    case failed(String, variable: String, status: Int32)
    /// The editor has deleted the file.
    case gone
    /// The file is too long, can't be read, or is not UTF-8.
    case unreadable
  }

  /// The maximum size of a file in bytes: the longest text of a field, and the line ending after it.
  private static let limit = FieldKind.maximumTextSize + "\r\n".utf8.count

  /// The command line of the editor, for `sh`.
  let command: String
  /// The name of the variable that another editor would be in.
  let variable: String
  private let program: String
  private let folder: String
  private let environment: [String]
  private let running = ForegroundProgram()

  /// Creates the editor that the environment names.
  ///
  /// - Parameter program: the beginning of the names of temporary folders.
  init(program: String, environment: [String: String]) {
    self.program = program
    variable = environment["VISUAL", default: ""].isEmpty ? "EDITOR" : "VISUAL"
    let named = environment[variable, default: ""]
    command = named.isEmpty ? "vi" : named
    folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    self.environment = environment.map { "\($0)=\($1)" }
  }

  /// The line before the editor starts: its program, and how to come back.
  var announcement: String {
    let keys = isVi ? " (Esc, then :wq and Enter)" : ""
    return "Starting \(name.quoted). Save and leave it to come back\(keys)."
  }

  /// Whether it is vi, which has keys of its own to come back, and clears the screen.
  var isVi: Bool { ["vi", "vim", "nvim"].contains(name) }

  private var name: String { ForegroundProgram.name(in: command) }

  /// Creates a file with a text, in a new folder that only the user can read.
  ///
  /// - Returns: the path of the file.
  func draft(of text: String, name: String) throws(Problem) -> String {
    var template = Array("\(folder)/\(program)-XXXXXX".utf8CString)
    // The umask may remove the owner's permissions.
    guard mkdtemp(&template) != nil, chmod(template, 0o700) == 0 else {
      throw .noFile(FileProblem(errno, path: folder, isWriting: true))
    }
    let created = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let letters = name.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }
    let path = "\(String(decoding: created, as: UTF8.self))/\(String(letters)).txt"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let number = errno
      remove(path)
      throw .noFile(FileProblem(number, path: folder, isWriting: true))
    }
    defer { close(file) }
    _ = fchmod(file, 0o600)
    do throws(OutputError) {
      try DescriptorSink(descriptor: file).write(text.isEmpty ? "" : text + "\n")
    } catch {
      remove(path)
      throw .noFile(FileProblem(error.number, path: folder, isWriting: true))
    }
    return path
  }

  /// Lets the user edit a file, and returns its text.
  func edit(_ path: String) async throws(Problem) -> String {
    let status = await withCheckedContinuation { continuation in
      // It blocks, so it needs a thread of its own.
      DispatchQueue(label: "editor").async { continuation.resume(returning: run(path)) }
    }
    guard status == 0 else { throw .failed(command, variable: variable, status: status) }
    return try text(of: path)
  }

  /// Whether Ctrl-C and Ctrl-\ are keys of the editor. Callable from any thread.
  var ownsKeys: Bool { running.ownsKeys }

  /// Ends the editor for good. Callable from any thread.
  func end() { running.end() }

  /// Restores the terminal of an editor that doesn't end. Callable from any thread.
  func restoreTerminal() { running.restoreTerminal() }

  /// Deletes a draft's folder, with what the editor has left beside the draft.
  func remove(_ path: String) {
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)
    try? FileManager.default.removeItem(atPath: String(folder))
  }

  /// Runs the editor in the foreground, with default signals, and returns its status.
  private func run(_ path: String) -> Int32 {
    running.keepingTerminal {
      let words = ["/bin/sh", "-c", "\(ForegroundProgram.line(for: command)) \"$1\"", "sh", path]
      let (child, error) = ChildAttributes().start(words, environment)
      guard error == 0 else { return 127 }
      running.begin(child)
      let status = running.waitForEnd(of: child)
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }
  }

  /// Returns a file's text as a field takes it: without control characters and the ends of its last line.
  func text(of path: String) throws(Problem) -> String {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw errno == ENOENT ? .gone : .unreadable }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= Self.limit else { throw .unreadable }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable }
    // A carriage return alone separates words, too.
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    var plain = lines.unicodeScalars.filter { scalar in
      scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
    }
    // Some editors write a byte order mark, which is not part of the text.
    if plain.first == "\u{FEFF}" { plain.removeFirst() }
    var result = String(String.UnicodeScalarView(plain))
    // Editors end the last line.
    while result.hasSuffix("\n") { result.removeLast() }
    return result
  }
}

extension ExternalEditor.Problem {
  /// The message: what happened, and what to do.
  var message: String {
    switch self {
    case .noFile(let problem): "The text can't be edited. \(problem.description.plain)"
    case .failed(let command, let variable, let status):
      "The editor \(command.plain.quoted) ended with status \(status). Set \(variable) to another one."
    case .gone: "The editor has deleted the file. Nothing was changed."
    case .unreadable:
      "The edited text can't be read: it is longer than \(FieldKind.maximumTextSize >> 20) MB or not UTF-8."
    }
  }
}
