import Services
import Core

/// Says that the database was damaged, where it is now, and offers the newest copy.
final class DamageScreen: Screen {
  private let viewModel: DamageViewModel
  private let onDone: () -> Void

  init(_ viewModel: DamageViewModel, onDone: @escaping () -> Void) {
    self.viewModel = viewModel
    self.onDone = onDone
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: "Your books could not be read",
      status: viewModel.isRestoring ? .loading(nil) : .idle,
      notice: viewModel.problem.map { Notice($0.description, tone: .problem) },
      sections: [ContentSection("what", .text(text))], actions: actions)
  }

  private var text: String {
    guard let report = viewModel.report else { return "" }
    let aside = """
      The file in which they were is damaged. It was set aside and nothing of it was deleted:

      \(report.path)
      """
    guard let backup = report.backup else {
      return aside + "\n\nThere is no automatic backup that is good. You can begin anew."
    }
    return aside + """


      The newest automatic backup that is good was made on \(backup.day):

      \(backup.path)

      It can take the file's place now; you have to sign in again then. If you begin anew, both files \
      stay where they are.
      """
  }

  private var actions: [Action] {
    let fresh = Action("fresh", title: "Begin anew")
    guard viewModel.report?.backup != nil else { return [fresh] }
    return [Action("restore", title: "Restore the backup", role: .primary), fresh]
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch action {
    case "restore": await viewModel.restore()
    case "fresh": if await viewModel.dismiss() { onDone() }
    default: break
    }
  }
}
