import AppComposition
import Foundation
import Shell

/// The program.
@main enum Entry {
  static func main() async {
    // A file that must not grow is an error of writing, which a person is told, and no end.
    signal(SIGXFSZ, SIG_IGN)
    let program = ShellProgram(configuration: .app)
    let status = await program.run(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment)
    exit(status)
  }
}
