/// A link that has not had its final answer.
package struct PendingLink {
  package let number: Int
  package let link: DeepLink
  let onFinal: ((LinkAnswer) -> Void)?
  /// The answer for as long as it is not final.
  var answer: LinkAnswer?
  /// Whether ``AppSession/open(_:onFinal:)`` has returned without the final answer.
  var hasReturned = false
  var isFollowed = false
}

extension AppSession {
  /// Opens a link in whatever state the app is.
  ///
  /// Locks are asked, flows ended, and guards passed, in this order; then the place is shown. A
  /// newer link takes the place of an older one that has not come to its end, also one that is opened in
  /// the same turn. A link that is refused, cancelled or superseded before its locks have agreed has
  /// taken nothing from the screen; one that a guard refuses afterwards leaves the tab's first screen.
  ///
  /// - Parameter onFinal: is given the final answer when the one returned is not final. Without it
  ///   a final answer that comes later becomes a ``SessionNotice/linkAnswered(_:_:)``.
  /// - Returns: what became of it by the time the app has settled.
  @discardableResult
  public func open(_ link: DeepLink, onFinal: ((LinkAnswer) -> Void)? = nil) async -> LinkAnswer {
    guard root.state != .ended else { return .refused("the app has ended") }
    supersede(because: "a newer link took its place")
    linkNumber += 1
    let number = linkNumber
    pendingLink = PendingLink(number: number, link: link, onFinal: onFinal)
    if await hasExpired(), pendingLink?.number != number {
      return takeAnswer(of: number)
    }
    guard root.isLaunched else {
      log.append(.link(link.place, "waits for the launch"))
      pendingLink?.hasReturned = true
      return .waiting(for: "launch")
    }
    // While places are restored the link waits its turn; a restoration that waits for a flow gives way.
    if let restoration {
      if activity.isParked(restoration) { giveUpRestoring() }
    } else {
      followPendingLink()
    }
    await settle()
    await passRestorationThatWaits()
    return takeAnswer(of: number)
  }

  private func takeAnswer(of number: Int) -> LinkAnswer {
    if let answer = linkAnswers.removeValue(forKey: number) { return answer }
    guard pendingLink?.number == number else { return .refused("a newer link took its place") }
    pendingLink?.hasReturned = true
    return pendingLink?.answer ?? .waiting(for: navigation.snapshot.panes.last?.content.title ?? "")
  }

  /// Begins to follow the link that waits, if one does.
  func followPendingLink() {
    guard let pending = pendingLink, !pending.isFollowed else { return }
    pendingLink?.isFollowed = true
    linkWork = activity.start(.link) { [weak self] in
      guard let self else { return }
      let answer =
        pendingLink?.number == pending.number ? await follow(pending) : .refused("it was cancelled")
      // A newer link has answered for this one already.
      if pendingLink?.number == pending.number { finishLink(answer) }
    }
  }

  private func follow(_ pending: PendingLink) async -> LinkAnswer {
    guard
      let destination = root.features.lazy.compactMap({ $0.destination(pending.link) }).first,
      let coordinator = root.tabCoordinator(destination.tab)
    else { return .refused("the app has no page for \(pending.link)") }
    for route in destination.routes {
      if case .refused(let why) = await coordinator.check(route) { return .refused(why) }
    }
    // What goes: every layer, and what lies above the tab's first screen.
    let stack = coordinator.navigator.stack
    let change = Change(kind: .link, reason: .replaced) { tree in
      tree.dismissAllLayers()
      tree.uncover(stack)
      _ = tree.removeAllButRoot(of: stack)
      return true
    }
    // What was under way may have opened something meanwhile.
    repeat {
      guard !Task.isCancelled, coordinator.isRunning else { return .refused("it was cancelled") }
      if let lock = navigation.locks(affectedBy: change).first {
        pendingLink?.answer = .blocked(by: lock.lock)
        guard await navigation.unlock(change), !Task.isCancelled else {
          return .blocked(by: lock.lock)
        }
        pendingLink?.answer = nil
      }
      guard !Task.isCancelled, coordinator.isRunning else { return .refused("it was cancelled") }
      navigation.commit(change)
      await activity.settle()
    } while navigation.removesAnything(change)
    guard !Task.isCancelled, coordinator.isRunning else { return .refused("it was cancelled") }
    root.select(destination.tab)
    for route in destination.routes {
      switch await coordinator.show(route) {
      case .shown: break
      case .refused(let why): return .refused(why)
      }
      guard !Task.isCancelled, coordinator.isRunning else { return .refused("it was cancelled") }
    }
    return .shown
  }

  /// Refuses a link that has not come to its end.
  func supersede(because why: String) {
    guard pendingLink != nil else { return }
    let work = linkWork
    finishLink(.refused(why))
    if let work { activity.cancel(work) }
  }

  private func finishLink(_ answer: LinkAnswer) {
    guard let pending = pendingLink else { return }
    pendingLink = nil
    linkWork = nil
    log.append(.link(pending.link.place, "\(answer.name)"))
    if !pending.hasReturned {
      linkAnswers[pending.number] = answer
    } else if let onFinal = pending.onFinal {
      onFinal(answer)
    } else {
      add(.linkAnswered(pending.link, answer))
    }
  }
}

extension LinkAnswer {
  /// The answer as one word, for the log.
  var name: String {
    switch self {
    case .shown: "shown"
    case .blocked: "blocked"
    case .refused: "refused"
    case .waiting: "waiting"
    }
  }
}
