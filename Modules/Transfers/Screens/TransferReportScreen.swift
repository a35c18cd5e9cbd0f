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
    if let file = viewModel.file {
      sections.append(ContentSection("file", .text("File: \(file)")))
    }
    if !counts.isEmpty {
      sections.append(ContentSection("counts", .text(counts.joined(separator: "\n"))))
    }
    sections += viewModel.lists.map { list in
      ContentSection(
        Identifier(list.id), title: list.title, .text(list.lines.joined(separator: "\n\n")))
    }
    return ScreenContent(
      title: viewModel.transfer.title, sections: sections, actions: actions.map(\.action))
  }

  /// The counts that are not zero, a line each. A single count is in the summary, too.
  private var counts: [String] {
    let counts = viewModel.report.counts
    if counts.count == 1 { return [] }
    return counts.filter { $0.number != 0 }.map { "\($0.label): \($0.number)" }
  }

  var actions: [ScreenAction] {
    let done = ScreenAction("done", title: "Done", role: .primary, perform: onDone)
    guard viewModel.lists.contains(where: \.hasMore) else { return [done] }
    return [done, ScreenAction("more", title: "Show more", perform: viewModel.showMore)]
  }
}
