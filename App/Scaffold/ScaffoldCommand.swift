import Foundation
import Scaffold

/// Creates a feature module: `scaffold NAME`, in the project's folder.
@main enum Entry {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 1, let text = arguments.first else {
      return fail("usage: scaffold NAME, such as: make feature NAME=Loans", status: 2)
    }
    let folder = URL(filePath: FileManager().currentDirectoryPath, directoryHint: .isDirectory)
    let scaffold = FeatureScaffold(root: folder)
    do throws(ScaffoldError) {
      let name = try FeatureName(text, taken: scaffold.modules)
      for path in try scaffold.make(name) { print(path) }
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
