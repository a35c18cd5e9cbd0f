@testable import Onboarding

/// Records requests of screens, and does nothing.
final class RoutingMock: OnboardingRouting {
  enum Call: Hashable {
    case advance(StepName)
    case skip(StepName)
    case advanceUnsaved
    case skipAll
    case open(ProfilePart)
  }

  private(set) var calls: [Call] = []

  func advance(from step: StepName) async { calls.append(.advance(step)) }
  func skip(_ step: StepName) async { calls.append(.skip(step)) }
  func advanceUnsaved() async { calls.append(.advanceUnsaved) }
  func skipAll() async { calls.append(.skipAll) }
  func open(_ part: ProfilePart) { calls.append(.open(part)) }
}
