/// Follows one link at a time: to its place, or to the reason why it leads nowhere.
@MainActor package final class LinkFollower {
  /// A link that has not had its final answer.
  package struct Pending {
    package let number: Int
    package let link: DeepLink
    let onFinal: ((LinkAnswer) -> Void)?
    /// The answer for as long as it is not final.
    var answer: LinkAnswer?
    /// Whether the request that opened the link has returned without the final answer.
    var hasReturned = false
    package internal(set) var isFollowed = false
  }

  /// The link that has not had its final answer, or nil.
  package internal(set) var pending: Pending?
  /// The work that follows it, or nil.
  package internal(set) var work: Activity.WorkID?
  /// The number of links that were opened.
  package private(set) var count = 0
  /// The final answers that requests are about to return.
  private var answers: [Int: LinkAnswer] = [:]
  private let ground: SessionGround
  private let scheme: String?
  private static let mostClearings = 10

  init(_ ground: SessionGround, scheme: String?) {
    self.ground = ground
    self.scheme = scheme
  }

  // MARK: Answers

  /// Takes a link in the place of the one that is pending, and returns its number.
  func begin(_ link: DeepLink, onFinal: ((LinkAnswer) -> Void)?) -> Int {
    giveUp(because: .superseded)
    count += 1
    pending = Pending(number: count, link: link, onFinal: onFinal)
    return count
  }

  /// The answer with which a request returns: the final one, or what the link waits for.
  func answer(to number: Int) -> LinkAnswer {
    if let answer = answers.removeValue(forKey: number) { return answer }
    guard pending?.number == number else { return .refused(.superseded) }
    pending?.hasReturned = true
    guard ground.root.isLaunched else { return .waiting(for: .launch) }
    let title = ground.navigation.snapshot.panes.last?.content.title ?? ""
    return pending?.answer ?? .waiting(for: .screen(title))
  }

  /// Refuses the link that has not come to its end.
  func giveUp(because why: LinkRefusal) {
    guard pending != nil else { return }
    let work = work
    finish(.refused(why))
    if let work { ground.activity.cancel(work) }
  }

  private func finish(_ answer: LinkAnswer) {
    guard let pending else { return }
    self.pending = nil
    work = nil
    ground.log.append(.link(pending.link.place, answer.name))
    if !pending.hasReturned {
      answers[pending.number] = answer
    } else if let onFinal = pending.onFinal {
      onFinal(answer)
    } else {
      ground.notices.add(.linkAnswered(pending.link, answer))
    }
  }

  // MARK: Following

  /// Begins to follow the link that waits, if one does.
  func follow() {
    guard let followed = pending, !followed.isFollowed else { return }
    pending?.isFollowed = true
    work = ground.activity.start(.link) { [weak self] in
      guard let self else { return }
      let answer =
        pending?.number == followed.number
        ? await follow(followed.link) : .refused(.cancelled)
      // A newer link has answered for this one already.
      if pending?.number == followed.number { finish(answer) }
    }
  }

  private func follow(_ link: DeepLink) async -> LinkAnswer {
    let root = ground.root
    if let scheme, link.scheme != scheme { return .refused(.otherScheme(than: scheme)) }
    guard
      let destination = root.features.lazy.compactMap({ $0.destination(link) }).first,
      let coordinator = root.tabCoordinator(destination.tab)
    else { return .refused(.noPage) }
    for route in destination.routes {
      if case .refused(let why) = await coordinator.check(route) { return .refused(.place(why)) }
    }
    if let answer = await clearWay(to: coordinator) { return answer }
    root.select(destination.tab)
    for route in destination.routes {
      if case .refused(let why) = await coordinator.show(route) { return .refused(.place(why)) }
      guard isWanted(coordinator) else { return .refused(.cancelled) }
    }
    return .shown
  }

  /// Closes all layers and returns to the tab's first screen, after the locks have agreed.
  ///
  /// - Returns: nil when the way is clear.
  private func clearWay(to coordinator: any TabCoordinator) async -> LinkAnswer? {
    let navigation = ground.navigation
    let stack = coordinator.navigator.stack
    let change = Change(kind: .link, reason: .replaced) { tree in
      tree.dismissAllLayers()
      tree.uncover(stack)
      _ = tree.removeAllButRoot(of: stack)
      return true
    }
    // Work that was running may have opened something meanwhile. A screen that opens something each time
    // it appears can't be cleared away.
    for _ in 0..<Self.mostClearings {
      guard isWanted(coordinator) else { return .refused(.cancelled) }
      if let lock = navigation.locks(affectedBy: change).first {
        pending?.answer = .blocked(by: lock.lock)
        guard await navigation.unlock(change), !Task.isCancelled else {
          return .blocked(by: lock.lock)
        }
        pending?.answer = nil
      }
      guard isWanted(coordinator) else { return .refused(.cancelled) }
      navigation.commit(change)
      await ground.activity.settle()
      if !navigation.removesAnything(change) {
        return isWanted(coordinator) ? nil : .refused(.cancelled)
      }
    }
    return .refused(.cancelled)
  }

  private func isWanted(_ coordinator: any TabCoordinator) -> Bool {
    !Task.isCancelled && coordinator.isRunning
  }
}

extension LinkAnswer {
  /// The answer as one word, for the log.
  fileprivate var name: String {
    switch self {
    case .shown: "shown"
    case .blocked: "blocked"
    case .refused: "refused"
    case .waiting: "waiting"
    }
  }
}
