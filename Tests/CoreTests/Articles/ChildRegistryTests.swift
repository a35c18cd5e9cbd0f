// Needs: Books

import Services
import Core
import TestKit
import Testing

/// Children by identifier in a dictionary, the obvious implementation.
private enum Registry {
  @MainActor final class Child {
    let name: String
    init(_ name: String) { self.name = name }
  }

  @MainActor final class Parent {
    private(set) var children: [String: Child] = [:]

    /// A taken identifier is overwritten.
    func start(_ child: Child, as identifier: String) {
      children[identifier] = child
    }

    /// Looks up the child's index now, and removes the child after the animation.
    func stop(_ identifier: String, afterwards: (@escaping () -> Void) -> Void) {
      guard let index = children.index(forKey: identifier) else { return }
      afterwards { [self] in children.remove(at: index) }
    }
  }

  @MainActor static func stopWhileOthersStart() {
    let parent = Parent()
    parent.start(Child("a"), as: "a")
    var later: (() -> Void)?
    parent.stop("a") { later = $0 }
    for number in 0..<100 { parent.start(Child("\(number)"), as: "\(number)") }
    later?()
  }
}

@Suite("Articles: children by identifier")
@MainActor struct ChildRegistryTests {
  @Test("Removing a child at an index from before an animation stops the program")
  func staleIndex() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Registry.stopWhileOthersStart() }
    }
  }

  @Test("A second child with the same identifier silently replaces the first one")
  func overwritten() {
    let parent = Registry.Parent()
    parent.start(Registry.Child("unsaved"), as: "edit")
    parent.start(Registry.Child("new"), as: "edit")
    #expect(parent.children.values.map(\.name) == ["new"], "the unsaved one is gone without a word")
  }

  @Test("Here a child is stopped by identity, whichever children came and went meanwhile")
  func oursByIdentity() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      try tab.startChild(
        Flow<Int>("x", screen: DetailScreen("first")), identifier: "first",
        onEnd: { outcome in
          toy.journal.write("first \(outcome.words)")
          for number in 0..<20 {
            let name = "n\(number)"
            _ = try? tab.startChild(Flow<Int>(screen: DetailScreen(name)), identifier: name)
          }
        })
      try tab.stopChild("first")
      #expect(toy.journal.lines == ["first ended cancelled"])
      #expect(tab.children.count == 20)
      try tab.stopChild("n7")
      #expect(!tab.children.contains { $0.id.name == "n7" })
    }
  }
}
