import Books
import Onboarding

extension BooksPreferences {
  /// What a reader told about themselves says which books come first, and how many are enough.
  init(_ onboarding: OnboardingFeature) {
    self.init(
      yearlyGoal: { onboarding.profile.yearlyGoal },
      favouriteSubjects: { onboarding.favouriteSubjects })
  }
}
