// Needs: Books

import Services
import Core
import TestKit
import Testing

/// Techniques with disadvantages, compiled for comparison.
private enum Worse {
  /// Screens by name: a misspelt name or a wrong type is found at run time, if ever.
  @MainActor final class Storyboard {
    private var makers: [String: () -> Any] = [:]

    func register(_ identifier: String, _ make: @escaping () -> Any) {
      makers[identifier] = make
    }

    func instantiate<Screen>(_ identifier: String, as: Screen.Type) -> Screen? {
      makers[identifier]?() as? Screen
    }
  }

  /// A screen that holds a concrete coordinator: the coupling has only moved.
  @MainActor final class ListPage {
    weak var coordinator: MainCoordinator?

    func choose(_ title: String) { coordinator?.showDetail(title) }
  }

  @MainActor class MainCoordinator {
    private(set) var shown: [String] = []

    func showDetail(_ title: String) { shown.append(title) }
  }

  /// Another flow with the same page and the same methods.
  @MainActor final class SearchCoordinator {
    private(set) var shown: [String] = []

    func showDetail(_ title: String) { shown.append(title) }
  }

  /// A screen's closure set to a method of a class: it retains the coordinator that holds the
  /// screen.
  @MainActor final class ClosurePage {
    var openDetail: ((String) -> Void)?
  }

  @MainActor final class ClosureCoordinator {
    let page = ClosurePage()

    func start() { page.openDetail = showDetail }
    func showDetail(_ title: String) {}
  }

  /// The coordinator lacks the method that the delegate protocol requires. In the article that does
  /// not compile; with a default implementation, as below, it does.
  @MainActor protocol SessionDelegate: AnyObject {
    func didSignOut()
  }
}

extension Worse.SessionDelegate {
  func didSignOut() {}
}

private final class SignedIn: Worse.SessionDelegate {
  private(set) var isSignedIn = true

  func didLogOut() { isSignedIn = false }
}

@Suite("Articles: techniques that couple screens and flows")
@MainActor struct CouplingTests {
  @Test("The compiler does not notice that a screen's name is missing or wrong")
  func stringIdentifiers() {
    let storyboard = Worse.Storyboard()
    storyboard.register("Detail") { DetailScreen("Dune") }
    #expect(storyboard.instantiate("Detail", as: DetailScreen.self) != nil)
    #expect(storyboard.instantiate("Detial", as: DetailScreen.self) == nil)
    #expect(storyboard.instantiate("Detail", as: EditScreen.self) == nil)
  }

  @Test(
    "A screen with a concrete coordinator works in one flow only: in another its choice is lost"
  )
  func concreteCoordinator() {
    let coordinator = Worse.MainCoordinator()
    let page = Worse.ListPage()
    page.coordinator = coordinator
    page.choose("Dune")
    #expect(coordinator.shown == ["Dune"])

    // `page.coordinator = other` does not compile, although it has the same methods.
    let other = Worse.SearchCoordinator()
    page.coordinator = other as AnyObject as? Worse.MainCoordinator
    page.choose("Emma")
    #expect(other.shown.isEmpty && coordinator.shown == ["Dune"])

    // The page with a closure works with both.
    let reusable = Worse.ClosurePage()
    for show in [coordinator.showDetail, other.showDetail] {
      reusable.openDetail = show
      reusable.openDetail?("Emma")
    }
    #expect(other.shown == ["Emma"] && coordinator.shown == ["Dune", "Emma"])
  }

  @Test("A method passed as a closure retains its class: neither is deallocated")
  func methodReference() {
    weak var coordinator: Worse.ClosureCoordinator?
    do {
      let made = Worse.ClosureCoordinator()
      made.start()
      coordinator = made
    }
    #expect(coordinator != nil)
    coordinator?.page.openDetail = nil
    #expect(coordinator == nil)
  }

  @Test("A default implementation hides that a delegate method with another name is never called")
  func otherName() {
    let signedIn = SignedIn()
    let delegate: any Worse.SessionDelegate = signedIn
    delegate.didSignOut()
    #expect(signedIn.isSignedIn)
  }
}
