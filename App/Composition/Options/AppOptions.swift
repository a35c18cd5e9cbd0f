public import Books
public import Core
// feature: Backups
public import Files
// end
public import Foundation
public import HTTP
public import Services

/// The options of an app.
public struct AppOptions: Sendable {
  /// The seed of identifiers and randomness of a world in memory; nil for real ones. A world in
  /// files always has real ones.
  public var seed: UInt64?
  /// The time at which the clock is fixed; nil for the machine's clock.
  public var now: Date?
  /// The width class of the layout.
  public var layout: WidthClass
  /// The variants that differ from the default, by the experiment's name.
  public var experiments: [String: String]
  /// The features of the app; nil for all.
  public var features: Set<Identifier<Feature>>?
  // feature: Backups
  /// The report about a damaged database, shown at the launch, or nil.
  public var damage: DamageReport?
  // end
  /// Whether transfers read and write files; otherwise they use none, and report that.
  public var usesFiles: Bool
  /// Whether the open screens are saved in the app's store. Otherwise they last as long as this world.
  public var keepsPlaces = true
  // feature: Auth
  /// Whether an expired session stays stored, so that each subcommand reports it, until the app is started
  /// without one.
  public var keepsExpiredSession = false
  // end
  // feature: Onboarding
  /// Whether new users see the first questions before anything else.
  public var welcomes = true
  // end
  // feature: Books
  /// Where books are looked up, or nil for what the reader has chosen.
  public var catalogue: CatalogueChoice?
  /// How a server can reach the reader, or nil for the contact that the reader has stored.
  public var contact: String?
  // end
  /// Makes the network; nil for none, and then every server is out of reach.
  public var network: (@Sendable () -> any HTTPClient)?
  /// The clock of the network.
  public var networkClock: any AppClock = SystemClock()
  // feature: Books
  /// The limits of asking a catalogue on the network; tests wait for less.
  var limits = RemoteLimits()
  // end

  /// Creates options.
  public init(
    seed: UInt64? = nil, now: Date? = nil, layout: WidthClass = .compact,
    experiments: [String: String] = [:],
    features: Set<Identifier<Feature>>? = nil, usesFiles: Bool = true
  ) {
    self.seed = seed
    self.now = now
    self.layout = layout
    self.experiments = experiments
    self.features = features
    self.usesFiles = usesFiles
  }
}
