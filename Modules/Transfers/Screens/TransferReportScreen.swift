import Core

/// What a transfer came to.
final class TransferReportScreen: Screen {
  private let viewModel: TransferReportViewModel
  private let onDone: () -> Void

  init(_ viewModel: TransferReportViewModel, onDone: @escaping () -> Void) {
    self.viewModel = viewModel
    self.onDone = onDone
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    let report = viewModel.report
    var sections = [ContentSection("summary", .text(report.summary))]
    if !report.counts.isEmpty {
      sections.append(
        ContentSection(
          "counts",
          .text(report.counts.map { "\($0.label): \($0.number)" }.joined(separator: "\n\n"))))
    }
    if report.rejectionCount > 0 {
      var lines = viewModel.rejections.map(TransfersText.line)
      if viewModel.hiddenCount > 0 { lines.append("And \(viewModel.hiddenCount) more.") }
      sections.append(
        ContentSection(
          "rejections", title: "What was not taken", .text(lines.joined(separator: "\n\n"))))
    }
    var actions = [Action("done", title: "Done", role: .primary)]
    if viewModel.hasMore { actions.append(Action("more", title: "Show more")) }
    return ScreenContent(title: viewModel.transfer.title, sections: sections, actions: actions)
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch action {
    case "done": onDone()
    case "more": viewModel.showMore()
    default: break
    }
  }
}
