import Core
import Services
@testable import Onboarding
import TestKit
import Testing

extension AppDriver {
  /// The visible step, or nil.
  var step: StepName? {
    switch screen?.kind {
    case "Welcome": .welcome
    case "GenrePicker": .genres
    case "Goal": .goal
    case "Name": .name
    case "Summary": .summary
    default: nil
    }
  }

  /// Types a profile's value into the visible step.
  func answer(as profile: ReaderProfile) async {
    switch step {
    case .genres:
      for genre in profile.favourites { await choose(genre.subject) }
    case .goal: await fill("goal", profile.yearlyGoal.map(String.init) ?? "")
    case .name: await fill("name", profile.displayName)
    case .welcome, .summary, nil: break
    }
  }

  /// Finishes the visible step with its primary action.
  func advance(at location: SourceLocation = #_sourceLocation) async {
    let action = content.actions.first { $0.role == .primary }
    await tap(action?.id.rawValue ?? "the button that ends a step", at: location)
  }

  /// Answers step after step until the flow is over.
  ///
  /// - Parameters:
  ///   - skipping: the steps to skip.
  ///   - limit: the step to stop at, which stays visible.
  /// - Returns: the shown steps.
  @discardableResult
  func walk(
    as profile: ReaderProfile = OnboardingHarness.ada, skipping: Set<StepName> = [],
    until limit: StepName? = nil
  ) async -> [StepName] {
    var shown: [StepName] = []
    while let step, step != limit, shown.count < 20 {
      shown.append(step)
      if skipping.contains(step) {
        await tap(step == .welcome ? "skip-all" : "skip")
      } else {
        await answer(as: profile)
        await advance()
      }
    }
    return shown
  }

  /// The titles of the selected rows.
  var chosen: [String] { content.rows.filter(\.isSelected).map(\.title) }
}
