import Core
import Services

/// One thing of the list.
final class TemplateItemScreen: Screen {
  private let item: TemplateItem
  private let onRemove: () -> Void

  init(_ item: TemplateItem, onRemove: @escaping () -> Void) {
    self.item = item
    self.onRemove = onRemove
  }

  var content: ScreenContent {
    ScreenContent(
      title: item.name,
      actions: [Action("remove", title: "Remove from the list", role: .destructive)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    if action == "remove" { onRemove() }
  }
}
