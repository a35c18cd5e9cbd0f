import Auth
import Onboarding

extension OnboardingFeature {
  /// A new account is called what the reader said they are called.
  var suggestedName: () -> String {
    { self.profile.displayName }
  }
}
