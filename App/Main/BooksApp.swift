import AppTerminal
import Foundation
import Shell

/// The program.
@main enum Entry {
  static func main() async {
    // Exceeding the file size limit is a write error, which is reported, and not the end of the
    // program.
    signal(SIGXFSZ, SIG_IGN)
    // So is a pipe that its reader has closed; it ends the program quietly.
    signal(SIGPIPE, SIG_IGN)
    // A parent may have it ignored, and then no child's status can be read.
    signal(SIGCHLD, SIG_DFL)
    TerminalName.replaceStrange()
    exit(await ShellProgram(configuration: .app).run())
  }
}
