import Files
import Services
import Core

/// The report of a damaged database: its new path, and the newest backup to restore.
final class DamageScreen: ModelScreen {
  let viewModel: DamageViewModel
  private let onDone: () -> Void

  init(_ viewModel: DamageViewModel, onDone: @escaping () -> Void) {
    self.viewModel = viewModel
    self.onDone = onDone
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Your data could not be read",
      status: viewModel.isRestoring ? .loading(progress) : .idle,
      notice: viewModel.problem.map { Notice($0.description, tone: .problem) },
      sections: [ContentSection("what", .text(text))], actions: actions.map(\.action))
  }

  private var progress: LoadingProgress? {
    viewModel.fraction.map { LoadingProgress(label: BackupsText.restoring, fraction: $0) }
  }

  private var text: String {
    guard let report = viewModel.report else { return "" }
    let aside = """
      The app's data file is damaged or missing. Its remains were moved to this file, and nothing was deleted:

      \(report.path)
      """
    guard let backup = report.backup else {
      return aside + "\n\nThere is no good automatic backup. You can start over with an empty app."
    }
    return aside + """


      The newest good automatic backup was made on \(backup.day):

      \(backup.path)

      You can restore it now.\(BackupsText.signInAgain) If you start over, both files are kept.
      """
  }

  var actions: [ScreenAction] {
    if viewModel.isRestoring { return [] }
    let fresh = ScreenAction("fresh", title: "Start over") { [self] in
      if await viewModel.dismiss() { onDone() }
    }
    guard viewModel.report?.backup != nil else { return [fresh] }
    return [
      ScreenAction(
        "restore", title: "Restore the backup", role: .primary, perform: viewModel.restore), fresh,
    ]
  }
}
