/// An answer that says where it comes from.
protocol CatalogueAnswer: Sendable {
  var origin: AnswerOrigin { get set }
  /// Moves the offset of the next page, if the answer is a page of a list.
  mutating func moveNext(by offset: Int)
}

extension CatalogueAnswer {
  /// Does nothing: the answer isn't a page.
  mutating func moveNext(by offset: Int) {}

  /// This answer in the place of another one, with the offset of its next page moved.
  func standingIn(because problem: CatalogueError, from offset: Int) -> Self {
    var answer = self
    answer.origin = .standIn(because: problem)
    answer.moveNext(by: offset)
    return answer
  }
}

extension Page: CatalogueAnswer {
  mutating func moveNext(by offset: Int) { next = next.map { $0 + offset } }
}

extension CatalogueBookDetail: CatalogueAnswer {}
extension CatalogueAuthor: CatalogueAnswer {}
