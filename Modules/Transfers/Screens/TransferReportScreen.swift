import Files
import Services
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
    sections += [
      list(
        "rejections", "Skipped", viewModel.rejections.map(TransfersText.line),
        hidden: viewModel.hiddenRejectionCount),
      list(
        "differences", "Unchanged in your library",
        viewModel.differences.map(TransfersText.line), hidden: viewModel.hiddenDifferenceCount),
    ].compactMap { $0 }
    var actions = [Action("done", title: "Done", role: .primary)]
    if viewModel.hasMore { actions.append(Action("more", title: "Show more")) }
    return ScreenContent(title: viewModel.transfer.title, sections: sections, actions: actions)
  }

  private func list(
    _ id: Identifier<ContentSection>, _ title: String, _ lines: [String], hidden: Int
  ) -> ContentSection? {
    let lines = hidden > 0 ? lines + ["And \(hidden) more."] : lines
    if lines.isEmpty { return nil }
    return ContentSection(id, title: title, .text(lines.joined(separator: "\n\n")))
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch action {
    case "done": onDone()
    case "more": viewModel.showMore()
    default: break
    }
  }
}
