import Services

/// The added and removed favourite genres.
struct GenreChange: Hashable, Sendable {
  private let added: [Identifier<Genre>]
  private let removed: Set<Identifier<Genre>>

  /// Creates the changes of chosen genres.
  init(from base: [Identifier<Genre>], to chosen: [Identifier<Genre>]) {
    added = chosen.filter { !base.contains($0) }
    removed = Set(base).subtracting(chosen)
  }

  /// Whether there are no changes.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// Returns the genres with the changes: the added ones come last.
  func applied(to stored: [Identifier<Genre>]) -> [Identifier<Genre>] {
    stored.filter { !removed.contains($0) } + added.filter { !stored.contains($0) }
  }
}
