/// The requested answer of a sandbox to a purchase.
public enum SandboxAnswer: String, Codable, CaseIterable, Hashable, Sendable {
  /// It is paid at once.
  case accept
  /// The bank declines.
  case decline
  /// It is paid, but the answer gets lost.
  case timeOut = "time-out"
  /// The bank decides later: at the second check.
  case late
}
