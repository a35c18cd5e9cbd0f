import Terminal
import Shell
import Synchronization

/// A line editor of which only the questions to the terminal count.
final class AskedEditor: LineEditor {
  typealias Answered = @MainActor @Sendable ([TerminalAnswer]) -> Void
  private let state = Mutex<(questions: [String], answered: [Answered])>(([], []))

  var questions: [String] { state.withLock { $0.questions } }

  @MainActor func answer(_ answers: [TerminalAnswer]) {
    let answered = state.withLock { state in
      defer { state.answered = [] }
      return state.answered
    }
    for answered in answered { answered(answers) }
  }

  func ask(_ questions: String, answered: @escaping Answered) {
    state.withLock { state in
      state.questions.append(questions)
      state.answered.append(answered)
    }
  }
}

/// Decodes each file to grey pixels.
struct GreyDecoder: PictureDecoder {
  func pixels(
    of file: PictureFile, atLeast width: Int, _ height: Int
  ) throws(PictureProblem) -> Pixels {
    let (width, height) = (file.width, file.height)
    guard
      let pixels = Pixels(
        width: width, height: height,
        bytes: Array(repeating: 128, count: width * height * 3))
    else { throw .tooLarge }
    return pixels
  }
}

/// A list that several tasks add to.
final class Addresses: Sendable {
  private let values = Mutex<[String]>([])
  var all: [String] { values.withLock(\.self) }
  func add(_ value: String) { values.withLock { $0.append(value) } }
}
