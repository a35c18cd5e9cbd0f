import Services
import Core

/// What the feature says to a person.
enum TransfersText {
  static let title = "Import and export"
  static let heading = "Your data"
  static let jsonTitle = "Export everything as JSON"
  static let jsonExplanation =
    "Writes all that the app keeps of you into one file, in a form that other programs read."
  static let collecting = "Collecting what is yours"
  static let writing = "Writing the file"

  /// The answer that goes on in spite of a warning.
  static let goOn: Action.ID = "go-on"

  static let warningButtons = [
    Action("cancel", title: "Cancel", role: .cancel),
    Action(goOn, title: "Go on", role: .destructive),
  ]

  /// What an export of everything came to.
  static func exported(_ count: Int, bytes: Int) -> TransferReport {
    TransferReport(
      summary: count == 0
        ? "There is nothing of yours: the file is empty." : "Everything is written.",
      counts: [TransferReport.Count("Parts", count), TransferReport.Count("Bytes", bytes)])
  }

  /// Why a transfer was not done.
  static func message(_ error: TransferError, of transfer: Transfer) -> String {
    switch error {
    case .file(let why), .format(let why): why
    case .storage(let error): error.description
    case .cancelled: transfer.cancelled
    }
  }

  /// How far it is: how many, how fast, how long.
  static func pace(_ pace: TransferPace?, _ progress: TransferProgress) -> String {
    let count = progress.count > 0 ? ["\(progress.count) done"] : []
    let parts = count + (pace?.words ?? [])
    return parts.isEmpty ? "It has begun." : parts.joined(separator: ", ")
  }

  /// One thing that could not be taken.
  static func line(_ rejection: TransferReport.Rejection) -> String {
    let place = rejection.file.map { "\($0), line \(rejection.line)" } ?? "Line \(rejection.line)"
    return "\(place): \(rejection.reason)"
  }

  /// One thing that stays as it is although a file says something else.
  static func line(_ difference: TransferReport.Difference) -> String {
    "Line \(difference.line): \(difference.text)"
  }
}
