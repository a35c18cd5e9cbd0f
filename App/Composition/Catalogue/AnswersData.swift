// Needs: Books

import Accounts
import Foundation
import Services

/// The answers of catalogues, which tell what an owner has looked for. They are safe to lose: those of a
/// guest who signs in are deleted, too.
struct AnswersData: AccountData {
  let name = "catalogue-answers"
  private let answers: AnswerCaches

  init(_ answers: AnswerCaches) {
    self.answers = answers
  }

  func summary(of owner: Owner) async throws(StorageError) -> String? { nil }

  func export(of owner: Owner) async throws(StorageError) -> Data? { nil }

  /// Deletes the answers, before all other data: they are in a file of their own. A guest who signs in
  /// does so even if they can't be deleted.
  func prepare(_ change: OwnerChange) async throws(StorageError) {
    switch change {
    case .move(let owner, let newOwner):
      if owner != newOwner { try? await answers.remove(of: owner) }
    case .erase(let owner): try await answers.remove(of: owner)
    }
  }

  /// Deletes what was answered meanwhile.
  func finish(_ change: OwnerChange) async { try? await prepare(change) }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {}
}
