import Files
import Services
import Core

/// A transfer: its form and its progress.
final class TransferScreen: ModelScreen {
  let viewModel: TransferViewModel
  private let onStart: (TransferViewModel) async -> Void

  init(_ viewModel: TransferViewModel, onStart: @escaping (TransferViewModel) async -> Void) {
    self.viewModel = viewModel
    self.onStart = onStart
  }

  private var transfer: Transfer { viewModel.transfer }

  /// Leaving the screen ends the transfer.
  var lock: Lock? { viewModel.isRunning ? TransfersText.lock(transfer) : nil }

  var content: ScreenContent { viewModel.isRunning ? running : form }

  // MARK: Form

  private var form: ScreenContent {
    var sections = [
      ContentSection("what", .text(transfer.explanation)),
      ContentSection("form", .fields(fields.map(\.field))),
    ]
    if let warning = transfer.warning {
      sections.insert(ContentSection("warning", .text(warning)), at: 1)
    }
    return ScreenContent(
      title: transfer.title,
      notice: viewModel.problem.map {
        Notice(TransfersText.message($0, of: transfer), tone: .problem)
      },
      sections: sections, actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    var fields = [
      ScreenField(
        "file", label: transfer.takesSeveralFiles ? "Files" : "File",
        kind: transfer.takesSeveralFiles ? .longText : .text,
        value: FieldValue(text: viewModel.file), placeholder: placeholder,
        problem: viewModel.isFileMissing
          ? "Enter a file." : viewModel.isPipe ? TransfersText.noPipe(transfer) : nil
      ) { [viewModel] in viewModel.file = $0.text }
    ]
    if let parameter = transfer.parameter {
      fields.insert(
        ScreenField(
          "parameter", label: parameter, kind: .text, value: FieldValue(text: viewModel.parameter)
        ) { [viewModel] in viewModel.parameter = $0.text }, at: 0)
    }
    if transfer.offersDryRun {
      fields.append(
        ScreenField(
          "dry-run", label: "Mode", kind: .choice(Self.ways),
          value: .choice(viewModel.isDryRun ? Self.dryRun : Self.real)
        ) { [viewModel] in viewModel.isDryRun = $0 == .choice(Self.dryRun) })
    }
    return fields
  }

  private var placeholder: String? {
    if transfer.direction == .writes { return nil }
    let example = transfer.example.map { "such as \($0)" }
    return transfer.takesSeveralFiles ? "one per line" + (example.map { ", \($0)" } ?? "") : example
  }

  private static let real: Field.Option.ID = "real"
  private static let dryRun: Field.Option.ID = "dry-run"
  private static let ways = [
    Field.Option(real, title: "Import"),
    Field.Option(dryRun, title: "Dry run: only report what would change"),
  ]

  // MARK: Running

  private var running: ScreenContent {
    let progress = viewModel.progress
    let pace = viewModel.pace
    let loading = progress.map { LoadingProgress(label: $0.step, fraction: pace?.fraction ?? 0) }
    let text = progress.map { TransfersText.pace(pace, $0) }
    var status = loading
    status?.detail = text
    var sections = [ContentSection("what", .text(transfer.explanation))]
    if let text, let loading {
      sections = [
        ContentSection("progress", .progress(loading)),
        ContentSection("pace", .text(text)),
      ]
    }
    return ScreenContent(
      title: transfer.title, status: .loading(status), sections: sections,
      actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    if viewModel.isRunning {
      return [ScreenAction("cancel", title: "Cancel", role: .cancel, perform: viewModel.cancel)]
    }
    return [
      ScreenAction("start", title: TransfersText.start(transfer), role: .primary) { [self] in
        await onStart(viewModel)
      }
    ]
  }
}
