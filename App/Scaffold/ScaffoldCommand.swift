import Foundation
import Scaffold

/// Makes features, screens and apps, and removes features, in the project's folder: see ``usage``.
@main enum Entry {
  private static let usage = """
    usage: scaffold feature [--dry-run] NAME [KIND]        such as: make feature NAME=Loans
           scaffold screen [--dry-run] NAME FEATURE        such as: make screen NAME=LoanNotes IN=Loans
           scaffold remove [--dry-run | --force] NAME      such as: make remove-feature NAME=Loans
           scaffold app NAME FOLDER COMMIT [FEATURES]      such as: make new-app NAME=Acme DEST=../Acme
           scaffold graph                                  such as: make graph

    KIND is one of \(FeatureKind.allCases.map(\.rawValue).joined(separator: ", ")); nothing is whole.
    FEATURES are names with commas, or nothing for an app with one feature of its own. The files to
    copy are read from standard input, one a line.
    """

  static func main() {
    let typed = Array(CommandLine.arguments.dropFirst())
    let isDryRun = typed.dropFirst().first == "--dry-run"
    let isForced = typed.prefix(2) == ["remove", "--force"]
    let hasOption = isDryRun || isForced
    let arguments = hasOption ? Array(typed.prefix(1) + typed.dropFirst(2)) : typed
    do {
      switch (arguments.first, arguments.count, isDryRun) {
      case ("feature", 2...3, _):
        let kind = try FeatureKind(arguments.count == 3 ? arguments[2] : "")
        try makeFeature(arguments[1], kind, isDryRun: isDryRun)
      case ("screen", 3, _): try makeScreen(arguments[1], arguments[2], isDryRun: isDryRun)
      case ("remove", 2, _): try remove(arguments[1], isDryRun: isDryRun, isForced: isForced)
      case ("app", 4...5, false):
        try makeApp(arguments[1], arguments[2], arguments[3], arguments.dropFirst(4).first)
      case ("graph", 1, false): try GraphPage.draw(in: folder)
      default: fail(usage, status: 2)
      }
    } catch { fail("scaffold: \(error)", status: 1) }
  }

  private static var folder: URL {
    URL(filePath: FileManager().currentDirectoryPath, directoryHint: .isDirectory)
  }

  private static func makeFeature(
    _ text: String, _ kind: FeatureKind, isDryRun: Bool
  ) throws {
    let scaffold = FeatureScaffold(root: folder, knownTypes: Toolchain.types)
    let name = try FeatureName(text, taken: scaffold.taken)
    list(isDryRun ? try scaffold.plan(name, kind: kind) : try scaffold.make(name, kind: kind))
    try end(NextSteps.feature(name, kind: kind), isDryRun: isDryRun)
  }

  private static func makeScreen(
    _ name: String, _ feature: String, isDryRun: Bool
  ) throws {
    let scaffold = ScreenScaffold(root: folder, knownTypes: Toolchain.types)
    list(
      isDryRun ? try scaffold.plan(name, in: feature) : try scaffold.make(name, in: feature))
    try end(NextSteps.screen(name, in: feature), isDryRun: isDryRun)
  }

  private static func remove(_ name: String, isDryRun: Bool, isForced: Bool) throws {
    let removal = FeatureRemoval(root: folder)
    let changes = try removal.changes(removing: [name])
    if !isDryRun {
      let lost = isForced ? [] : Git.uncommitted(changes.filter(\.isDeleted).map(\.path))
      guard lost.isEmpty else { throw ProjectError.uncommitted(lost) }
      _ = try removal.remove([name])
    }
    for change in changes { print(change.isDeleted ? "deleted " : "changed ", change.path) }
    try end(NextSteps.removal, isDryRun: isDryRun)
  }

  private static func list(_ files: [FeatureScaffold.File]) {
    for file in files {
      print(file.added == nil ? "new     " : "changed ", file.path)
      for line in file.added ?? [] { print("       + \(line)") }
    }
  }

  /// Draws the graph of modules again, and prints what is left to do.
  private static func end(_ steps: String, isDryRun: Bool) throws(ProjectError) {
    if !isDryRun { try GraphPage.draw(in: folder) }
    print("drawn    \(GraphPage.path)\n\n\(isDryRun ? NextSteps.dryRun : steps)")
  }

  private static func makeApp(
    _ name: String, _ destination: String, _ commit: String, _ features: String?
  ) throws(ProjectError) {
    let scaffold = AppScaffold(root: folder)
    var files: [String] = []
    while let line = readLine() { files.append(line) }
    let name = try AppName(name, taken: scaffold.taken)
    let made = try scaffold.make(
      AppScaffold.Request(
        name: name, destination: URL(filePath: destination, directoryHint: .isDirectory),
        files: files, features: features.map { Set($0.split(separator: ",").map(String.init)) },
        commit: commit))
    print("\(name.text) has the features \(made.joined(separator: ", ")).")
  }

  private static func fail(_ message: String, status: Int32) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}

/// The lines that a program prints, its errors too, and its exit status.
private struct Output {
  private(set) var lines: [String] = []
  private(set) var status: Int32

  /// Runs a command of the shell.
  init?(of command: String) {
    guard let stream = popen("{ \(command); } 2>&1", "r") else { return nil }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    while getline(&line, &size, stream) > 0, let line { lines.append(String(cString: line)) }
    free(line)
    // The status is in the second byte (wait(2)).
    status = pclose(stream) >> 8 & 0xFF
  }
}

/// The project's repository.
private enum Git {
  /// Returns those of the files whose content is not in the last commit; none outside a repository.
  static func uncommitted(_ paths: [String]) -> [String] {
    // Both name files from this folder, also if the repository begins above it.
    let commands = [
      "git -c core.quotePath=false ls-files --modified --others --exclude-standard",
      "git -c core.quotePath=false diff --cached --name-only --relative",
    ]
    guard let output = Output(of: commands.joined(separator: " && ")), output.status == 0 else {
      return []
    }
    let changed = Set(output.lines.map { $0.trimmingCharacters(in: .newlines) })
    return paths.filter(changed.contains)
  }
}

/// The compiler that the project is built with.
private enum Toolchain {
  /// Returns those of the names that are types of Swift or of a library that every file may import;
  /// none where the compiler can't be run.
  static func types(of names: Set<String>) -> Set<String> {
    let names = names.sorted()
    let file = FileManager().temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
    defer { try? FileManager().removeItem(at: file) }
    var text = ["Foundation", "Observation", "Synchronization", "Testing"]
      .map { "import \($0)\n" }.joined()
    for (number, name) in names.enumerated() { text += "typealias Checked\(number) = \(name)\n" }
    // The toolchain that make uses. 127: there is no such program (POSIX, Shell Command Language).
    guard (try? Data(text.utf8).write(to: file)) != nil,
      let output = Output(of: "${SWIFT:-swift}c -typecheck '\(file.path)'"), output.status != 127
    else { return [] }
    let messages = output.lines.joined()
    return Set(names.filter { !messages.contains("cannot find type '\($0)'") })
  }
}
