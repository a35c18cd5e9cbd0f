import AppTerminal
import Foundation
import Shell

/// The program.
@main enum Entry {
  static func main() async {
    exit(await ShellProgram(configuration: .app).run())
  }
}
