/// Whether a screen's content is ready, loading, empty or failed.
public enum ContentStatus: Hashable, Sendable {
  /// The content is ready.
  case idle
  /// The content is loading; the progress is nil if it is unknown.
  case loading(LoadingProgress?)
  /// There is no content; the message says how the user can change that.
  case empty(message: String)
  /// Loading failed; `retry` names the action that tries again.
  case failed(message: String, retry: Action.ID?)
  /// The network is unavailable; the content may be old.
  case offline(message: String, retry: Action.ID?)
}

/// The progress of some work.
public struct LoadingProgress: Codable, Hashable, Sendable {
  /// The current step.
  public var label: String?
  /// Progress, speed and remaining time, for a host that shows only one line.
  public var detail: String?
  /// The part done, from 0 to 1.
  public let fraction: Double
  /// The percentage to show beside a full bar if more was done than planned, such as 191.
  public var percent: Int?

  /// Creates a progress value; a fraction outside 0...1 is clamped.
  public init(label: String? = nil, fraction: Double) {
    self.label = label
    self.fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }
}

extension ContentStatus: Codable {
  private enum CodingKeys: String, CodingKey { case kind, message, retry, progress }
  private enum Kind: String, Codable { case idle, loading, empty, failed, offline }

  /// Decodes a status from its `kind` and the keys that belong to it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let message = { try container.decode(String.self, forKey: .message) }
    let retry = { try container.decodeIfPresent(Action.ID.self, forKey: .retry) }
    switch try container.decode(Kind.self, forKey: .kind) {
    case .idle: self = .idle
    case .loading:
      self = .loading(try container.decodeIfPresent(LoadingProgress.self, forKey: .progress))
    case .empty: self = .empty(message: try message())
    case .failed: self = .failed(message: try message(), retry: try retry())
    case .offline: self = .offline(message: try message(), retry: try retry())
    }
  }

  /// Encodes the status as an object with a `kind`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (kind, message, retry, progress): (Kind, String?, Action.ID?, LoadingProgress?) =
      switch self {
      case .idle: (.idle, nil, nil, nil)
      case .loading(let progress): (.loading, nil, nil, progress)
      case .empty(let message): (.empty, message, nil, nil)
      case .failed(let message, let retry): (.failed, message, retry, nil)
      case .offline(let message, let retry): (.offline, message, retry, nil)
      }
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encodeIfPresent(retry, forKey: .retry)
    try container.encodeIfPresent(progress, forKey: .progress)
  }
}
