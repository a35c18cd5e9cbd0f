/// Edits a line at a terminal.
///
/// While no line is edited, the terminal is in its usual mode, so Ctrl-C is a signal.
package protocol LineEditor: Sendable {
  /// Why a file of the user, such as one that binds keys, was not read, and the remedy; or nil.
  var problem: String? { get }
  /// Asks a question, and returns the edited line.
  func read(_ question: LineQuestion) async -> InputLine
  /// Gives up the line that is edited: its answer is ``InputLine/interrupted``.
  func interrupt()
  /// Reports the first line that no question has read, once, while no line is edited. The next question reads
  /// it as if it was typed then.
  func watch(_ typed: @escaping @MainActor @Sendable (String) -> Void)
  /// Ends ``watch(_:)``.
  ///
  /// - Parameter discards: whether what was typed is discarded, as a terminal does after Ctrl-C.
  func endWatch(discards: Bool)
  /// Prints a text above the line that is edited, and draws the question with the typed text below.
  func redraw(_ question: LineQuestion, below text: String)
  /// Puts the terminal into its usual mode; for the end of the process, from any thread. Does not wait for a
  /// terminal that takes no output.
  func restoreTerminal()
  /// Adds a line to the history of the account of the last question with a history.
  func remember(_ line: String)
  /// Asks the terminal about itself, as soon as a line is edited. The last question must be one that
  /// every terminal answers (DA1). Answers are not keys, whenever they come; without the last one the
  /// closure is never called.
  func ask(
    _ questions: String, answered: @escaping @MainActor @Sendable ([TerminalAnswer]) -> Void)
  /// Removes lines from the history, also from its files.
  func forget(_ isForgotten: @escaping @Sendable (String) -> Bool)
}

extension LineEditor {
  /// No problem.
  package var problem: String? { nil }
}

/// A question at a terminal.
package struct LineQuestion: Sendable {
  /// The text before the line.
  package var prompt: String
  /// The lines that the question is about, with their line breaks. They are printed above the prompt, again
  /// with each screen.
  package var subject = ""
  /// Whether the line is not shown.
  package var isSecret: Bool
  /// Whether earlier lines can be recalled.
  package var hasHistory: Bool
  /// The account whose lines can be recalled beside those of guests, or nil for a guest.
  package var account: String?
  /// Completes words and decides about pastes, or nil.
  package var assistant: (any LineAssistant)?
  /// Draws the screen and the question again after Ctrl-L, which clears the terminal; nil if only the line is
  /// drawn again.
  package var onClear: (@MainActor @Sendable () -> Void)?

  /// Creates a question.
  package init(_ prompt: String, isSecret: Bool = false, hasHistory: Bool = false) {
    self.prompt = prompt
    self.isSecret = isSecret
    self.hasHistory = hasHistory
  }
}

/// Answers a line editor's questions about the line.
package protocol LineAssistant: Sendable {
  /// Returns the candidates for the word at the end of a line, or nil.
  func completion(of line: String) -> LineCompletion?
  /// Returns what becomes of a paste after a line.
  func place(_ paste: String, after line: String) -> PastePlace
}

/// The candidates for the last word of a line.
package struct LineCompletion: Hashable, Sendable {
  /// A possible replacement of the word, without control characters.
  package struct Candidate: Hashable, Sendable {
    /// The text that the user begins to type, and reads.
    package var label: String
    /// The text that becomes part of the line.
    package var text: String

    /// Creates a candidate.
    package init(_ label: String, text: String? = nil) {
      self.label = label
      self.text = text ?? label
    }
  }

  /// The part of the line that a candidate replaces.
  package var word: String
  /// The candidates.
  package var candidates: [Candidate]
  /// Whether a space follows a candidate that is the only one.
  package var endsWord: Bool

  /// Creates a completion.
  package init(word: String, candidates: [Candidate], endsWord: Bool = true) {
    self.word = word
    self.candidates = candidates
    self.endsWord = endsWord
  }
}

/// The destination of a paste.
package enum PastePlace: Hashable, Sendable {
  /// It becomes part of the line, as this text.
  case line(String)
  /// A paste of several lines is the answer to the question, as ``InputLine/pasted(_:)``, if nothing is
  /// typed yet; another one becomes part of the line.
  case answer
}
