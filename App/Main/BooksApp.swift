import AppComposition
import Foundation
import Shell

/// The program.
@main enum Entry {
  static func main() async {
    let program = ShellProgram(configuration: .app)
    let status = await program.run(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment)
    exit(status)
  }
}
