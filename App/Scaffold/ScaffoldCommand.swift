import Foundation
import Scaffold

/// Creates a feature module: `scaffold NAME`, in the project's folder.
@main enum Entry {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let isDryRun = arguments.first == "--dry-run"
    if isDryRun { arguments.removeFirst() }
    guard arguments.count == 1, let text = arguments.first else {
      return fail("usage: scaffold [--dry-run] NAME, such as: make feature NAME=Loans", status: 2)
    }
    let folder = URL(filePath: FileManager().currentDirectoryPath, directoryHint: .isDirectory)
    let scaffold = FeatureScaffold(root: folder, knownTypes: Toolchain.types)
    do throws(ScaffoldError) {
      let name = try FeatureName(text, taken: scaffold.taken)
      for file in isDryRun ? try scaffold.plan(name) : try scaffold.make(name) {
        print(file.added == nil ? "new      \(file.path)" : "changed  \(file.path)")
        for line in file.added ?? [] { print("       + \(line)") }
      }
      if isDryRun { return print("\nThis was a dry run: nothing was changed.") }
      print(
        """

        The feature is in the app, as the tab “\(name.title)”. Next:
          make run ARGS="--ephemeral"                      then: skip-all, tab \(name.word)
          make test ARGS="--filter \(name.module)Tests"
          make map refresh        draws the maps and records the sessions with the new tab
        """)
    } catch { fail("scaffold: \(error)", status: 1) }
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
