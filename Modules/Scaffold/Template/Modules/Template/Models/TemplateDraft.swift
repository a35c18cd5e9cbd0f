import Core

/// The content of an item before it is on a list: typed, or from the web.
struct TemplateDraft: Hashable, Sendable {
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
}
