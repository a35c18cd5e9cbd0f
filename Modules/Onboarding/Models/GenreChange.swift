import Services

/// The added and removed favourite genres. One that was chosen again later is both: it moves to the end.
struct GenreChange: Hashable, Sendable {
  private let added: [Identifier<Genre>]
  private let removed: Set<Identifier<Genre>>

  /// Creates the changes of chosen genres.
  init(from base: [Identifier<Genre>], to chosen: [Identifier<Genre>]) {
    var rest = base[...]
    let kept = chosen.prefix { genre in
      guard let index = rest.firstIndex(of: genre) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
    added = Array(chosen.dropFirst(kept.count))
    removed = Set(base).subtracting(kept)
  }

  /// Whether there are no changes.
  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// Returns the genres with the changes: the added ones come last.
  func applied(to stored: [Identifier<Genre>]) -> [Identifier<Genre>] {
    let kept = stored.filter { !removed.contains($0) }
    // One that was only moved stays removed if another window has removed it.
    return kept
      + added.filter { !kept.contains($0) && (!removed.contains($0) || stored.contains($0)) }
  }
}
