import Core

/// The content of an item before it is on a list: typed, or from the web.
struct TemplateDraft: Hashable, Sendable {
  /// The fields.
  enum FieldName {
    case name, note
  }

  var name = ""
  var note = ""

  /// The name to save.
  var readableName: String {
    get throws(ReadableName.Problem) {
      try ReadableName(name, limit: TemplateItem.maximumNameLength).text
    }
  }

  /// Whether the note is short enough.
  var hasFittingNote: Bool {
    let limit = TemplateItem.maximumNoteLength
    return note.utf8.count <= limit * TemplateItem.maximumCharacterSize && note.count <= limit
  }

  /// The fields that were changed both here and in an item since they were as in `base`, and now differ.
  func conflicts(with item: TemplateItem, since base: TemplateDraft) -> Set<FieldName> {
    func isConflict(_ typed: String, _ stored: String, _ old: String) -> Bool {
      typed != old && stored != old && stored != typed
    }
    var fields: Set<FieldName> = []
    if isConflict(name, item.name, base.name) { fields.insert(.name) }
    if isConflict(note, item.note, base.note) { fields.insert(.note) }
    return fields
  }
}
