import Services
import Accounts
import Core
import Testing

@Suite("The current owner")
@MainActor struct CurrentOwnerTests {
  /// Records notifications.
  private final class Observer: OwnerObserver {
    let name: String
    let journal: Journal

    init(_ name: String, _ journal: Journal) {
      self.name = name
      self.journal = journal
    }

    func ownerSignedIn() async { journal.write("\(name) in") }
    func ownerLeft(hasExpired: Bool) { journal.write("\(name) out") }
  }

  @Test("Every running app that shares an owner is notified of a change")
  func observers() async {
    let owner = CurrentOwner()
    let journal = Journal()
    let first = Observer("first", journal)
    var second: Observer? = Observer("second", journal)
    owner.add(first)
    if let second { owner.add(second) }
    await owner.signIn("ada", expires: nil)
    second = nil
    owner.signOut()
    #expect(journal.lines == ["first in", "second in", "first out"])
    #expect(second == nil)
  }
}
