/// Where the answer of a catalogue comes from.
public enum AnswerOrigin: Hashable, Sendable {
  /// From the catalogue, now or so recently that it holds.
  case catalogue
  /// From an earlier answer of the catalogue, with its age in seconds. It may have changed since.
  ///
  /// The reason is there if the catalogue was asked again and could not answer.
  case earlier(seconds: Int, because: CatalogueError?)
  /// From another catalogue, because this one is away.
  case standIn(because: CatalogueError)

  /// The less reliable one of two origins, for an answer that was made of two.
  package func joined(_ other: AnswerOrigin) -> AnswerOrigin {
    switch (self, other) {
    case (.standIn, _), (_, .catalogue): self
    case (_, .standIn), (.catalogue, _): other
    case (.earlier(let age, let reason), .earlier(let otherAge, let otherReason)):
      .earlier(seconds: max(age, otherAge), because: reason ?? otherReason)
    }
  }
}
