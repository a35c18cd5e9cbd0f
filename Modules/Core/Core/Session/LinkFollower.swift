/// Opens one link at a time, with exactly one final answer.
@MainActor package final class LinkFollower {
  /// A link without its final answer.
  package struct Pending {
    package let number: Int
    package let link: DeepLink
    let onFinal: ((LinkAnswer) -> Void)?
    /// The preliminary answer, or nil.
    var answer: LinkAnswer?
    /// Whether the request that opened the link has returned without the final answer.
    var hasReturned = false
    /// The work that opens the link, or nil.
    package internal(set) var work: Activity.WorkID?
    package var isFollowed: Bool { work != nil }
  }

  /// The links without a final answer, the newest last. The older ones await a guard's flow, such
  /// as a sign-in, which a newer link ends once its locks agree.
  package internal(set) var waiting: [Pending] = []
  /// The number of links so far.
  package private(set) var count = 0
  /// Whether a restoration runs, after which a link is opened.
  var isPaused = false
  /// The final answers that requests are about to return.
  private var answers: [Int: LinkAnswer] = [:]
  private let parts: SessionParts
  private let scheme: String?

  init(_ parts: SessionParts, scheme: String?) {
    self.parts = parts
    self.scheme = scheme?.lowercased()
  }

  /// The newest link without a final answer, or nil.
  package var pending: Pending? { waiting.last }

  /// Whether the link with this number has no final answer.
  package func isWaiting(_ number: Int) -> Bool { index(of: number) != nil }

  // MARK: Answers

  /// Adds a link, and returns its number. Supersedes the pending link, unless that awaits a flow.
  func add(_ link: DeepLink, onFinal: ((LinkAnswer) -> Void)?) -> Int {
    if let pending, !waitsForFlow(pending) { end(pending, because: .superseded) }
    count += 1
    waiting.append(Pending(number: count, link: link, onFinal: onFinal))
    return count
  }

  private func waitsForFlow(_ link: Pending) -> Bool {
    link.answer == nil && link.work.map(parts.activity.isParked) ?? false
  }

  /// Returns the answer to a request: the final one, or what the link waits for.
  func answer(to number: Int) -> LinkAnswer {
    if let answer = answers.removeValue(forKey: number) { return answer }
    guard let index = index(of: number) else { return .refused(.superseded) }
    waiting[index].hasReturned = true
    guard parts.root.isLaunched else { return .waiting(for: .launch) }
    let title = parts.navigation.snapshot.panes.last?.content.title ?? ""
    return waiting[index].answer ?? .waiting(for: .screen(title))
  }

  /// Refuses the pending links.
  func giveUp(because why: LinkRefusal) {
    for link in waiting { end(link, because: why) }
  }

  /// Refuses the links that are being opened, because the owner's session has ended. Keeps a link
  /// whose opening has not begun, such as one that waits for the launch.
  func ownerLeft() {
    for link in waiting where link.isFollowed { end(link, because: .sessionEnded) }
  }

  private func end(_ link: Pending, because why: LinkRefusal) {
    finish(link.number, with: .refused(why))
    if let work = link.work { parts.activity.cancel(work) }
  }

  private func index(of number: Int) -> Int? { waiting.firstIndex { $0.number == number } }

  /// Delivers the final answer of a link, unless it already has one.
  private func finish(_ number: Int, with answer: LinkAnswer) {
    guard let index = index(of: number) else { return }
    let link = waiting.remove(at: index)
    parts.log.append(.link(link.link.place, answer == .shown ? "shown" : "refused"))
    if !link.hasReturned {
      answers[number] = answer
    } else if let onFinal = link.onFinal {
      onFinal(answer)
    } else {
      parts.notices.add(.linkAnswered(link.link, answer))
    }
  }

  // MARK: Opening

  /// Starts to open a link of a coordinator, which awaits no answer: a refusal becomes a notice.
  func openSoon(_ link: DeepLink) {
    _ = add(link) { [notices = parts.notices] answer in
      if case .refused = answer { notices.add(.linkAnswered(link, answer)) }
    }
    waiting[waiting.count - 1].hasReturned = true
    follow()
  }

  /// Starts to open the newest link, unless that has begun. During the launch, and while the user is
  /// asked to sign in again, the link waits, unless it leads nowhere.
  func follow() {
    guard let followed = pending, !followed.isFollowed, !isPaused else { return }
    guard parts.root.opensLinks else {
      let event = parts.root.isLaunched ? "sign-in" : "launch"
      parts.log.append(.link(followed.link.place, "waits for the \(event)"))
      if let why = refusal(of: followed.link) { end(followed, because: why) }
      return
    }
    waiting[waiting.count - 1].work = parts.activity.start(.link) { [weak self] in
      guard let self, pending?.number == followed.number else { return }
      finish(followed.number, with: await open(followed.link))
    }
  }

  /// Why a link leads nowhere, or nil.
  private func refusal(of link: DeepLink) -> LinkRefusal? {
    if let scheme, link.scheme != scheme { return .otherScheme(than: scheme) }
    return parts.root.features.contains { $0.destination(link) != nil } ? nil : .noPage
  }

  private func open(_ link: DeepLink) async -> LinkAnswer {
    let root = parts.root
    if let why = refusal(of: link) { return .refused(why) }
    guard
      let destination = root.features.lazy.compactMap({ $0.destination(link) }).first,
      let first = root.tabCoordinator(destination.tab)
    else { return .refused(.noPage) }
    for route in destination.routes {
      if let refusal = await first.check(route).refusal { return .refused(refusal) }
    }
    if let answer = await clearWay(to: destination.tab, on: first.navigator.stack) { return answer }
    guard let coordinator = wanted(destination.tab) else { return .refused(.cancelled) }
    root.selectTab(destination.tab)
    for route in destination.routes {
      if let refusal = await coordinator.show(route).refusal { return .refused(refusal) }
      guard !Task.isCancelled, coordinator.isRunning else { return .refused(.cancelled) }
    }
    return .shown
  }

  /// Asks the locks that a change affects, for the link that is being opened.
  ///
  /// - Returns: nil if the user agrees to all; otherwise the answer.
  private func unlock(_ change: Change) async -> LinkAnswer? {
    let navigation = parts.navigation
    guard let lock = navigation.locks(affectedBy: change).first?.lock else { return nil }
    answerMeanwhile(.blocked(by: lock))
    let isKept = await !navigation.unlock(change)
    if isKept || Task.isCancelled { return .refused(Task.isCancelled ? .cancelled : .kept) }
    answerMeanwhile(nil)
    return nil
  }

  private func answerMeanwhile(_ answer: LinkAnswer?) {
    let own = waiting.firstIndex { $0.work == Activity.current }
    if !Task.isCancelled, let own { waiting[own].answer = answer }
  }

  /// Ends the flows that older links await, closes all layers and goes to the tab's first screen, after
  /// the locks of all these have agreed.
  ///
  /// - Returns: nil on success; otherwise the answer.
  private func clearWay(
    to tab: TabID, on stack: NavigationTree.StackID
  ) async -> LinkAnswer? {
    let (navigation, older) = (parts.navigation, waiting.dropLast())
    let flows = parts.root.subtree().filter { flow in
      older.contains { $0.work != nil && $0.work == flow.awaitingWork }
    }
    let entries = flows.flatMap { $0.subtreeEntries() }.sorted()
    let change = Change(kind: .link, reason: .replaced) { tree in
      for entry in entries { _ = tree.remove(entry) }
      tree.dismissAllLayers()
      tree.uncover(stack)
      tree.removeAllButRoot(of: stack)
      return true
    }
    // Running work may have opened a screen in the meantime. Limited, because a screen may open
    // another one each time it appears.
    for _ in 0..<10 {
      guard wanted(tab) != nil else { return .refused(.cancelled) }
      if let answer = await unlock(change) { return answer }
      for link in older { end(link, because: .superseded) }
      navigation.commit(change)
      await parts.activity.settle()
      if !navigation.removesAnything(change) { return nil }
    }
    return .refused(.covered)
  }

  /// Returns the coordinator of a tab, which a sign-in may have replaced; nil if the link was cancelled.
  private func wanted(_ tab: TabID) -> (any TabCoordinator)? {
    Task.isCancelled ? nil : parts.root.tabCoordinator(tab)
  }
}

extension RouteAnswer {
  /// Why a link with this route is refused, or nil. What a feature could not read in a cancelled task is no reason.
  fileprivate var refusal: LinkRefusal? {
    switch self {
    case .shown: nil
    case .noPage: .noPage
    case .refused(let why): Task.isCancelled ? .cancelled : .place(why)
    }
  }
}
