public import Services

/// A message that belongs to no screen.
public enum SessionNotice: Hashable, Sendable {
  /// This many screens could not be restored; 1 if the saved routes as a whole can't be read.
  case placesDropped(Int)
  /// The user's session had expired at the start, or has expired in an app without a flow to sign in again.
  case expired
  /// Another window has ended the user's session.
  case endedOutside
  /// The final answer to a link that had to wait, or the refusal of a link of the launch or of a
  /// coordinator.
  case linkAnswered(DeepLink, LinkAnswer)
  /// The routes of the last session could not be read; they are unchanged.
  case placesNotRead(StorageError)
  /// The routes of the open screens could not be saved.
  case placesNotSaved(StorageError)
  /// Background work posted a notice.
  case posted(Notice)
}

/// The notices of a session that no host has shown yet.
@MainActor final class SessionNotices {
  private var waiting: [SessionNotice] = []
  private let board: NoticeBoard
  private let signal: SnapshotSignal

  init(board: NoticeBoard, signal: SnapshotSignal) {
    self.board = board
    self.signal = signal
    board.onPost { [weak signal] in signal?.notify() }
  }

  var isEmpty: Bool { waiting.isEmpty && board.isEmpty }

  func add(_ notice: SessionNotice) {
    waiting.append(notice)
    signal.notify()
  }

  /// Returns and removes the notices, the session's own first.
  func consume() -> [SessionNotice] {
    let taken = waiting + board.consume().map { .posted($0) }
    waiting = []
    if !taken.isEmpty { signal.notify() }
    return taken
  }
}
