import Core
import Services

extension AppSession {
  /// Changes the layout and returns what is lost by it: a screen, a selection or an unsaved form.
  ///
  /// Compares nothing if other work runs when it begins: that may change the screens, too.
  func changeAndCompare(_ layout: WidthClass) async -> [String] {
    let isQuiet = activity.isQuiet
    let (tree, forms) = (navigation.tree.withoutRoutes, unsavedForms)
    await change(to: layout)
    guard isQuiet else { return [] }
    let subject = "the layout \(layout.rawValue) has changed"
    if navigation.tree.withoutRoutes != tree { return ["\(subject) the tree"] }
    return unsavedForms == forms ? [] : ["\(subject) an unsaved form"]
  }

  /// The values of the locked screens.
  private var unsavedForms: [NavigationTree.EntryID: [FieldValue?]] {
    var forms: [NavigationTree.EntryID: [FieldValue?]] = [:]
    for entry in navigation.tree.allEntries {
      guard let screen = navigation.screen(of: entry.id), screen.lock != nil else { continue }
      forms[entry.id] = screen.content.fields.map(\.value)
    }
    return forms
  }
}
