import Foundation

/// The documents that a new app begins with, instead of the template's.
struct AppDocuments {
  private static let licence = "LICENSE"

  private let request: AppScaffold.Request
  private let project: ProjectFolder
  private let features: [String]
  private let isWhole: Bool

  /// Creates the documents of a requested app.
  ///
  /// - Parameters:
  ///   - features: the features that the app gets from the project, under their names there.
  ///   - isWhole: whether the app has all features of the template.
  init(
    _ request: AppScaffold.Request, project: ProjectFolder, features: [String], isWhole: Bool
  ) {
    self.request = request
    self.project = project
    self.features = features
    self.isWhole = isWhole
  }

  /// Writes the changelog, the version, the licence and the note of the template, and a short README for an
  /// app that lacks features which the template's README shows.
  func write(to folder: ProjectFolder) throws(ProjectError) {
    let name = request.name.text
    try folder.write(
      """
      # Changelog

      ## Unreleased

      - \(name) begins as a copy of its template.

      """, to: "CHANGELOG.md")
    try writeNote(to: folder)
    try writeVersion(to: folder)
    try writeLicence(to: folder)
    guard !isWhole else { return }
    try folder.write(
      """
      # \(name)

      A headless app: the content of every screen is a value, every user action an `async` function, every flow a
      coordinator. It runs in a terminal, and its journeys are tests.

      ```sh
      make run     # run the app
      make test    # run all tests but those of test-live
      make help    # list what make can do
      ```

      [Docs/modules.md](Docs/modules.md) lists its features and other modules. Add a feature with
      `make feature NAME=Recipes`. [Docs/features.md](Docs/features.md) says what it consists of.
      [Docs/core.md](Docs/core.md) lists the types to know first, and [Docs/rules.md](Docs/rules.md) what they guarantee.
      [Docs/howto.md](Docs/howto.md) answers what a team asks next, and [Docs/new-app.md](Docs/new-app.md) says how to
      take later changes of the template.

      [Docs/reliability.md](Docs/reliability.md) lists what the app promises about its users' data,
      [Docs/checks.md](Docs/checks.md) what is checked and when, and [Docs/decisions](Docs/decisions/README.md) the
      reasons for the design. [Docs/hosts.md](Docs/hosts.md) is about another host, [Docs/json.md](Docs/json.md) about
      the JSON output, and [Docs/Examples/Network](Docs/Examples/Network/README.md) about the network client alone.

      [Contributing](.github/CONTRIBUTING.md) says how to report a problem and submit a change.

      """, to: "README.md")
  }

  /// Writes the template's commit, and the features that come from it, under their names in the app.
  private func writeNote(to folder: ProjectFolder) throws(ProjectError) {
    let old = try AppIdentityFile(project).name
    let noted = features.map { request.name.renamed($0, from: old) }.joined(separator: ",")
    try folder.write(
      "commit=\(request.commit)\n\(AppScaffold.notedFeatures)\(noted)\n", to: AppScaffold.note)
  }

  /// Begins the versions again.
  private func writeVersion(to folder: ProjectFolder) throws(ProjectError) {
    guard let path = folder.paths.first(where: { $0.hasSuffix("/AppVersion.swift") }) else {
      return
    }
    let text = try folder.required(path)
    try folder.write(
      text.replacing(/current = "[^"]*"/, with: "current = \"0.1.0\"", maxReplacements: 1), to: path
    )
  }

  /// Keeps the template's copyright below the new app's: the template's licence asks for it.
  private func writeLicence(to folder: ProjectFolder) throws(ProjectError) {
    guard folder.exists(Self.licence) else { return }
    let old = try AppIdentityFile(project).name
    let lines = try project.required(Self.licence)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let kept = lines.flatMap { line in
      let own = line.hasPrefix("Copyright ") ? request.name.renamed(line, from: old) : line
      return own == line ? [line] : [own, "Portions: \(line)"]
    }
    try folder.write(kept.joined(separator: "\n"), to: Self.licence)
  }
}
