extension SearchIndex {
  /// The documents that match, in the order asked for.
  func search(_ request: SearchRequest) -> [Int] {
    if request.isHopeless { return [] }
    var ranks = Ranks(documents.count)
    for clause in request.clauses { match(clause, &ranks) }
    if let subject = request.subject { keep(subject, &ranks) }
    if request.key != nil || request.authorKey != nil || request.years != nil
      || request.language != nil
    {
      for number in documents.indices where !matches(documents[number], request) {
        ranks.exclude(number)
      }
    }
    return ordered(ranks, by: request.order)
  }

  /// How well each document matches: the less, the better.
  struct Ranks {
    /// Twice the class of the match, plus 1 when only the beginnings of words match.
    fileprivate var values: [UInt8]
    fileprivate static let excluded = UInt8.max
    fileprivate static let count = 12

    fileprivate init(_ count: Int) {
      values = Array(repeating: 0, count: count)
    }

    fileprivate mutating func exclude(_ number: Int) {
      values[number] = Self.excluded
    }
  }

  private func match(_ clause: SearchRequest.Clause, _ ranks: inout Ranks) {
    // 0 and 1 are for titles that are, or begin with, what is asked for.
    var classes = Array(repeating: UInt8(2 * 2), count: documents.count)
    var found = Array(repeating: WordIndex.Places(), count: documents.count)
    for word in clause.words {
      for number in found.indices { found[number] = [] }
      words.find(word, in: clause.places, &found)
      for number in found.indices where ranks.values[number] != Ranks.excluded {
        let places = found[number]
        if places.isEmpty {
          ranks.exclude(number)
        } else {
          let kind: UInt8 = places.contains(.title) ? 2 : places.contains(.author) ? 3 : 4
          let isPart = !places.contains(.whole) || classes[number] & 1 == 1
          classes[number] = max(classes[number] & ~1, kind * 2) | (isPart ? 1 : 0)
        }
      }
    }
    for number in classes.indices where ranks.values[number] != Ranks.excluded {
      var rank = classes[number]
      if rank >> 1 == 2 { rank = titleRank(clause.text.bytes, documents[number]) ?? rank }
      ranks.values[number] = max(ranks.values[number], rank)
    }
  }

  private func titleRank(_ text: [UInt8], _ document: Document) -> UInt8? {
    var rank: UInt8?
    for title in document.titles where title.starts(with: text) {
      if title.count == text.count { return 0 }
      rank = min(rank ?? 3, title[text.count] == UInt8(ascii: " ") ? 2 : 3)
    }
    return rank
  }

  private func keep(_ subject: FoldedText, _ ranks: inout Ranks) {
    var isKept = Array(repeating: false, count: documents.count)
    for candidate in subjects.values where candidate.folded.hasBeginnings(subject) {
      for number in candidate.documents { isKept[number] = true }
    }
    for number in isKept.indices where !isKept[number] { ranks.exclude(number) }
  }

  private func matches(_ document: Document, _ request: SearchRequest) -> Bool {
    if let key = request.key, document.key != key { return false }
    if let key = request.authorKey, !document.authorKeys.contains(key) { return false }
    if let language = request.language, document.language != language { return false }
    if let years = request.years {
      guard let year = document.year, years.contains(year) else { return false }
    }
    return true
  }

  private func ordered(_ ranks: Ranks, by order: SearchRequest.Order) -> [Int] {
    var byRank = Array(repeating: [Int](), count: Ranks.count)
    for (number, rank) in ranks.values.enumerated() where rank != Ranks.excluded {
      byRank[Int(rank)].append(number)
    }
    let found = byRank.flatMap(\.self)
    return switch order {
    case .relevance: found
    case .editions: sorted(found) { $1.editionCount < $0.editionCount }
    case .title: found.sorted { titleRanks[$0] < titleRanks[$1] }
    case .old: sorted(found) { ($0.year ?? Int.max) < ($1.year ?? Int.max) }
    case .new: sorted(found) { ($1.year ?? Int.min) < ($0.year ?? Int.min) }
    }
  }

  /// Sorts documents; equal ones stay as they are.
  private func sorted(_ found: [Int], _ isBefore: (Document, Document) -> Bool) -> [Int] {
    found.enumerated().sorted { left, right in
      let (first, second) = (documents[left.element], documents[right.element])
      return isBefore(first, second) || (!isBefore(second, first) && left.offset < right.offset)
    }.map(\.element)
  }
}

extension FoldedText {
  /// Whether each word of `other` is the beginning of a word.
  fileprivate func hasBeginnings(_ other: FoldedText) -> Bool {
    let words = words
    return other.words.allSatisfy { wanted in words.contains { $0.starts(with: wanted) } }
  }
}
