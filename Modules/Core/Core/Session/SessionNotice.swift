public import Services

/// Something a person should know that belongs to no screen.
public enum SessionNotice: Hashable, Sendable {
  /// So many places of the last session could not be shown again.
  case placesDropped(Int)
  /// The session of the last time had expired before the app started.
  case expired
  /// Another window of the app has ended the session of the user who was signed in here.
  case endedOutside
  /// The final answer to a link that had to wait.
  case linkAnswered(DeepLink, LinkAnswer)
  /// The places of the last session could not be read; they are left as they are.
  case placesNotRead(StorageError)
  /// Where the app is could not be saved.
  case placesNotSaved(StorageError)
  /// Work in the background has something to tell.
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
    board.onPost { [weak signal] in
      signal?.notify()
      return signal != nil
    }
  }

  var isEmpty: Bool { waiting.isEmpty && board.isEmpty }

  func add(_ notice: SessionNotice) {
    waiting.append(notice)
    signal.notify()
  }

  /// Returns the notices, those of the session first, and forgets them.
  func consume() -> [SessionNotice] {
    let taken = waiting + board.consume().map { .posted($0) }
    waiting = []
    if !taken.isEmpty { signal.notify() }
    return taken
  }
}
