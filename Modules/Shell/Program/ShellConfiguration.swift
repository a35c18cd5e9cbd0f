package import Terminal
public import Files
public import Services
public import Core

/// The app-specific configuration of the shell.
public struct ShellConfiguration: Sendable {
  /// Creates a session over existing services.
  public typealias MakeSession = @MainActor () -> AppSession

  /// The services of one run.
  public struct World {
    /// Creates sessions over the services.
    public let makeSession: MakeSession
    /// Releases the services at the end of the run.
    public let end: @MainActor () -> Void
    /// Where pictures come from, or nil for their texts alone.
    public let pictures: PictureSource?

    /// Creates a world.
    public init(
      pictures: PictureSource? = nil, end: @escaping @MainActor () -> Void = {},
      makeSession: @escaping MakeSession
    ) {
      self.makeSession = makeSession
      self.end = end
      self.pictures = pictures
    }
  }

  /// Returns the screens to which an action of a kind of screen leads; none if unknown.
  ///
  /// Pass `Identifier.select` for rows.
  public typealias Destinations = @MainActor (ScreenKind, Action.ID) -> [String]

  /// Calls a closure with the transfers of an app that exists during the call.
  public typealias WithTransfers =
    @MainActor (
      LaunchOptions, _ body: @MainActor ([Transfer], Owner) async -> Int32
    ) async throws -> Int32

  /// The name of the program.
  public var name: String
  /// The purpose of the program, in a few words, for its manual page.
  public var summary = "an app in a terminal"
  /// The environment variable that names the folder of all data, for the help; nil without one.
  public var dataVariable: String?
  /// The version of the program.
  public var version: String
  /// The experiments of the app and the variants of each, for `--variant`.
  public var experiments: [String: [String]]
  /// Creates the services for the options, once per run; `relaunch` creates another session over
  /// them.
  public var makeWorld: @MainActor (LaunchOptions) async throws -> World
  /// Draws the map of the screens, for the layout and variants of the options.
  public var map: @MainActor (MapRequest, LaunchOptions) async throws -> String
  /// Returns where actions lead in the layout and variants of the options.
  public var destinations: @MainActor (LaunchOptions) -> Destinations
  /// Creates the stand-in for a secret in a recording, a different one for each number. The app
  /// must accept, refuse and rate it like the secret, and it must reveal nothing else. Nil if the
  /// app treats all secrets alike.
  public var standIn: (@MainActor (Secret, Int) -> String)?
  /// The commands of the command line for imports and exports. None begins with a word of the shell.
  public var transferCommands: [TransferCommand] = []
  /// The subcommands that run a few steps in the app. None is a word of the shell or the first one of a transfer.
  public var commands: [AppCommand] = []
  /// The options that the app adds to the command line. None has the name of one of the shell.
  public var options: [AppOption] = []
  /// The app's words that open a link from every screen. None is a command of the shell.
  public var shortcuts: [Shortcut] = []
  /// Whether a path is one of the app's own files, or could become one: a recording can't have it.
  public var isOwnFile: @Sendable (_ path: String, LaunchOptions) -> Bool = { _, _ in false }
  /// Creates the services for the options, and calls the closure with the app's transfers and the
  /// current owner.
  public var withTransfers: WithTransfers = { _, body in await body([], .guest) }

  /// The subcommands and options of the command line.
  var table: CommandTable {
    precondition(takenWord == nil, "These words mean two things: \(takenWord ?? "")")
    return CommandTable(
      name: name, summary: summary, dataVariable: dataVariable, transfers: transferCommands,
      commands: commands, appOptions: options, linkExample: linkExample)
  }

  /// The beginnings of links to the app's screens, for completion. The first one without a slash at
  /// its end is the example in messages and in the help.
  public var links: [String] = []

  /// One of the app's links, for messages and help, or nil.
  var linkExample: String? { links.first { !$0.hasSuffix("/") } ?? links.first }

  /// Creates the editor for lines at a terminal, or returns nil where there is none.
  package var makeLineEditor: @MainActor (LaunchOptions) -> (any LineEditor)? = { _ in nil }

  /// Decodes pictures for terminals that take no files, or nil.
  package var pictureDecoder: (any PictureDecoder)?

  /// Creates a configuration.
  public init(
    name: String, version: String, experiments: [String: [String]] = [:],
    makeWorld: @escaping @MainActor (LaunchOptions) async throws -> World,
    map: @escaping @MainActor (MapRequest, LaunchOptions) async throws -> String,
    destinations: @escaping @MainActor (LaunchOptions) -> Destinations = { _ in { _, _ in [] } },
    standIn: (@MainActor (Secret, Int) -> String)? = nil
  ) {
    self.name = name
    self.version = version
    self.experiments = experiments
    self.makeWorld = makeWorld
    self.map = map
    self.destinations = destinations
    self.standIn = standIn
  }
}
