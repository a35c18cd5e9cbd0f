public import Services
public import Core

/// The options of the command line that affect the app's services.
public struct LaunchOptions: Hashable, Sendable {
  /// Whether nothing is saved: the services are in memory and end with the process.
  public var isEphemeral: Bool
  /// The folder for all files, or nil for the default folders.
  public var dataFolder: String?
  /// The environment variables of the process, which determine the default folders.
  public var environment: [String: String]
  /// The seed of randomness and identifiers, used only by an app in memory; nil for the system's.
  public var seed: UInt64?
  /// The date at which the clock is fixed, or nil for the machine's clock.
  public var now: CalendarDate?
  /// The width class of the layout.
  public var layout: WidthClass
  /// The selected variants other than the defaults, by experiment.
  public var variants: [String: String]
  /// Whether the app starts at its last screens and saves them, as at a terminal.
  public var keepsPlaces = true
  /// Whether one subcommand is run, such as an import, without the flows for new users. It leaves an
  /// expired session stored, so that the next subcommand reports it, too.
  public var isOneShot = false
  /// The values of the app's own options, by the name of each ``AppOption``.
  public var settings: [String: String]

  /// Creates options with defaults.
  public init(
    isEphemeral: Bool = false, dataFolder: String? = nil, environment: [String: String] = [:],
    seed: UInt64? = nil, now: CalendarDate? = nil,
    layout: WidthClass = .compact, variants: [String: String] = [:],
    settings: [String: String] = [:]
  ) {
    self.isEphemeral = isEphemeral
    self.dataFolder = dataFolder
    self.environment = environment
    self.seed = seed
    self.now = now
    self.layout = layout
    self.variants = variants
    self.settings = settings
  }
}
