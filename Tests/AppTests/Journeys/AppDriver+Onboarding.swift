// Needs: Onboarding

import TestKit
import Testing

extension AppDriver {
  /// Skips onboarding.
  func skipOnboarding() async {
    await tap("skip-all")
  }
}
