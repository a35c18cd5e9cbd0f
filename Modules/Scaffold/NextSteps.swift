/// The steps that a person can take after a command of the scaffold, as text.
public enum NextSteps {
  /// Returns the steps after a feature was made.
  ///
  /// - Parameters:
  ///   - name: the feature's name.
  ///   - kind: what the feature consists of.
  ///   - skipsOnboarding: whether the template's onboarding comes before the feature.
  public static func feature(
    _ name: FeatureName, kind: FeatureKind, skipsOnboarding: Bool
  ) -> String {
    // The first screens of a new user come before the tabs.
    let start =
      "make run ARGS=\"--ephemeral\"    then: "
      + (skipsOnboarding ? "skip-all, " : "")
    let (place, ways) =
      switch kind {
      case .whole, .tab:
        (
          "The feature is in the app, as the tab “\(name.title)”.",
          ["\(start)tab \(name.word)"]
        )
      case .screen:
        (
          "The feature is in the app: “\(name.title)” opens from the account's list.",
          ["\(start)tab account, open \(name.title)"]
        )
      case .service:
        (
          "The service is in the app. No screen shows it: give it to a feature that does.",
          [
            "App/Composition/Features/\(name.module)Feature+App.swift    gives a session"
              + " \(name.member)Feature, to hand to another feature"
          ]
        )
      }
    let maps =
      kind == .service
      ? [] : ["make refresh    draws the maps and records the sessions with the new screens"]
    return list(place, ways + ["make test ONLY=\(name.module)"] + maps)
  }

  /// Returns the steps after a screen was added to a feature.
  ///
  /// - Parameters:
  ///   - name: the screen's name.
  ///   - feature: the feature's module.
  public static func screen(_ name: String, in feature: String) -> String {
    list(
      "Nothing opens the screen yet.",
      [
        "\(opening(name))    opens it, in a coordinator of \(feature)",
        "make test ONLY=\(feature)",
        "make refresh    draws the maps, once it can be opened",
      ])
  }

  /// Returns the line of a coordinator that opens an added screen.
  static func opening(_ name: String) -> String { "push(\(name)Screen(\(name)ViewModel()))" }

  /// Returns the steps after a feature was removed.
  ///
  /// - Parameter hasUsers: whether users' files can have what the feature has stored.
  public static func removal(hasUsers: Bool) -> String {
    let rest = " What it may have stored stays in users' files, and nothing erases it."
    return list(
      "The feature is gone, with its wiring, its tests and the tests that need it."
        + (hasUsers ? rest : ""),
      ["make refresh    draws the maps and records the sessions again", "make test"])
  }

  /// Returns the line about features that are removed with another one, or nil if there are none.
  ///
  /// - Parameters:
  ///   - features: the features that need the removed one.
  ///   - name: the removed feature.
  public static func dependents(_ features: Set<String>, of name: String) -> String? {
    features.isEmpty
      ? nil : "These need \(name) and go with it: \(features.sorted().joined(separator: ", "))."
  }

  /// Returns the line about modules that a removal puts on the list of retired ones, or nil if there are none.
  public static func retired(_ modules: Set<String>) -> String? {
    modules.isEmpty
      ? nil
      : "Users' files have tables of these modules, so a removal adds them to the list"
        + " AppFeature.retired: " + modules.sorted().joined(separator: ", ")
        + ". Without any user yet, take them off the list."
  }

  /// Returns what a dry run ends with.
  ///
  /// - Parameter refusal: why the command itself would be refused.
  public static func dryRun(refusal: ProjectError? = nil) -> String {
    refusal.map { "This was a dry run. The command itself would be refused:\n\($0)" }
      ?? "This was a dry run: nothing was changed."
  }

  private static func list(_ state: String, _ steps: [String]) -> String {
    "\(state) Next:\n" + steps.map { "  \($0)" }.joined(separator: "\n")
  }
}
