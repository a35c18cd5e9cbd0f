public import Services

/// The result of a request to perform an action.
public enum ActionAnswer: Hashable, Sendable {
  /// The action was performed, or continues in a child flow.
  case performed
  /// No visible screen has this action, row or field.
  case unknown
  /// The action is disabled, for this reason.
  case disabled(String)
  /// The input is invalid.
  case invalid(InputProblem)
  /// The same action is still running.
  case busy
  /// The entry is no longer visible, its session has expired, or another window has changed the session; nothing was
  /// done.
  case notVisible
}

extension AppSession {
  /// Performs an action of a visible screen and returns when the app has settled.
  ///
  /// Answers ``ActionAnswer/busy`` while the same action runs, with any input, unless it supersedes
  /// itself (``ScreenAction/supersedes``). Fields are filled one after another, so no input is
  /// lost, and an action begins when the fields that were sent before it are filled. A hanging
  /// action blocks later requests; cancel it with ``Activity/cancelNewestAction()``.
  ///
  /// - Parameters:
  ///   - action: the identifier of a visible action.
  ///   - input: the user's input.
  ///   - entry: the entry of the screen; by default that of the visible screen with the action. In
  ///     a split the second column comes first.
  @discardableResult
  public func perform(
    _ action: Action.ID, _ input: ActionInput = .none, on entry: NavigationTree.EntryID? = nil
  ) async -> ActionAnswer {
    // The screen visible at the call, not when its turn comes.
    guard let entry = entry ?? entryOffering(action, input) else { return .unknown }
    // An action waits for earlier fields, and holds up no later ones.
    let fill = await fills.withLock { input.isField ? await begin(action, input, on: entry) : nil }
    let answer = if let fill { fill } else { await begin(action, input, on: entry) }
    if answer == .performed { await settle() }
    return answer
  }

  /// Begins an action; fills a field.
  private func begin(
    _ action: Action.ID, _ input: ActionInput, on entry: NavigationTree.EntryID
  ) async -> ActionAnswer {
    // The screens of an expired session are closed.
    if await expireIfDue() { return .notVisible }
    // Filling a field changes no stored data.
    if !input.isField, await otherWindows?.apply() == true { return .notVisible }
    guard navigation.tree.visible.contains(entry), let screen = navigation.screen(of: entry) else {
      log.append(.refused("\(action) came too late: its screen is not visible"))
      return .notVisible
    }
    let answer = check(action, input, in: feed.content(of: entry, screen))
    guard answer == .performed else { return answer }
    guard input.isField || cancelSuperseded(by: action, of: screen, on: entry) else { return .busy }
    if !input.isField { restorer.giveWay(to: entry) }
    let (owner, before) = (navigation.owner(of: entry)?.id, navigation.tree.visible)
    log.append(.performed(action, navigation.records[entry]?.kind ?? "", owner: owner))
    let work = activity.start(.action(action), entry: entry, owner: owner) { [navigation] in
      // Where it does not begin at once, its screen may have been removed since.
      guard !Task.isCancelled else { return }
      await screen.perform(action, input)
      // Filling a field changes no data that they show.
      if !input.isField { navigation.refreshScreens(beside: entry, of: before) }
    }
    // The next field waits for this one, and for nothing else.
    if input.isField { await activity.wait(for: work) }
    return .performed
  }

  /// Cancels the work that an action supersedes.
  ///
  /// - Returns: whether the action can start.
  private func cancelSuperseded(
    by action: Action.ID, of screen: any Screen, on entry: NavigationTree.EntryID
  ) -> Bool {
    let running = activity.actions(on: entry)
    guard !running.isEmpty else { return true }
    let superseded = screen.actions.first { $0.action.id == action }?.supersedes ?? []
    guard superseded.contains(action) || !running.contains(where: { $0.action == action }) else {
      return false
    }
    for older in superseded { activity.cancel(older, on: entry) }
    return true
  }

  private func entryOffering(_ action: Action.ID, _ input: ActionInput) -> NavigationTree.EntryID? {
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
      return content.hasRow(row) ? .performed : .unknown
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
    do throws(InputProblem) {
      if let value { try kind.check(value) }
      return .performed
    } catch { return .invalid(error) }
  }

  /// Selects a row of a visible screen, in a split of the second column first, and returns when the app has settled.
  @discardableResult
  public func select(_ row: Row.ID) async -> ActionAnswer {
    await perform(.select, .row(row))
  }

  /// Fills a field of a visible screen, in a split of the second column first, and returns when the app has settled;
  /// nil empties the field.
  @discardableResult
  public func fill(_ field: Field.ID, _ value: FieldValue?) async -> ActionAnswer {
    await perform(.fill, .field(field, value))
  }
}

extension ActionInput {
  /// Whether it fills a field. An action may be named `fill`, too.
  fileprivate var isField: Bool { if case .field = self { true } else { false } }
}
