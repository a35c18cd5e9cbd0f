import Core

/// The links that a random walk has opened in one session: each gets exactly one final answer,
/// returned or delivered later.
@MainActor final class OpenedLinks {
  @MainActor fileprivate final class Opened {
    let link: DeepLink
    /// The link's number in its session.
    let number: Int
    var returned: LinkAnswer?
    /// Whether the request has returned without the final answer.
    var hasWaited = false
    var later: [LinkAnswer] = []
    let mayBeCancelled: Bool
    var mayBeSuperseded = false

    init(_ link: DeepLink, number: Int, mayBeCancelled: Bool) {
      self.link = link
      self.number = number
      self.mayBeCancelled = mayBeCancelled
    }
  }

  private var links: [Opened] = []

  /// Opens a link and records its answers.
  ///
  /// - Parameter isAlone: whether only links are open at the same time.
  func open(_ link: DeepLink, in session: AppSession, isAlone: Bool) async {
    let opened = Opened(link, number: session.links.count + 1, mayBeCancelled: !isAlone)
    // A newer link may replace links without an answer.
    for older in links where older.answers == 0 { older.mayBeSuperseded = true }
    links.append(opened)
    let answer = await session.open(link) { opened.later.append($0) }
    opened.returned = answer
    opened.hasWaited = session.links.isWaiting(opened.number)
  }

  /// Returns the violations. At the end it forgets the links.
  ///
  /// - Parameter session: nil for a stopped session, in which each link must have an answer.
  func violations(in session: AppSession?) -> [String] {
    // A coordinator may have opened a newer link.
    let count = session?.links.count ?? 0
    for opened in links where opened.number < count { opened.mayBeSuperseded = true }
    let found = links.compactMap { $0.violation(in: session) }
    // Answered links stay until the end: a second answer is an error.
    if session == nil { links = [] }
    return found
  }
}

extension OpenedLinks.Opened {
  fileprivate var answers: Int {
    guard let returned, !hasWaited else { return later.count }
    // Waiting is not a final answer.
    if case .waiting = returned { return later.count }
    return later.count + 1
  }

  fileprivate func violation(in session: AppSession?) -> String? {
    let isWaiting = hasWaited && session?.links.isWaiting(number) == true
    if answers != (isWaiting ? 0 : 1) { return "\(link) was answered \(answers) times" }
    if mayBeSuperseded { return nil }
    if [returned, later.first].contains(.refused(.superseded)) {
      return "\(link) is the newest link and was superseded"
    }
    guard !mayBeCancelled, case .refused(let why)? = returned, [.cancelled, .covered].contains(why)
    else { return nil }
    return "\(link) is the newest link and was \(why)"
  }
}
