/// What the app tries on some of its people: each experiment with the variants that differ from the
/// usual way. `--variant` chooses one; coordinators read it.
enum AppExperiments {
  static let variants = [
    // The yearly goal is asked for before the genres.
    "onboarding": ["goal-first"],
    // What the reader made of a book comes first, and what it is about only when asked for.
    "book-details": ["compact"],
  ]
}
