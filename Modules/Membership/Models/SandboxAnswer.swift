/// What a person tells a sandbox to answer to a purchase.
public enum SandboxAnswer: String, Codable, CaseIterable, Hashable, Sendable {
  /// It is paid at once.
  case accept
  /// The bank says no.
  case decline
  /// It is paid, and the answer gets lost on the way.
  case timeOut = "time-out"
  /// The bank decides later: the second time it is asked.
  case late
}
