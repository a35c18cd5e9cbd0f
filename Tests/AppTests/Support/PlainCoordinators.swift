import Core
import Services

/// A flow with one screen, which its actions finish or stop.
final class GateCoordinator: Coordinator<Void> {
  private let title: String

  init(named title: String) {
    self.title = title
    super.init()
  }

  override func start() {
    push(
      PlainScreen(title, ["pass", "leave"]) { [weak self] action in
        if action == "pass" { self?.finish(()) } else { self?.stop() }
      })
  }
}

/// A tab with one screen.
final class HomeCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let title: String
  private let lock: Lock?

  init(named title: String, lock: Lock?) {
    self.title = title
    self.lock = lock
    super.init()
  }

  override func start() { push(PlainScreen(title, [], lock: lock) { _ in }) }
}

/// A screen with a title and actions.
final class PlainScreen: Screen {
  let content: ScreenContent
  let lock: Lock?
  private let onAction: (Action.ID) -> Void

  init(
    _ title: String, _ actions: [String], lock: Lock? = nil,
    _ onAction: @escaping (Action.ID) -> Void
  ) {
    self.lock = lock
    content = ScreenContent(
      title: title, actions: actions.map { Action(Identifier($0), title: $0) })
    self.onAction = onAction
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async { onAction(action) }
}

extension Lock {
  static let changes = Lock(
    title: "Discard your changes?", message: "They are not saved.", discard: "Discard",
    keep: "Keep editing")
}
