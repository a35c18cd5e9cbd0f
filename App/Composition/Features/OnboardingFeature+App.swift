import Core
import Onboarding
import Services

extension AppFeature {
  /// The feature in this app; without its questions at the start if the app asks none.
  static let onboarding = AppFeature(id: "onboarding") { session in
    var feature = session.onboardingFeature?.feature
    if !session.services.welcomes { feature?.gates = [] }
    return feature
  }
}

extension SessionFeatures {
  /// The feature, for others; nil in a session without it.
  var onboardingFeature: OnboardingFeature? {
    ifChosen(.onboarding) { OnboardingFeature(context: context, store: services.store) }
  }
}
