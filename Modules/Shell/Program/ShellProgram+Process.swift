import Foundation

extension ShellProgram {
  /// Runs the program with the arguments and the environment of the process, and returns the exit status.
  ///
  /// Swift repairs bytes that are not UTF-8, and a path would be another one. So an argument with such bytes is
  /// refused, and so is a variable that names a folder.
  ///
  /// It sets what the process does at some signals: it ignores SIGPIPE and SIGXFSZ, which are errors of the output
  /// then, and no longer ignores SIGCHLD.
  public func run() async -> Int32 {
    Self.prepareProcess()
    if let problem = strangeArgument ?? strangeFolder {
      Printer(console).report("\(configuration.name): \(problem)")
      return ExitStatus.misuse
    }
    return await run(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment)
  }

  /// Sets what the process does at some signals, as ``run()`` says.
  static func prepareProcess() {
    // Exceeding the file size limit is a write error, which is reported, and not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    // So is a pipe that its reader has closed; it ends the program quietly.
    signal(SIGPIPE, SIG_IGN)
    // A parent may have it ignored, and then no child's status can be read.
    signal(SIGCHLD, SIG_DFL)
  }

  private var strangeArgument: String? {
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[number], String(validatingCString: bytes) == nil
      else { continue }
      return "Argument \(number), \(String(cString: bytes).quoted), is not UTF-8 text. "
        + "Rename the file or folder, or choose another one."
    }
    return nil
  }

  private var strangeFolder: String? {
    let xdg = ["DATA", "STATE", "CACHE", "CONFIG"].map { "XDG_\($0)_HOME" }
    let names = [configuration.dataVariable].compactMap(\.self) + ["HOME", "TMPDIR"] + xdg
    for name in names {
      guard let bytes = getenv(name), String(validatingCString: bytes) == nil else { continue }
      return "\(name) is not UTF-8 text. Set it to another folder."
    }
    return nil
  }
}
