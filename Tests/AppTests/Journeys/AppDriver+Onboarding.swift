// Needs: Onboarding

import TestKit

extension AppDriver {
  /// Skips onboarding.
  func skipOnboarding() async {
    await tap("skip-all")
  }
}
