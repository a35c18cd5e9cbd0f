import Figures
import Foundation

/// Prints the costs of the storage in comparison with plain C, and the times of a large library.
///
/// Usage: `StorageFigures FOLDER PROGRAM`: an empty folder, and the built app.
@main struct StorageFigures {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      FileHandle.standardError.write(Data("usage: StorageFigures FOLDER PROGRAM\n".utf8))
      exit(64)
    }
    do {
      try PlainFigures(folder: arguments[1]).run()
      try await CacheFigures(folder: arguments[1]).run()
      try await LibraryFigures(folder: arguments[1], program: arguments[2]).run()
    } catch {
      FileHandle.standardError.write(Data("StorageFigures: \(error)\n".utf8))
      exit(70)
    }
  }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}
