/// An answer that says where it comes from.
protocol CatalogueAnswer: Sendable {
  var origin: AnswerOrigin { get set }
  /// The offset of the next page of a list, if there is one.
  var next: Int? { get set }
}

extension CatalogueAnswer {
  var next: Int? {
    get { nil }
    set {}
  }

  /// This answer in the place of another one, with the offset of its next page moved.
  func standingIn(because problem: CatalogueError, from offset: Int) -> Self {
    var answer = self
    answer.origin = .standIn(because: problem)
    answer.next = next.map { $0 + offset }
    return answer
  }
}

extension Page: CatalogueAnswer {}
extension CatalogueBookDetail: CatalogueAnswer {}
extension CatalogueAuthor: CatalogueAnswer {}
