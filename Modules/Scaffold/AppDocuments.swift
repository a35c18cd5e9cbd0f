import Foundation

/// The documents that a new app begins with, instead of the template's.
struct AppDocuments {
  private let request: AppScaffold.Request
  private let isWhole: Bool

  init(_ request: AppScaffold.Request, project: ProjectFolder) {
    self.request = request
    isWhole = request.features == nil
  }

  /// Writes the changelog and the note of the template's commit, and a short README for an app that
  /// lacks features which the template's README shows.
  func write(to folder: ProjectFolder) throws(ProjectError) {
    let name = request.name.text
    try folder.write(
      """
      # Changelog

      ## Unreleased

      - \(name) begins as a copy of its template.

      """, to: "CHANGELOG.md")
    try folder.write("commit=\(request.commit)\n", to: AppScaffold.note)
    guard !isWhole else { return }
    let features = try FeatureRemoval(root: folder.root).features
    try folder.write(
      """
      # \(name)

      A headless app: every screen is a value, every user action an `async` function, every flow a
      coordinator. It runs in a terminal, and its journeys are tests.

      ```sh
      make run     # run the app
      make test    # run all tests
      make help    # list what make can do
      ```

      ## Features

      \(features.map { "- [\($0)](Modules/\($0))" }.joined(separator: "\n"))

      Add one with `make feature NAME=Recipes`. [Docs/features.md](Docs/features.md) says what it
      consists of, and [Docs/core.md](Docs/core.md) how screens and coordinators work together.

      """, to: "README.md")
  }
}
