import Foundation
public import Inspection
import Services
public import Core
public import Testing

/// Uses an app as a user does: by its visible screens.
///
/// ```swift
/// await withApp({ session(layout: .wide) }) { app in
///   await app.choose("Rome")
///   await app.choose("Oslo")
///   #expect(app.title == "Oslo")
/// }
/// ```
///
/// An impossible step is recorded as an issue, with the screen as text.
@MainActor public final class AppDriver {
  /// The running app.
  public let session: AppSession

  /// Drives a session that has been launched.
  public init(_ session: AppSession) {
    self.session = session
  }

  // MARK: Visible content

  /// The visible screen; in a split the second column, if it has a screen.
  public var screen: Snapshot.Pane? { session.snapshot.panes.last }
  /// The content of the visible screen.
  public var content: ScreenContent { screen?.content ?? ScreenContent(title: "") }
  /// The title of the visible screen.
  public var title: String { content.title }
  /// The titles of the rows of all visible screens.
  public var rows: [String] { session.snapshot.panes.flatMap { $0.content.rows.map(\.title) } }
  /// The notice of the visible screens; in a split that of the second column, if it has one.
  public var notice: String? {
    session.snapshot.panes.reversed().compactMap(\.content.notice).first?.text
  }
  /// The visible content as text.
  public var text: String { session.snapshot.plainText }

  /// The value of a field, by its label or identifier.
  public func value(of field: String) -> FieldValue? {
    elements(\.fields).first { $0.element.matches(field) }?.element.value
  }

  // MARK: Steps

  /// Performs an action, by its title or identifier, with typed input.
  public func tap(
    _ action: String, _ input: String? = nil, at location: SourceLocation = #_sourceLocation
  ) async {
    let found = elements(\.actions).first { $0.element.matches(action) }
    guard let found else { return fail("There is no action “\(action)”.", location) }
    var value = ActionInput.none
    if let input {
      do throws(InputProblem) {
        let kind = found.element.input?.kind ?? .text
        value = try kind.value(from: input).map(ActionInput.value) ?? .none
      } catch {
        return fail("“\(input)” isn't valid input for “\(action)”: \(error).", location)
      }
    }
    let answer = await session.perform(found.element.id, value, on: found.entry)
    expect(answer, of: "tap \(action)", location)
  }

  /// Chooses the first row whose title is, or begins with, this text.
  public func choose(_ row: String, at location: SourceLocation = #_sourceLocation) async {
    let rows = elements(\.rows)
    let found =
      rows.first { $0.element.title == row } ?? rows.first { $0.element.title.hasPrefix(row) }
    guard let found else { return fail("There is no row “\(row)”.", location) }
    let answer = await session.perform(.select, .row(found.element.id), on: found.entry)
    expect(answer, of: "choose \(row)", location)
  }

  /// Fills a field, by its label or identifier, with typed text.
  public func fill(
    _ field: String, _ text: String, at location: SourceLocation = #_sourceLocation
  ) async {
    let found = elements(\.fields).first { $0.element.matches(field) }
    guard let found else { return fail("There is no field “\(field)”.", location) }
    do throws(InputProblem) {
      let input = ActionInput.field(found.element.id, try found.element.kind.value(from: text))
      let answer = await session.perform(.fill, input, on: found.entry)
      expect(answer, of: "fill \(field)", location)
    } catch {
      fail("“\(text)” isn't a value for “\(field)”: \(error).", location)
    }
  }

  /// Selects a tab, by its title or identifier.
  public func tab(_ tab: String, at location: SourceLocation = #_sourceLocation) async {
    let found = session.snapshot.tabs.first { $0.title == tab || $0.id.rawValue == tab }
    let tabs = session.snapshot.tabs.map(\.title).joined(separator: ", ")
    guard let found else { return fail("There is no tab “\(tab)”; tabs: [\(tabs)].", location) }
    if await session.select(tab: found.id) != .left { fail("“\(tab)” was not selected.", location) }
  }

  /// Goes back. A form may ask first; fails if there is no way back.
  @discardableResult
  public func back(at location: SourceLocation = #_sourceLocation) async -> LeaveAnswer {
    expect(await session.back(), of: "back", location)
  }

  /// Closes the top layer. A form may ask first; fails if no layer is open.
  @discardableResult
  public func close(at location: SourceLocation = #_sourceLocation) async -> LeaveAnswer {
    expect(await session.close(), of: "close", location)
  }

  /// Goes to the first screen of the tab. A form may ask first.
  @discardableResult
  public func home(at location: SourceLocation = #_sourceLocation) async -> LeaveAnswer {
    expect(await session.home(), of: "home", location)
  }

  /// Opens a link. A form or a guard may ask first; fails if the link is refused.
  @discardableResult
  public func open(
    _ link: String, at location: SourceLocation = #_sourceLocation
  ) async -> LinkAnswer {
    guard let parsed = parse(link, location) else { return .refused(.noPage) }
    let answer = await session.open(parsed)
    if case .refused(let why) = answer { fail("“\(link)” was refused: \(why).", location) }
    return answer
  }

  /// Opens a link that the app may refuse, and returns its first answer.
  public func answer(
    to link: String, at location: SourceLocation = #_sourceLocation
  ) async -> LinkAnswer {
    guard let parsed = parse(link, location) else { return .refused(.noPage) }
    return await session.open(parsed)
  }

  /// Returns the text as a link; fails if it isn't one.
  private func parse(_ text: String, _ location: SourceLocation) -> DeepLink? {
    do throws(DeepLink.Problem) {
      return try DeepLink(text)
    } catch {
      fail("“\(text)” isn't a link: \(error)", location)
      return nil
    }
  }

  /// Stops the app and checks for leaks.
  public func end(at location: SourceLocation = #_sourceLocation) async {
    await session.settleAll()
    let leaks = session.leaks
    expectNoLeaks(at: location)
    session.stop()
    await session.activity.settleAll()
    // A leak that remains is not reported again.
    for case .insert(_, let leak, _) in session.leaks.difference(from: leaks) {
      Issue.record("Leak: \(leak)", sourceLocation: location)
    }
    #expect(session.navigation.tree.isEmpty, sourceLocation: location)
    #expect(session.coordinatorTree.isEmpty, sourceLocation: location)
  }

  // MARK: Checks

  /// Checks for leaks.
  public func expectNoLeaks(at location: SourceLocation = #_sourceLocation) {
    for leak in session.leaks { Issue.record("Leak: \(leak)", sourceLocation: location) }
  }

  /// Returns elements of the visible screens, each with its screen's entry; those of the second
  /// column come first.
  private func elements<Element>(
    _ elements: (ScreenContent) -> [Element]
  ) -> [(entry: NavigationTree.EntryID, element: Element)] {
    let snapshot = session.snapshot
    return zip(snapshot.entries, snapshot.panes).reversed().flatMap { entry, pane in
      elements(pane.content).map { (entry: entry, element: $0) }
    }
  }

  private func expect(_ answer: ActionAnswer, of step: String, _ location: SourceLocation) {
    if answer != .performed { fail("“\(step)” was answered by \(answer).", location) }
  }

  private func expect(
    _ answer: LeaveAnswer, of step: String, _ location: SourceLocation
  ) -> LeaveAnswer {
    if answer == .nothingToLeave { fail("There is nothing to leave by “\(step)”.", location) }
    return answer
  }

  func fail(_ message: String, _ location: SourceLocation) {
    Issue.record("\(message)\n\(session.snapshot.textOfIssue)", sourceLocation: location)
  }
}

/// Launches an app, uses it, and checks for leaks while it runs and after it was stopped.
///
/// An app that hangs is stopped, and an issue says what it waited for. Standard error says so at once, because `body`
/// may never return. If `body` throws, the app is stopped without these checks.
///
/// - Parameters:
///   - make: creates the session.
///   - restoring: whether the launch restores the last places.
///   - link: a link that the app is launched with.
///   - patience: how long an app that is waited for may make no progress until it counts as
///     hanging.
///   - location: where an issue is recorded.
///   - body: uses the app.
@MainActor public func withApp(
  _ make: () -> AppSession, restoring: Bool = false, link: DeepLink? = nil,
  patience: Duration = Watchdog.usualPatience, at location: SourceLocation = #_sourceLocation,
  _ body: (AppDriver) async throws -> Void
) async rethrows {
  let driver = AppDriver(make())
  var hang: [String] = []
  let watchdog = Watchdog(driver.session, patience: patience) {
    hang = $0
    // At once, too: nothing cancels a save, for example, so `body` may wait for ever.
    FileHandle.standardError.write(Data("\(location): the app hangs, waiting for \($0)\n".utf8))
  }
  defer {
    watchdog.end()
    // Recorded here: the watchdog runs outside of any test.
    if !hang.isEmpty {
      let lines = ["The app hangs. It waits for:"] + hang
      Issue.record("\(lines.joined(separator: "\n  "))", sourceLocation: location)
    }
  }
  await driver.session.launch(restoring: restoring, link: link)
  do {
    try await body(driver)
  } catch {
    // The test has failed already, so what the app leaves is not checked.
    driver.session.stop()
    await driver.session.activity.settleAll()
    throw error
  }
  await driver.end(at: location)
}

extension Action {
  fileprivate func matches(_ text: String) -> Bool { id.rawValue == text || title == text }
}

extension Field {
  fileprivate func matches(_ text: String) -> Bool { id.rawValue == text || label == text }
}
