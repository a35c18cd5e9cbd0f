import Services
import Core

/// Everything the command line asks for, read but not yet carried out.
struct ShellOptions: Hashable, Sendable {
  /// What the process is to do.
  enum Job: Hashable, Sendable {
    /// Run the app, in conversation or as a script.
    case run
    /// Run a session file and compare the screens.
    case replay(String)
    /// Print the map of the screens.
    case map(MapRequest)
    /// Bring data in or take it out.
    case transfer(TransferCommand, files: [String])
    /// Print the version.
    case version
    /// Print how the program is used.
    case help
  }

  /// When to use colour.
  enum Color: String, CaseIterable, Hashable, Sendable { case auto, always, never }

  /// How much room the app is told there is.
  enum Room: String, CaseIterable, Hashable, Sendable { case auto, compact, wide }

  /// The narrowest and the widest screen that can be asked for, in columns.
  static let widths = 20...500
  /// The columns from which a terminal counts as wide.
  static let wideFrom = 100
  /// The columns where nobody says how many there are.
  static let usualWidth = 80

  var job = Job.run
  var isEphemeral = false
  var dataFolder: String?
  var isJSON = false
  var keepsGoing = false
  var isDryRun = false
  var isCrawl = false
  var agrees = false
  var color = Color.auto
  var room = Room.auto
  var width: Int?
  var variants: [String: String] = [:]
  var seed: UInt64?
  var now: CalendarDate?
  var recording: String?
  var link: DeepLink?
  /// Where the options stand that come from the file of usual ones.
  var places: [OptionName: String] = [:]
  /// The same of the variants, by their experiments.
  var variantPlaces: [String: String] = [:]

  /// The layout for a screen of so many columns; nil where there is no terminal.
  func layout(terminalColumns: Int?) -> WidthClass {
    switch room {
    case .compact: .compact
    case .wide: .wide
    case .auto: (terminalColumns ?? 0) >= Self.wideFrom ? .wide : .compact
    }
  }

  /// What the app's services are made from.
  func launchOptions(
    terminalColumns: Int?, environment: [String: String] = [:]
  ) -> LaunchOptions {
    LaunchOptions(
      isEphemeral: isEphemeral, dataFolder: dataFolder, environment: environment, seed: seed,
      now: now, layout: layout(terminalColumns: terminalColumns), variants: variants)
  }
}
