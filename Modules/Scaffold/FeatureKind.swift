/// The parts of a new feature.
public enum FeatureKind: String, CaseIterable, Sendable {
  /// A tab with a list for each owner, pages, a form and a table.
  case whole
  /// A tab with one screen.
  case tab
  /// A screen that opens from the account's list.
  case screen
  /// A service for other features, without a screen.
  case service

  /// Reads a kind.
  ///
  /// - Parameter text: the name of the kind; empty for a whole feature.
  /// - Throws: ``ScaffoldError/kind(_:)`` for another name.
  public init(_ text: String) throws(ScaffoldError) {
    guard let kind = text.isEmpty ? .whole : Self(rawValue: text) else { throw .kind(text) }
    self = kind
  }

  /// The folders of the files that a feature of this kind gets.
  var templates: [String] {
    switch self {
    case .whole: ["Modules/Scaffold/Template"]
    case .tab: [TemplateFiles.page, "Modules/Scaffold/Templates/Tab"]
    case .screen: [TemplateFiles.page, "Modules/Scaffold/Templates/Screen"]
    case .service: ["Modules/Scaffold/Templates/Service"]
    }
  }
}
