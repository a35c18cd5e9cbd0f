import Files
import Services
import Core

/// The report of a transfer.
final class TransferReportScreen: ModelScreen {
  let viewModel: TransferReportViewModel
  private let onDone: () -> Void

  init(_ viewModel: TransferReportViewModel, onDone: @escaping () -> Void) {
    self.viewModel = viewModel
    self.onDone = onDone
  }

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
      list(
        "unrecognized", "Values not recognised", viewModel.unrecognized.map(TransfersText.line),
        hidden: viewModel.hiddenUnrecognizedCount),
    ].compactMap { $0 }
    return ScreenContent(
      title: viewModel.transfer.title, sections: sections, actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    let done = ScreenAction("done", title: "Done", role: .primary, perform: onDone)
    guard viewModel.hasMore else { return [done] }
    return [done, ScreenAction("more", title: "Show more", perform: viewModel.showMore)]
  }

  private func list(
    _ id: Identifier<ContentSection>, _ title: String, _ lines: [String], hidden: Int
  ) -> ContentSection? {
    let lines = hidden > 0 ? lines + ["And \(hidden) more."] : lines
    if lines.isEmpty { return nil }
    return ContentSection(id, title: title, .text(lines.joined(separator: "\n\n")))
  }
}
