public import Services

/// Asks a question in a modal screen; the outcome is the button.
///
/// If the user closes the layer, it ends without a value.
///
/// ```swift
/// let alert = AlertCoordinator(
///   title: "Cancel the trip to \(trip.city)?", message: "This cannot be undone.",
///   buttons: [
///     Action("keep", title: "Keep it", role: .cancel),
///     Action("remove", title: "Cancel the trip", role: .destructive),
///   ])
/// if await run(alert, .present).value == "remove" { finish(()) }
/// ```
public final class AlertCoordinator: Coordinator<Action.ID> {
  private let title: String
  private let message: String
  private let buttons: [Action]

  /// Creates an alert; run it with ``Placement/present``.
  public init(title: String, message: String, buttons: [Action]) {
    self.title = title
    self.message = message
    self.buttons = buttons
    super.init(name: "alert")
  }

  /// Shows the alert.
  public override func start() {
    push(
      AlertScreen(title: title, message: message, buttons: buttons) { [weak self] button in
        self?.finish(button)
      })
  }
}

/// A question with buttons.
final class AlertScreen: Screen {
  let content: ScreenContent
  private let onButton: (Action.ID) -> Void

  init(title: String, message: String, buttons: [Action], onButton: @escaping (Action.ID) -> Void) {
    content = ScreenContent(
      title: title, sections: [ContentSection("message", .text(message))], actions: buttons)
    self.onButton = onButton
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    onButton(action)
  }
}

extension Identifier where Subject == any Screen {
  /// The kind of the screen that each ``AlertCoordinator`` shows.
  public static var alert: Self { Self(of: AlertScreen.self) }
}
