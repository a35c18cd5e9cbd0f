import Core
import Observation
import Services

/// The form for a new item, and for editing one.
@MainActor @Observable final class TemplateFormViewModel {
  /// The purpose of the form.
  enum Mode {
    case add
    case edit(TemplateItem)
  }

  /// A problem with the note.
  enum NoteIssue: Hashable {
    case tooLong
  }

  var draft: TemplateDraft {
    // After a refusal, each correction checks the form again.
    didSet { if nameProblem != nil || noteProblem != nil { check() } }
  }
  private(set) var nameProblem: ReadableName.Problem?
  private(set) var noteProblem: NoteIssue?
  /// Why the form was not saved, apart from its fields.
  private(set) var problem: TemplateProblem?

  @ObservationIgnored private let edited: TemplateItem?
  @ObservationIgnored private let saved: TemplateDraft
  @ObservationIgnored private let list: TemplateList

  init(_ mode: Mode, list: TemplateList) {
    self.list = list
    if case .edit(let item) = mode {
      edited = item
      saved = TemplateDraft(name: item.name, note: item.note)
    } else {
      edited = nil
      saved = TemplateDraft()
    }
    draft = saved
  }

  var isNew: Bool { edited == nil }
  var isChanged: Bool { draft != saved }

  /// Saves the changed fields, or shows why they were not saved. The others stay as they are, perhaps
  /// changed in another window.
  func save() async -> TemplateItem? {
    problem = nil
    guard let name = check() else { return nil }
    let (draft, saved) = (draft, saved)
    do throws(StorageError) {
      let item = try await list.save(edited ?? list.newItem(draft)) {
        if draft.name != saved.name { $0.name = name }
        if draft.note != saved.note { $0.note = draft.note }
      }
      if item == nil { problem = .isFull }
      return item
    } catch { problem = .storage(error) }
    return nil
  }

  /// Shows the problems of the fields.
  ///
  /// - Returns: the name to save; nil if a field has a problem.
  @discardableResult private func check() -> String? {
    noteProblem = draft.hasFittingNote ? nil : .tooLong
    do throws(ReadableName.Problem) {
      let name = try draft.readableName
      nameProblem = nil
      return noteProblem == nil ? name : nil
    } catch {
      nameProblem = error
      return nil
    }
  }
}
