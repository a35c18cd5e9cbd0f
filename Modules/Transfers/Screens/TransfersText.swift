import Files
import Services
import Core

/// The texts of the feature.
enum TransfersText {
  static let title = "Import and export"
  static let heading = "Your data"
  static let jsonTitle = "Export everything as JSON"
  static let jsonExplanation =
    "Writes all your data to one file that other programs can read."
  static let collecting = "Collecting your data"
  static let writing = "Writing the file"

  /// The button that replaces a file.
  static let proceed: Action.ID = "continue"

  /// The buttons of the question before a transfer with a warning. The button that starts the transfer is named after
  /// it, such as `restore`: otherwise a user who types that would open the app's `restore` screen instead.
  static func warningButtons(_ transfer: Transfer) -> [Action] {
    [
      Action("cancel", title: "Cancel", role: .cancel),
      Action(confirm(transfer), title: start(transfer), role: .destructive),
    ]
  }

  /// The button that starts a transfer despite its warning, such as `restore`.
  static func confirm(_ transfer: Transfer) -> Action.ID {
    Action.ID(start(transfer).lowercased().replacing(" ", with: "-"))
  }

  /// The buttons of the question whether to replace a file.
  static let replaceButtons = [
    Action("cancel", title: "Cancel", role: .cancel),
    Action(proceed, title: "Replace", role: .destructive),
  ]

  /// The title of the action that begins a transfer.
  static func start(_ transfer: Transfer) -> String {
    switch (transfer.direction, transfer.usesBackups) {
    case (.reads, false): "Import"
    case (.reads, true): "Restore"
    case (.writes, false): "Export"
    case (.writes, true): "Back up"
    }
  }

  /// Asks whether to stop a running transfer.
  static func lock(_ transfer: Transfer) -> Lock {
    let kind =
      switch (transfer.direction, transfer.usesBackups) {
      case (.reads, false): "import"
      case (.reads, true): "restore"
      case (.writes, false): "export"
      case (.writes, true): "backup"
      }
    return Lock(
      title: "Stop the \(kind)?", message: "“\(transfer.title)” is still running.",
      discard: "Stop", keep: "Keep running")
  }

  /// Says what to do instead of entering `-`.
  static func noPipe(_ transfer: Transfer) -> String {
    let command = transfer.command + (transfer.parameter.map { " \($0.uppercased())" } ?? "")
    let meaning =
      transfer.takesSeveralFiles
      ? "isn't a file here."
      : transfer.direction == .reads
        ? "is standard input on the command line alone (\(command) -)."
        : "is standard output on the command line alone (\(command) -)."
    return "“-” \(meaning) Enter a file; ./- is a file of that name."
  }

  /// Asks whether to replace a file.
  static func question(replacing path: String) -> String {
    "“\(path)” already exists. Replace it?"
  }

  /// The report of an export of all data.
  static func exported(bytes: Int, account: String) -> TransferReport {
    TransferReport(summary: "Exported everything (\(size(bytes))). Account: \(account).")
  }

  /// A size for the user: "512 bytes", "9.5 kB", "1.2 MB".
  private static func size(_ bytes: Int) -> String {
    var (number, unit) = (Double(bytes), 0)
    let units = ["bytes", "kB", "MB", "GB"]
    // 1000 of a unit, after rounding, is 1 of the next.
    while number >= (unit == 0 ? 1000 : 999.95), unit < units.count - 1 {
      number /= 1000
      unit += 1
    }
    if unit == 0 { return "\(bytes) \(bytes == 1 ? "byte" : "bytes")" }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// Why a transfer failed.
  static func message(_ error: TransferError, of transfer: Transfer) -> String {
    switch error {
    case .file(let why), .format(let why): why
    case .exists(let path): question(replacing: path)
    case .nothingToExport(let account): "Nothing to export for this account (\(account))."
    case .storage(let error): error.description
    case .cancelled: transfer.cancelled
    }
  }

  /// The progress: count, speed and remaining time.
  static func pace(_ pace: TransferPace?, _ progress: TransferProgress) -> String {
    let count = progress.count > 0 ? "\(progress.count) done" : nil
    let parts = [count, pace?.speed, pace?.timeLeft].compactMap(\.self)
    return parts.isEmpty ? "Started." : parts.joined(separator: ", ")
  }
}
