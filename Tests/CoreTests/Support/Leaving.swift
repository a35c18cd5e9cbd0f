import Services
import Core
import TestKit
import Testing

/// The ways to lose a coordinator's last screen without a value.
enum Leaving: String, CaseIterable, CustomTestStringConvertible {
  case back, home, dismissal, backOutOfLayer, link, rootSwitch, parentEnd

  var testDescription: String { rawValue }

  /// The placement of the inner flow.
  var placement: Placement {
    switch self {
    case .dismissal, .backOutOfLayer: .present
    default: .push
    }
  }

  var inner: Outcome<Int> {
    switch self {
    case .back, .home: .ended(.back)
    case .dismissal, .backOutOfLayer: .ended(.dismissed)
    case .link, .rootSwitch: .ended(.replaced)
    case .parentEnd: .ended(.parentEnded)
    }
  }

  /// The outcome of the outer flow, which has only the inner flow.
  var outer: Outcome<Int> {
    self == .parentEnd ? .ended(.cancelled) : inner
  }

  /// Leaves the flow. `outer` is on the stack of the first tab.
  @MainActor func leave(_ app: AppDriver, _ toy: Toy, _ outer: Flow<Int>) async throws {
    switch self {
    case .back, .backOutOfLayer: #expect(await app.back() == .left)
    case .home: #expect(await app.home() == .left)
    case .dismissal: #expect(await app.close() == .left)
    case .link: #expect(await app.open("example://first") == .shown)
    case .rootSwitch: try toy.tab().showOnly(ListScreen("Other"))
    case .parentEnd: outer.stop()
    }
    await app.session.settle()
  }
}
