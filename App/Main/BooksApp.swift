import AppTerminal
import Foundation
import Shell

/// The program.
@main enum Entry {
  static func main() async {
    // Exceeding the file size limit is a write error, which is reported, and not the end of the
    // program.
    signal(SIGXFSZ, SIG_IGN)
    // A parent may have it ignored, and then no child's status can be read.
    signal(SIGCHLD, SIG_DFL)
    TerminalName.replaceStrange()
    let program = ShellProgram(configuration: .app)
    let status = await program.run(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment)
    exit(status)
  }
}
