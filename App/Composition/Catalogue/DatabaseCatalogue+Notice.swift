import Core
import LocalCatalogue
import Services

extension DatabaseCatalogue.Problem {
  /// The notice for the user, with a remedy.
  var notice: Notice {
    switch self {
    case .outdatedDump:
      Notice(
        "Your imported catalogue was made by an older version of the app and isn't used. Import the"
          + " dump again. Until then you see the books that come with the app.", tone: .problem)
    case .unusableDump(let error):
      Notice(
        "Your imported catalogue can't be read, so you see the books that come with the app."
          + " \(error.description)", tone: .problem)
    }
  }
}
