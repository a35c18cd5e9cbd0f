import Services
import Core
import Observation

/// A screen whose content, lock and answers a test sets.
@Observable class ToyScreen: Screen {
  var content: ScreenContent
  var lock: Lock?
  @ObservationIgnored var onPerform: (@MainActor (Action.ID, ActionInput) async -> Void)?
  @ObservationIgnored var onAppear: AppearanceWork?
  var model: AnyObject?
  var subscriptions: [StreamSubscription] = []

  init(
    _ title: String, actions: [Action] = [], sections: [ContentSection] = [], lock: Lock? = nil,
    perform: (@MainActor (Action.ID, ActionInput) async -> Void)? = nil
  ) {
    content = ScreenContent(title: title, sections: sections, actions: actions)
    self.lock = lock
    onPerform = perform
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    await onPerform?(action, input)
  }

  func appeared() -> AppearanceWork? { onAppear }
}

final class ListScreen: ToyScreen {}
final class DetailScreen: ToyScreen {}
final class EditScreen: ToyScreen {}
final class SheetScreen: ToyScreen {}
final class LoadingScreen: ToyScreen {}
final class WelcomeScreen: ToyScreen {}

/// A screen that counts accesses to its content.
final class CountingScreen: ToyScreen {
  var reads = 0
  override var content: ScreenContent {
    get {
      reads += 1
      return super.content
    }
    set { super.content = newValue }
  }
}

extension Lock {
  static let unsaved = Lock(
    title: "Discard your changes?", message: "They are not saved.", discard: "Discard",
    keep: "Keep editing")
}

extension [Action] {
  /// Actions named by their identifiers.
  static func named(_ names: String...) -> [Action] {
    names.map { Action(Action.ID($0), title: $0) }
  }
}
