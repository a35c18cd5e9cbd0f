import Synchronization

/// The last question that the remote catalogue has not answered.
final class UnansweredQuestion: Sendable {
  typealias Question = @Sendable (any BookCatalogue) async throws(CatalogueError) -> Void

  private let state = Mutex<Question?>(nil)

  var question: Question? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
