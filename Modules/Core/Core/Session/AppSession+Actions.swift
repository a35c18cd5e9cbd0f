public import Services

/// What became of a request to perform an action.
public enum ActionAnswer: Hashable, Sendable {
  /// It was performed, or is under way in a child flow.
  case performed
  /// No visible screen has this action, row or field.
  case unknown
  /// The action can't be performed now, and the screen says why.
  case disabled(String)
  /// The input is not what the action takes.
  case invalid(InputProblem)
  /// The same action is still running.
  case busy
  /// The entry it was meant for is not visible any more; nothing was done.
  case notVisible
}

extension AppSession {
  /// Performs an action of a visible screen and returns when the app has settled.
  ///
  /// An action that runs already is not started again, whatever its input: the answer is
  /// ``ActionAnswer/busy``. Filling a field waits until the one before is filled, so nothing that was typed is lost. One that never ends
  /// keeps every later request from returning: ``Activity/cancelNewestAction()`` ends it.
  ///
  /// - Parameter entry: the entry it is meant for; by default the visible screen that has the
  ///   action, in a split the second column first.
  @discardableResult
  public func perform(
    _ action: Action.ID, _ input: ActionInput = .none, on entry: NavigationTree.EntryID? = nil
  ) async -> ActionAnswer {
    // The screen that it is meant for is the one that is visible now, not when its turn has come.
    let entry = entry ?? entryOffering(action, input)
    if action == .fill { await fills.acquire() }
    defer { if action == .fill { fills.release() } }
    // What a session that is over had on the screen is gone with it.
    if await hasExpired() { return .notVisible }
    // Typing changes nothing that is kept.
    if action != .fill, await otherWindows?.apply() == true { return .notVisible }
    let visible = navigation.tree.visible
    if let entry, !visible.contains(entry) {
      log.append(.refused("\(action) came too late: its screen is not visible"))
      return .notVisible
    }
    var answer = ActionAnswer.unknown
    for id in visible.reversed() where entry == nil || id == entry {
      guard let screen = navigation.screen(of: id) else { continue }
      answer = check(action, input, in: feed.content(of: id, screen))
      if answer == .unknown { continue }
      guard answer == .performed else { return answer }
      guard !activity.isRunning(action, on: id) else { return .busy }
      if action != .fill { restorer.giveWay(to: id) }
      let owner = navigation.owner(of: id)?.id
      log.append(.performed(action, navigation.records[id]?.kind ?? "", owner: owner))
      activity.start(.action(action), entry: id, owner: owner) { [navigation] in
        await screen.perform(action, input)
        // What was typed into a form has changed nothing yet.
        if action != .fill { navigation.refreshScreens(beside: id) }
      }
      await settle()
      return .performed
    }
    return answer
  }

  private func entryOffering(
    _ action: Action.ID, _ input: ActionInput
  ) -> NavigationTree.EntryID? {
    navigation.tree.visible.last { id in
      guard let screen = navigation.screen(of: id) else { return false }
      return check(action, input, in: feed.content(of: id, screen)) != .unknown
    }
  }

  private func check(
    _ id: Action.ID, _ input: ActionInput, in content: ScreenContent
  ) -> ActionAnswer {
    switch input {
    case .row(let row):
      guard id == .select else { return .invalid(.unexpected) }
      return content.rows.contains { $0.id == row } ? .performed : .unknown
    case .field(let field, let value):
      guard id == .fill else { return .invalid(.unexpected) }
      guard let found = content.fields.first(where: { $0.id == field }) else { return .unknown }
      return check(value, for: found.kind)
    case .none, .value:
      guard let action = content.action(id) else { return .unknown }
      if let reason = action.disabledReason { return .disabled(reason) }
      guard case .value(let value) = input else {
        return action.input == nil ? .performed : .invalid(.missing)
      }
      guard let kind = action.input?.kind else { return .invalid(.unexpected) }
      return check(value, for: kind)
    }
  }

  private func check(_ value: FieldValue?, for kind: FieldKind) -> ActionAnswer {
    guard let value else { return .performed }
    do throws(InputProblem) {
      try kind.check(value)
      return .performed
    } catch { return .invalid(error) }
  }

  /// Chooses a row of a visible screen.
  @discardableResult
  public func select(_ row: Row.ID) async -> ActionAnswer {
    await perform(.select, .row(row))
  }

  /// Fills a field of a visible screen; nil empties it.
  @discardableResult
  public func fill(_ field: Field.ID, _ value: FieldValue?) async -> ActionAnswer {
    await perform(.fill, .field(field, value))
  }
}
