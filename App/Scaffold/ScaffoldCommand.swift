import Foundation
import Scaffold

/// Makes features and apps, and removes features, in the project's folder: see ``usage``.
@main enum Entry {
  private static let usage = """
    usage: scaffold feature [--dry-run] NAME              such as: make feature NAME=Loans
           scaffold remove NAME                           such as: make remove-feature NAME=Loans
           scaffold app NAME FOLDER COMMIT [FEATURES]     such as: make new-app NAME=Acme DEST=../Acme
           scaffold graph                                 such as: make graph

    FEATURES are names with commas, or nothing for an app with one feature of its own. The files to
    copy are read from standard input, one a line.
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("feature", 2): try makeFeature(arguments[1], isDryRun: false)
      case ("feature", 3) where arguments[1] == "--dry-run":
        try makeFeature(arguments[2], isDryRun: true)
      case ("remove", 2): try remove(arguments[1])
      case ("app", 4...5):
        try makeApp(arguments[1], arguments[2], arguments[3], arguments.dropFirst(4).first)
      case ("graph", 1): try GraphPage.draw(in: folder)
      default: fail(usage, status: 2)
      }
    } catch { fail("scaffold: \(error)", status: 1) }
  }

  private static var folder: URL {
    URL(filePath: FileManager().currentDirectoryPath, directoryHint: .isDirectory)
  }

  private static func makeFeature(_ text: String, isDryRun: Bool) throws(ScaffoldError) {
    let scaffold = FeatureScaffold(root: folder, knownTypes: Toolchain.types)
    let name = try FeatureName(text, taken: scaffold.taken)
    let files = isDryRun ? try scaffold.plan(name) : try scaffold.make(name)
    for file in files {
      print(file.added == nil ? "new      \(file.path)" : "changed  \(file.path)")
      for line in file.added ?? [] { print("       + \(line)") }
    }
    if isDryRun { return print("\nThis was a dry run: nothing was changed.") }
    do throws(ProjectError) { try GraphPage.draw(in: folder) } catch {
      fail("scaffold: \(error)", status: 1)
    }
    print("drawn    \(GraphPage.path)")
    print(
      """

      The feature is in the app, as the tab “\(name.title)”. Next:
        make run ARGS="--ephemeral"                      then: skip-all, tab \(name.word)
        make test ARGS="--filter \(name.module)Tests"
        make refresh        draws the maps and records the sessions with the new tab
      """)
  }

  private static func remove(_ name: String) throws(ProjectError) {
    for path in try FeatureRemoval(root: folder).remove([name]) { print(path) }
    try GraphPage.draw(in: folder)
    print(
      """

      The feature is gone, with its wiring, its tests and the tests that need it. Next:
        make clean        a warm build would still find the module
        make test
        make refresh        draws the maps and records the sessions again
      """)
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

/// The compiler that the project is built with.
private enum Toolchain {
  /// Returns those of the names that are types of Swift or of a library that every file may import.
  static func types(of names: Set<String>) -> Set<String> {
    let names = names.sorted()
    let file = FileManager().temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
    defer { try? FileManager().removeItem(at: file) }
    var text = ["Foundation", "Observation", "Synchronization", "Testing"]
      .map { "import \($0)\n" }.joined()
    for (number, name) in names.enumerated() { text += "typealias Checked\(number) = \(name)\n" }
    guard (try? Data(text.utf8).write(to: file)) != nil,
      let messages = popen("swiftc -typecheck '\(file.path)' 2>&1", "r")
    else { return [] }
    defer { pclose(messages) }
    var output = ""
    while let line = readLine(from: messages) { output += line }
    return Set(names.filter { !output.contains("cannot find type '\($0)'") })
  }

  /// Returns the next line of a stream, or nil at its end.
  private static func readLine(from stream: UnsafeMutablePointer<FILE>) -> String? {
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    guard getline(&line, &size, stream) > 0, let line else { return nil }
    return String(cString: line)
  }
}
