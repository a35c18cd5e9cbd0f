/// The experiments of the app, with their variants besides the default. `--variant` selects one;
/// coordinators read it.
package enum AppExperiments {
  /// The variants by experiment.
  package static let variants: [String: [String]] = Dictionary(uniqueKeysWithValues: [
    // feature: Onboarding
    // The yearly goal comes before the genres.
    ("onboarding", ["goal-first"]),
    // end
    // feature: Books
    // The reader's own data comes first, and the details of the book on request.
    ("book-details", ["own-first"]),
    // end
  ])
}
