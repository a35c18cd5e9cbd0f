public import Files
public import Services
public import Core

/// What the shell must know of the app that it is a face of.
public struct ShellConfiguration: Sendable {
  /// Makes a new session over services that exist already.
  public typealias MakeSession = @MainActor () -> AppSession

  /// The services that the options ask for, for one run.
  public struct World {
    /// Makes sessions over the services.
    public let makeSession: MakeSession
    /// Lets go of the services when the run ends, however it does.
    public let end: @MainActor () -> Void

    /// Creates a world.
    public init(end: @escaping @MainActor () -> Void = {}, makeSession: @escaping MakeSession) {
      self.makeSession = makeSession
      self.end = end
    }
  }

  /// Names the screens to which an action of a kind of screen leads; none where it is not known.
  ///
  /// Rows are asked for by ``Core/Identifier/select``.
  public typealias Destinations = @MainActor (ScreenKind, Action.ID) -> [String]

  /// Calls a closure with the transfers of an app that is there for as long.
  public typealias WithTransfers =
    @MainActor (
      LaunchOptions, _ body: @MainActor ([Transfer], Owner) async -> Int32
    ) async throws -> Int32

  /// The name of the program.
  public var name: String
  /// The version of the program.
  public var version: String
  /// The experiments of the app and the variants of each, for `--variant`.
  public var experiments: [String: [String]]
  /// Makes the services that the options ask for, once for each run; `relaunch` makes another session
  /// over them.
  public var makeWorld: @MainActor (LaunchOptions) async throws -> World
  /// Draws the map of the screens, of the layout and the variants that the options ask for.
  public var map: @MainActor (MapRequest, LaunchOptions) async throws -> String
  /// Gives where actions lead in the layout and the variants that the options ask for.
  public var destinations: @MainActor (LaunchOptions) -> Destinations
  /// Gives what a recording has in the place of a secret, another text for each number: one of which
  /// the app makes the same as of the secret, and which says no more about it. Nil where the app
  /// takes every secret alike.
  public var standIn: (@MainActor (Secret, Int) -> String)?
  /// The ways to bring data in and to take it out that the command line knows.
  public var transferCommands: [TransferCommand] = []
  /// Whether the app calls files of its own so; a recording gets no such name, in whichever folder.
  public var isOwnFileName: @Sendable (String) -> Bool = { _ in false }
  /// Makes the services that the options ask for, and calls the closure with all that the app can
  /// bring in and take out, and with whoever is signed in.
  public var withTransfers: WithTransfers = { _, body in await body([], .guest) }

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
