import Services
import Core

/// The parsed command line.
struct ShellOptions: Hashable, Sendable {
  /// The job of the process.
  enum Job: Hashable, Sendable {
    /// Run the app, in conversation or as a script.
    case run
    /// Run a session file and compare the screens.
    case replay(String)
    /// Print the map of the screens.
    case map(MapRequest)
    /// Import or export data.
    case transfer(TransferCommand, files: [String], parameter: String)
    /// Print the version.
    case version
    /// Print the usage text, or what these words of the command line mean.
    case help([String])
    /// Run an app's subcommand, by its word.
    case command(String, AppCommand.Arguments)
    /// Print the completion script of a shell.
    case completions(CompletionScript.Shell)
    /// Print the manual page.
    case manual

    /// Whether the job only prints something about the program.
    var isAboutProgram: Bool {
      switch self {
      case .version, .help, .completions, .manual: true
      case .run, .replay, .map, .transfer, .command: false
      }
    }

    /// Whether standard output is for the data of an export.
    var printsData: Bool {
      guard case .transfer(let command, let files, _) = self else { return false }
      return command.writesFile && files == ["-"]
    }
  }

  /// When to use colours.
  enum Color: String, CaseIterable, Hashable, Sendable { case auto, always, never }

  /// The requested layout.
  enum LayoutChoice: String, CaseIterable, Hashable, Sendable { case auto, compact, wide }

  /// The permitted widths of the screen, in columns.
  static let widths = 20...500
  /// The number of columns from which a terminal counts as wide.
  static let wideFrom = 100
  /// The default number of columns.
  static let usualWidth = 80

  var job = Job.run
  var isEphemeral = false
  var dataFolder: String?
  var isJSON = false
  /// Whether a script goes on after a failed command.
  var keepsGoing = false
  var isQuiet = false
  var isDryRun = false
  /// The notation of the map, or nil for the usual one.
  var mapFormat: MapFormat?
  /// Whether the map is crawled.
  var isCrawl = false
  /// Whether data is replaced without a question (`--yes`).
  var isConfirmed = false
  /// Whether an export or a backup may replace an existing file (`--force`).
  var isForced = false
  var editsLines = true
  var showsCovers = true
  /// Whether a script starts at the last screens and saves them (`--continue`).
  var keepsPlaces = false
  var color = Color.auto
  var layoutChoice = LayoutChoice.auto
  var width: Int?
  /// The selected variants, by experiment.
  var variants: [String: String] = [:]
  /// The values of the app's own options, by name.
  var settings: [String: String] = [:]
  var seed: UInt64?
  var now: CalendarDate?
  var recording: String?
  var link: DeepLink?
  /// The places of options in the file of default options.
  var places: [OptionName: String] = [:]
  /// The places of variants in that file, by experiment.
  var variantPlaces: [String: String] = [:]

  /// Returns the layout for a number of columns; nil means no terminal.
  func layout(terminalColumns: Int?) -> WidthClass {
    switch layoutChoice {
    case .compact: .compact
    case .wide: .wide
    case .auto: (terminalColumns ?? 0) >= Self.wideFrom ? .wide : .compact
    }
  }

  /// Returns the options for the app's services.
  func launchOptions(
    terminalColumns: Int?, environment: [String: String] = [:]
  ) -> LaunchOptions {
    LaunchOptions(
      isEphemeral: isEphemeral, dataFolder: dataFolder, environment: environment, seed: seed,
      now: now, layout: layout(terminalColumns: terminalColumns), variants: variants,
      settings: settings)
  }
}
