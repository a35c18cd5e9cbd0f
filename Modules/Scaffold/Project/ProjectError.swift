/// Why a project was not copied or changed.
public enum ProjectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is not valid for an app.
  case appName(String, maximumLength: Int)
  /// The name is a module of the project or of Swift.
  case takenName(String)
  /// The sources use the name as a word of their own.
  case usedName(String, in: String)
  /// There is no feature with this name.
  case unknownFeature(String, known: [String])
  /// A feature that was asked for needs one that was not.
  case needs(String, of: [String])
  /// A feature of an app that is made again needs one that the app lacks.
  case templateNeeds(String, of: [String])
  /// Without these features the app would have none.
  case lastFeatures([String])
  /// Without these features the app would have no tab.
  case lastTabs([String])
  /// The feature's folder is a link or another repository.
  case foreign(String)
  /// None of these features has a tab; others have one.
  case noTab([String], known: [String])
  /// The destination is not empty.
  case notEmpty(String)
  /// The destination is in the project, or the project in it.
  case inside(String)
  /// A `feature:` mark has no end, or an end has no mark.
  case unbalanced(String, line: Int)
  /// Files that would be changed or deleted are not in the last commit as they are.
  case uncommitted([String])
  /// Git can't say which files it has, for a reason of its own.
  case git(String)
  /// A line of a file is missing.
  case missing(String, in: String)
  /// A file can't be read or written.
  case file(String, reason: String)
  /// A program failed.
  case program(String, reason: String)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .appName(let name, let maximumLength):
      "“\(name)” isn't a name for an app. Give 2 to \(maximumLength) letters and digits that"
        + " begin with a capital letter, such as Acme."
    case .takenName(let name): "“\(name)” is taken or reserved. Choose another name."
    case .usedName(let name, let path):
      "“\(name)” is a word in \(path): a later renaming could not tell it from the app's name."
        + " Choose another name, such as one of two words: NotesApp."
    case .unknownFeature(let name, let known):
      "There is no feature “\(name)”. Choose from: \(known.joined(separator: ", "))."
    case .needs(let name, let missing):
      "\(name) needs \(missing.joined(separator: ", ")). Add it to FEATURES, or leave \(name) out."
    case .templateNeeds(let name, let missing):
      "The template's \(name) now needs \(missing.joined(separator: ", ")), which this app lacks."
        + " Take the template's changes by hand. Then write the template's commit into .template, and into"
        + " its line features= also \(missing.joined(separator: ",")); or remove \(name) from the line: it"
        + " then counts as the app's own and gets no more updates."
    case .lastFeatures(let names):
      "Without \(names.joined(separator: ", ")) the app would have no feature to begin with. Add"
        + " another one first, such as: make feature NAME=ReadingClubs. Nothing was changed."
    case .lastTabs(let names):
      "Without \(names.joined(separator: ", ")) the app would have no tab, so no screen to begin with. Add a"
        + " feature with a tab first, such as: make feature NAME=ReadingClubs. Nothing was changed."
    case .foreign(let name):
      "Modules/\(name) is a link or another repository. Remove it by hand, with its lines in Package.swift and"
        + " App/Composition/AppFeatures.swift. Nothing was changed."
    case .noTab(let names, let known):
      "An app with \(names.joined(separator: ", ")) alone would have no tab, so no screen to begin with. Add one"
        + " of these to FEATURES: \(known.joined(separator: ", "))."
    case .notEmpty(let path): "\(path) isn't empty. Choose a new folder."
    case .inside(let path): "\(path) is inside the project, or around it. Choose another folder."
    case .unbalanced(let path, let line):
      "\(path), line \(line): a feature mark and its end don't match. Nothing was changed."
    case .uncommitted(let paths):
      "Nothing was changed. These files would be changed or deleted, and git doesn't have them as they are:\n"
        + paths.prefix(10).map { "  \($0)\n" }.joined()
        + (paths.count > 10 ? "  and \(paths.count - 10) more\n" : "")
        + "Commit or move them first, or add FORCE=1 to lose these changes."
    case .git(let reason):
      "Nothing was changed. Git can't say whether it has the files, so they might be lost:\n"
        + "\(reason)\nFix this, or add FORCE=1 to delete the files."
    case .missing(let text, let file): "\(file) has no “\(text)”. Nothing was changed."
    case .file(let path, let reason): "\(path): \(reason)"
    case .program(let name, let reason): "\(name) failed: \(reason)"
    }
  }
}
