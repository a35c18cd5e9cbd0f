import Foundation

/// The compiler that the project is built with.
package enum Toolchain {
  /// Returns those of the names that are types of Swift or of a library that every file may import;
  /// none where the compiler can't be run or fails.
  ///
  /// - Parameters:
  ///   - compiler: the compiler as a command of the shell; the default is that of make's toolchain.
  ///   - reportFailure: called with the compiler's messages if it fails for another reason than an
  ///     unknown name.
  package static func types(
    among names: Set<String>, compiler: String = "${SWIFT:-swift}c",
    reportFailure: (String) -> Void
  ) -> Set<String> {
    let names = names.sorted()
    // A compiler that does not report this name has not looked for the others, either.
    let unknown = "Unknown" + UUID().uuidString.replacing("-", with: "")
    let file = FileManager().temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
    defer { try? FileManager().removeItem(at: file) }
    var text = ["Foundation", "Observation", "Synchronization", "Testing"]
      .map { "import \($0)\n" }.joined()
    for (number, name) in ([unknown] + names).enumerated() {
      text += "typealias Checked\(number) = \(name)\n"
    }
    // 127: there is no such program (POSIX, Shell Command Language).
    guard (try? Data(text.utf8).write(to: file)) != nil,
      let output = CommandOutput(of: "\(compiler) -typecheck '\(file.path)'"),
      output.status != 127
    else { return [] }
    let messages = output.lines.joined()
    func isUnknown(_ name: String) -> Bool { messages.contains("cannot find type '\(name)'") }
    guard isUnknown(unknown) else {
      reportFailure(messages)
      return []
    }
    return Set(names.filter { !isUnknown($0) })
  }
}
