import Core
import Services

/// The screen "Template": a count.
final class TemplateScreen: ModelScreen {
  let viewModel: TemplateViewModel

  init(_ viewModel: TemplateViewModel) {
    self.viewModel = viewModel
  }

  var content: ScreenContent {
    ScreenContent(
      title: TemplateText.title,
      sections: [ContentSection("count", .text(TemplateText.counted(viewModel.count)))],
      actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    let add = ScreenAction("add", title: TemplateText.add, role: .primary) { [viewModel] in
      viewModel.add()
    }
    let reset = ScreenAction("reset", title: TemplateText.reset) { [viewModel] in
      viewModel.reset()
    }
    return viewModel.count > 0 ? [add, reset] : [add]
  }
}
