/// The experiments of the app, with their variants besides the default. `--variant` selects one;
/// coordinators read it.
enum AppExperiments {
  static let variants = [
    // The yearly goal comes before the genres.
    "onboarding": ["goal-first"],
    // The reader's own data comes first, and the details of the book on request.
    "book-details": ["compact"],
  ]
}
