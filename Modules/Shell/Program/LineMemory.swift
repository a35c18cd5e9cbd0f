import Terminal
import Core
import Services

/// Decides what the line editor remembers: lines that contain no secret.
///
/// A secret may have been typed at the wrong prompt earlier. Once it is known to be one, the lines
/// that contain it are removed, also from the file.
@MainActor final class LineMemory {
  private let editor: any LineEditor
  private var secrets = KnownSecrets()

  init(_ editor: any LineEditor) {
    self.editor = editor
  }

  /// Remembers a secret, and forgets the lines that contain it.
  func learn(_ secret: Secret) {
    guard secrets.add(secret.reveal()) else { return }
    editor.forget { [secrets] in secrets.occur(in: $0) }
  }

  /// Remembers a typed line.
  ///
  /// - Parameters:
  ///   - command: the parsed command, or nil if the line was invalid.
  ///   - before: the snapshot when the line was typed.
  func keep(_ line: String, _ command: Command?, before: Snapshot) {
    if let secret = command?.secret { return learn(secret) }
    guard command != nil || Recorder.isWorthKeeping(line, VisibleItems(before)),
      !secrets.occur(in: line)
    else { return }
    editor.remember(line)
  }
}
