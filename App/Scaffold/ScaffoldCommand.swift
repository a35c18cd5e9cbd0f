import Foundation
import Scaffold

/// Makes features, screens and apps, and removes features, in the project's folder: see ``usage``.
@main enum Entry {
  private static let usage = """
    usage: scaffold feature [--dry-run] NAME [KIND]        such as: make feature NAME=Loans
           scaffold screen [--dry-run] NAME FEATURE        such as: make screen NAME=LoanNotes IN=Loans
           scaffold remove [--dry-run] [--force] NAME      such as: make remove-feature NAME=Loans
           scaffold app [--update] NAME FOLDER COMMIT [FEATURES]
                                                           such as: make new-app NAME=Acme DEST=../Acme
           scaffold graph                                  such as: make graph

    KIND is one of \(FeatureKind.allCases.map(\.rawValue).joined(separator: ", ")); nothing is whole.
    FEATURES are names with commas, or nothing for an app with one feature of its own. The files to
    copy are read from standard input, one a line. With --update an app is made again, whose name is
    not checked.
    """

  static func main() {
    let typed = Array(CommandLine.arguments.dropFirst())
    let options = typed.dropFirst().prefix { $0.hasPrefix("--") }
    let arguments = Array(typed.prefix(1) + typed.dropFirst(1 + options.count))
    let known = ["remove": ["--dry-run", "--force"], "app": ["--update"]]
    let own = known[arguments.first ?? ""] ?? ["--dry-run"]
    guard options.allSatisfy({ own.contains($0) }) else { fail(usage, status: 2) }
    let (isDryRun, isForced) = (options.contains("--dry-run"), options.contains("--force"))
    do {
      switch (arguments.first, arguments.count, isDryRun) {
      case ("feature", 2...3, _):
        let kind = try FeatureKind(arguments.count == 3 ? arguments[2] : "")
        try makeFeature(arguments[1], kind, isDryRun: isDryRun)
      case ("screen", 3, _): try makeScreen(arguments[1], arguments[2], isDryRun: isDryRun)
      case ("remove", 2, _): try remove(arguments[1], isDryRun: isDryRun, isForced: isForced)
      case ("app", 4...5, false):
        try makeApp(
          arguments[1], arguments[2], arguments[3], arguments.dropFirst(4).first,
          isUpdate: options.contains("--update"))
      case ("graph", 1, false): try GraphPage.draw(in: folder)
      default: fail(usage, status: 2)
      }
    } catch { fail("scaffold: \(error)", status: 1) }
  }

  private static var folder: URL {
    URL(filePath: FileManager().currentDirectoryPath, directoryHint: .isDirectory)
  }

  private static func makeFeature(
    _ text: String, _ kind: FeatureKind, isDryRun: Bool
  ) throws {
    let scaffold = FeatureScaffold(root: folder, knownTypes: knownTypes)
    let name = try FeatureName(text, taken: scaffold.taken)
    list(isDryRun ? try scaffold.plan(name, kind: kind) : try scaffold.make(name, kind: kind))
    let hasOnboarding = try FeatureRemoval(root: folder).hasOnboarding
    let steps = NextSteps.feature(name, kind: kind, skipsOnboarding: hasOnboarding)
    try end(steps, isDryRun: isDryRun)
  }

  private static func makeScreen(
    _ name: String, _ feature: String, isDryRun: Bool
  ) throws {
    let scaffold = ScreenScaffold(root: folder, knownTypes: knownTypes)
    list(
      isDryRun ? try scaffold.plan(name, in: feature) : try scaffold.make(name, in: feature))
    try end(NextSteps.screen(name, in: feature), isDryRun: isDryRun)
  }

  private static func remove(_ name: String, isDryRun: Bool, isForced: Bool) throws {
    let removal = FeatureRemoval(root: folder, git: try? GitRepository(root: folder).files())
    let changes = try removal.changes(removing: [name])
    let removed = try removal.removed([name])
    let refusal = isForced ? nil : refusal(of: changes, by: removal)
    if !isDryRun {
      if let refusal { throw refusal }
      _ = try removal.remove([name])
    }
    for change in changes { print(change.isDeleted ? "deleted " : "changed ", change.path) }
    let others = removed.features.subtracting([name])
    if let line = NextSteps.dependents(others, of: name) { print(line) }
    if let line = NextSteps.retired(removed.retired) { print(line) }
    let steps = NextSteps.removal(hasUsers: removed.hasUsers)
    try end(steps, isDryRun: isDryRun, refusal: refusal)
  }

  /// Returns why a removal would lose what git does not have, or nil.
  private static func refusal(
    of changes: [FeatureRemoval.Change], by removal: FeatureRemoval
  ) -> ProjectError? {
    do throws(ProjectError) {
      let lost = try removal.lost(by: changes)
      return lost.isEmpty ? nil : .uncommitted(lost)
    } catch { return error }
  }

  private static func list(_ files: [FeatureScaffold.File]) {
    for file in files {
      print(file.added == nil ? "new     " : "changed ", file.path)
      for line in file.added ?? [] { print("       + \(line)") }
      for line in file.removed { print("       - \(line)") }
    }
  }

  /// Draws the graph of modules again, and prints what is left to do.
  private static func end(
    _ steps: String, isDryRun: Bool, refusal: ProjectError? = nil
  ) throws(ProjectError) {
    if !isDryRun { try GraphPage.draw(in: folder) }
    let end = isDryRun ? NextSteps.dryRun(refusal: refusal) : steps
    print("drawn    \(GraphPage.path)\n\n\(end)")
  }

  private static func makeApp(
    _ name: String, _ destination: String, _ commit: String, _ features: String?, isUpdate: Bool
  ) throws(ProjectError) {
    let scaffold = AppScaffold(root: folder)
    var files: [String] = []
    while let line = readLine() { files.append(line) }
    let name = try AppName(name, taken: isUpdate ? [] : scaffold.taken)
    let made = try scaffold.make(
      AppScaffold.Request(
        name: name, destination: URL(filePath: destination, directoryHint: .isDirectory),
        files: files, features: features.map(AppScaffold.Request.features),
        commit: commit, isUpdate: isUpdate))
    print("\(name.text) has the features \(made.joined(separator: ", ")).")
  }

  /// Returns those of the names that are types already.
  private static func knownTypes(among names: Set<String>) -> Set<String> {
    Toolchain.types(among: names) { messages in
      report("scaffold: can't look for types of the same names: the compiler fails.\n\(messages)")
    }
  }

  private static func report(_ message: String) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    report(message)
    exit(status)
  }
}
