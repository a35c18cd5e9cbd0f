public import Services
public import Core

/// What the command line says about the app to be made, for those who make its services.
public struct LaunchOptions: Hashable, Sendable {
  /// Whether nothing is kept: services live in memory and end with the process.
  public var isEphemeral: Bool
  /// The folder in which everything is kept, or nil for the usual ones.
  public var dataFolder: String?
  /// The variables of the process's environment: they say which folders are the usual ones.
  public var environment: [String: String]
  /// What randomness and identifiers depend on, or nil for the system's.
  public var seed: UInt64?
  /// The day at which the clock stands still, or nil for the machine's clock.
  public var now: CalendarDate?
  /// How much room there is.
  public var layout: WidthClass
  /// The variant of each experiment that differs from the usual one, by the experiment's name.
  public var variants: [String: String]

  /// Creates options; what is left out is as usual.
  public init(
    isEphemeral: Bool = false, dataFolder: String? = nil, environment: [String: String] = [:],
    seed: UInt64? = nil, now: CalendarDate? = nil,
    layout: WidthClass = .compact, variants: [String: String] = [:]
  ) {
    self.isEphemeral = isEphemeral
    self.dataFolder = dataFolder
    self.environment = environment
    self.seed = seed
    self.now = now
    self.layout = layout
    self.variants = variants
  }
}

/// What the command line asks of the map of the app's screens.
public struct MapRequest: Hashable, Sendable {
  /// The notation of the map.
  public var format: MapFormat
  /// Whether the app is crawled for it; otherwise a map that the app already has will do.
  public var isCrawl: Bool

  /// Creates a request.
  public init(_ format: MapFormat = .mermaid, isCrawl: Bool = false) {
    self.format = format
    self.isCrawl = isCrawl
  }
}

/// A notation for the map of the app's screens.
public enum MapFormat: String, CaseIterable, Hashable, Sendable {
  /// Mermaid's `flowchart`.
  case mermaid
  /// Graphviz's language.
  case dot
}
