import Services
import Core

/// The app in the shell: one session at a time, over services that outlive it.
///
/// The program's only strong reference to the app: when it is released, the app ends.
@MainActor final class RunningApp {
  /// The running session.
  private(set) var session: AppSession
  /// Whether the launch's link, or one that had to wait, was not opened.
  private(set) var hasRefusedLink = false
  /// Whether the user's last session had expired when the app started, or has expired since.
  private(set) var hadExpiredSession = false
  /// The actions that screens have offered so far.
  var seenActions = SeenActions()
  /// Knows which of the notices on the screens are current.
  var notices = ShownNotices()
  /// The last lines that were typed to open a link, oldest first: an answer may come later.
  private var typedLines: [(link: DeepLink, line: String)] = []
  /// The messages of the session before a relaunch that were not shown yet.
  private var earlierNews: [String] = []
  private let makeSession: @MainActor () -> AppSession

  /// Creates the first session, which shows nothing yet.
  init(makeSession: @escaping @MainActor () -> AppSession) {
    self.makeSession = makeSession
    session = makeSession()
  }

  isolated deinit {
    session.stop()
  }

  /// Starts the app with its last screens, opens a link, and returns when the app has settled.
  func launch(link: DeepLink?) async {
    await session.launch(restoring: true, link: link)
  }

  /// Stops the session like the end of the process, and starts another over the same services.
  func relaunch() async {
    await session.settleAll()
    earlierNews = takeNews()
    session.stop()
    await session.activity.settleAll()
    let layout = session.layout
    session = makeSession()
    notices = ShownNotices()
    await session.change(to: layout)
    await launch(link: nil)
  }

  /// Opens a link; a later answer is among the news.
  func open(_ link: DeepLink) async -> LinkAnswer {
    await session.open(link)
  }

  /// Notes the line that was typed to open a link.
  func note(_ line: String, for link: DeepLink) {
    typedLines = typedLines.suffix(Self.maximumLines - 1) + [(link, line.trimmed)]
  }

  private static let maximumLines = 20

  /// Returns the line that was last typed to open a link, or nil if the link itself was typed, or none.
  private func line(for link: DeepLink) -> String? {
    typedLines.last { $0.link == link }.flatMap { $0.line.contains("://") ? nil : $0.line }
  }

  /// Returns what was typed to open a link: a line, or the link itself.
  func typed(_ link: DeepLink) -> String { line(for: link) ?? link.description }

  /// Returns and clears the messages that belong to no screen.
  func takeNews() -> [String] {
    let notices = session.consumeNotices()
    if notices.contains(where: \.isRefusal) { hasRefusedLink = true }
    if notices.contains(.expired) { hadExpiredSession = true }
    let hasLaunched = session.isLaunched
    let news = notices.compactMap { $0.message(line(for:), hasLaunched: hasLaunched) }
    defer { earlierNews = [] }
    // Both sessions may have the same problem.
    return earlierNews + news.filter { !earlierNews.contains($0) }
  }
}

extension SessionNotice {
  /// Whether a link was refused.
  fileprivate var isRefusal: Bool {
    if case .linkAnswered(_, .refused) = self { true } else { false }
  }

  /// Returns the notice as one line, or nil if the screen shows it.
  func message(_ line: (DeepLink) -> String?, hasLaunched: Bool) -> String? {
    switch self {
    case .placesDropped(let count):
      count == 1
        ? "One screen from last time could not be reopened."
        : "\(count) screens from last time could not be reopened."
    case .expired: "Your session expired. Sign in again to continue."
    case .endedOutside:
      "This window was restarted, because its session has ended in another window (sign-out,"
        + " password reset, restore or account deletion)."
    case .linkAnswered(let link, let answer):
      answer.lateMessage(for: link, typedAs: line(link), hasLaunched: hasLaunched)
    case .placesNotRead(let error):
      "Your last screens could not be restored. Nothing was changed. \(error.description.plain)"
    case .placesNotSaved(let error):
      "Your open screens could not be saved. \(error.description.plain)"
    case .posted(let notice): notice.text.plain
    }
  }
}

extension LinkAnswer {
  /// Returns the message about a link that had to wait, or nil if the screen shows it.
  fileprivate func lateMessage(
    for link: DeepLink, typedAs line: String?, hasLaunched: Bool
  ) -> String? {
    guard case .refused(let why) = self else { return nil }
    // Without a launch the link has waited for it to the end.
    let reason =
      why == .appEnded && !hasLaunched
      ? "the questions at the start come first." : why.reason(for: link).ended
    if let line { return "\(line.quoted) was not done: \(reason)" }
    let outcome = why == .kept ? "was not opened" : "can't be opened"
    // The sentence names the link already.
    let part = why == .noPage ? "the app has no page for it." : reason
    return "The link \(link.description.quoted) \(outcome): \(part)"
  }
}

extension LinkRefusal {
  /// Why nothing was opened, in a sentence. After a cancellation it speaks of no link: the user may have typed a word
  /// that opens one, such as `search`.
  func message(for link: DeepLink) -> String {
    self == .cancelled ? "Cancelled." : "The link can't be opened: \(reason(for: link).ended)"
  }

  /// Why the link can't be opened, as the end of a sentence.
  func reason(for link: DeepLink) -> String {
    switch self {
    case .otherScheme(let scheme): "the app's links begin with \(scheme.plain)://"
    case .noPage: "the app has no page for \(link.description.plain)"
    case .place(let why): why.reason.text.plain
    case .kept: "you stayed on the screen"
    case .superseded: "a later command took its place"
    case .cancelled: "it was cancelled"
    case .covered: "a screen above it opens again each time it is closed"
    case .sessionEnded: "the session has ended"
    case .appEnded: "the app has ended"
    }
  }
}

extension LinkWait {
  /// Returns when the link will open, which was typed like this.
  func message(for typed: String) -> String {
    switch self {
    case .launch:
      "\(typed.quoted) waits for the questions at the start. Answer or skip them first."
    case .screen(let title): "\(typed.quoted) waits until “\(title.plain)” is done."
    }
  }
}
