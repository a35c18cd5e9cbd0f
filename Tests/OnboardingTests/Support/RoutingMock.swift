@testable import Onboarding

/// Records requests of screens, and does nothing.
final class RoutingMock: OnboardingRouting {
  enum Call: Hashable {
    case goOn(StepName)
    case skip(StepName)
    case goOnUnsaved
    case skipAll
    case open(ProfilePart)
  }

  private(set) var calls: [Call] = []

  func goOn(from step: StepName) async { calls.append(.goOn(step)) }
  func skip(_ step: StepName) async { calls.append(.skip(step)) }
  func goOnUnsaved() async { calls.append(.goOnUnsaved) }
  func skipAll() async { calls.append(.skipAll) }
  func open(_ part: ProfilePart) { calls.append(.open(part)) }
}
