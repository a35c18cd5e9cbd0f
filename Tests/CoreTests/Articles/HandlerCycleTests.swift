// Needs: Books

import Core
import Services
import TestKit
import Testing

/// A child that informs its parent by a closure stored in the child.
///
/// The closure compares its argument with the child, so it retains the child, which holds the
/// closure: the parent's array is empty afterwards, but the child is still in memory.
private enum StoredHandler {
  // Class-bound: without `AnyObject` the comparison by `!==` does not compile.
  @MainActor protocol Coordinating: AnyObject {}

  @MainActor final class Parent: Coordinating {
    var children: [any Coordinating] = []

    func showDetails() -> Details {
      let child = Details()
      child.onDismiss = { [weak self] in
        guard let self else { return }
        children = children.filter { $0 !== child }
      }
      children.append(child)
      return child
    }
  }

  @MainActor final class Details: Coordinating {
    var onDismiss: (() -> Void)?
  }
}

@Suite("Articles: a coordinator captured by its own handler")
@MainActor struct HandlerCycleTests {
  @Test("The usual handler empties the array of children and leaks the child")
  func defect() {
    let parent = StoredHandler.Parent()
    weak var child: StoredHandler.Details?
    do {
      let made = parent.showDetails()
      made.onDismiss?()
      child = made
    }
    #expect(parent.children.isEmpty)
    #expect(child != nil, "the array looks right, the memory does not")
    child?.onDismiss = nil
    #expect(child == nil)
  }

  @Test("Here a handler that captures its own coordinator is dropped with the outcome")
  func ours() async throws {
    try await withToy { toy, app in
      weak var child: Flow<Int>?
      do {
        let made = Flow<Int>("details", screen: DetailScreen("details"))
        try toy.tab().startChild(
          made, onEnd: { _ in toy.journal.write("\(made.id.name) ended") })
        child = made
      }
      #expect(child != nil)
      await app.back()
      #expect(toy.journal.lines == ["details ended"])
      #expect(child == nil)
      #expect(app.session.leaks.isEmpty)
    }
  }
}
