import Services
import Core

/// An item and its editor: finishes with the item's new name.
final class DetailCoordinator: Coordinator<String> {
  private let item: String

  init(item: String) {
    self.item = item
    super.init()
  }

  override func start() {
    push(
      DetailScreen(item.uppercased(), actions: .named("edit", "done")) { [weak self] action, _ in
        guard let self else { return }
        if action == "done" { return finish(item) }
        if let name = await run(EditCoordinator(name: item)).value { finish(name) }
      })
  }
}

/// A form that is locked while it has unsaved input.
final class EditCoordinator: Coordinator<String> {
  private var name: String

  init(name: String) {
    self.name = name
    super.init()
  }

  override func start() {
    let screen = EditScreen("Edit", actions: .named("save"), sections: Self.form(name))
    screen.onPerform = { [weak self, weak screen] action, input in
      if case .field(_, .text(let text)) = input {
        self?.name = text
        screen?.content.sections = Self.form(text)
        screen?.lock = .unsaved
      } else if action == "save", let self {
        screen?.lock = nil
        finish(name)
      }
    }
    push(screen)
  }

  private static func form(_ name: String) -> [ContentSection] {
    let field = Field("name", label: "Name", kind: .text, value: .text(name))
    return [ContentSection("form", .fields([field]))]
  }
}

/// A sheet of two screens.
final class SheetCoordinator: Coordinator<Int> {
  override func start() {
    push(
      SheetScreen("Sheet", actions: .named("more", "done")) { [weak self] action, _ in
        if action == "more" { self?.push(SheetScreen("More")) } else { self?.finish(7) }
      })
  }
}
