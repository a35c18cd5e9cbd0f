import Services
import Core

/// The app that the shell is a face of: one session at a time over services that outlive it.
///
/// The program's one strong reference to the app: when it is let go, the app ends.
@MainActor final class RunningApp {
  /// The session that runs now.
  private(set) var session: AppSession
  private let makeSession: @MainActor () -> AppSession

  /// Makes the first session, which shows nothing yet.
  init(makeSession: @escaping @MainActor () -> AppSession) {
    self.makeSession = makeSession
    session = makeSession()
  }

  isolated deinit {
    session.stop()
  }

  /// Starts the app where it was and opens a link, and returns when the app has settled.
  func launch(link: Link?) async {
    if let link { _ = await open(link) }
    await session.launch(restoring: true)
  }

  /// Stops the session as a closed process would, and starts another over the same services.
  func relaunch() async {
    await session.settleAll()
    session.stop()
    await session.activity.settleAll()
    session = makeSession()
    await launch(link: nil)
  }

  /// Opens a link; an answer that comes later is among the news then.
  func open(_ link: Link) async -> LinkAnswer {
    await session.open(link)
  }

  /// Takes what a person should be told and what belongs to no screen.
  func takeNews() -> [String] {
    session.takeNotices().compactMap(\.message)
  }
}

extension SessionNotice {
  /// The notice as one line, or nil for what the screen says.
  var message: String? {
    switch self {
    case .placesDropped(let count):
      count == 1
        ? "One place of the last time is not there any more."
        : "\(count) places of the last time are not there any more."
    case .expired:
      "You were signed in for a long time, and are not any more. Sign in again to see what is yours."
    case .endedOutside:
      "Another window of the app has ended your session here: it signed out, restored a backup, or"
        + " deleted the account."
    case .linkAnswered(let link, let answer): answer.lateMessage(for: link)
    case .placesNotRead(let error):
      "Where you were can't be read, and is left as it is: \(error.description)"
    case .placesNotSaved(let error): "Where you are could not be saved: \(error.description)"
    case .posted(let notice): notice.text.plain
    }
  }
}

extension LinkAnswer {
  /// What is to be said of a link that had to wait, or nil where the screen says it.
  func lateMessage(for link: Link) -> String? {
    switch self {
    case .shown, .waiting: nil
    case .blocked: "The link \(link.description.quoted) was not followed: the screen was kept."
    case .refused(let why): "The link \(link.description.quoted) was not followed: \(why.plain)."
    }
  }
}
