import Core
import Services

/// An item of the list.
final class TemplateItemScreen: Screen {
  private let item: TemplateItem
  private let onRemove: () -> Void

  init(_ item: TemplateItem, onRemove: @escaping () -> Void) {
    self.item = item
    self.onRemove = onRemove
  }

  var content: ScreenContent {
    ScreenContent(title: item.name, actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    [
      ScreenAction(
        "remove", title: "Remove from the list", role: .destructive, perform: onRemove)
    ]
  }
}
