import Core
import Observation
import Services

/// The form for a new item, and for editing one.
@MainActor @Observable final class TemplateFormViewModel {
  var draft: TemplateDraft {
    didSet {
      // After a refusal, each correction checks the form again.
      if nameProblem != nil || isNoteTooLong { check() }
      if draft.name != oldValue.name { conflicts.remove(.name) }
      if draft.note != oldValue.note { conflicts.remove(.note) }
    }
  }
  private(set) var nameProblem: ReadableName.Problem?
  private(set) var isNoteTooLong = false
  /// The fields that another window has changed since the form was opened; the next save replaces them.
  private(set) var conflicts: Set<TemplateDraft.FieldName> = []
  /// Whether another window has removed the item, which the next save puts back.
  private(set) var isRemoved = false
  /// Why the form was not saved, apart from its fields.
  private(set) var problem: TemplateProblem?

  /// The stored values when the form was opened, or when a conflict was shown.
  private(set) var base: TemplateDraft

  @ObservationIgnored private var edited: TemplateItem?
  @ObservationIgnored private let list: TemplateList

  /// - Parameter edited: the item to edit; nil for a new one.
  init(_ edited: TemplateItem?, list: TemplateList) {
    (self.edited, self.list) = (edited, list)
    let base = edited.map { TemplateDraft(name: $0.name, note: $0.note) } ?? TemplateDraft()
    self.base = base
    draft = base
  }

  var isNew: Bool { edited == nil }
  var isChanged: Bool { draft != base }

  /// Saves the changed fields, or shows why they were not saved. The others stay as they are, perhaps
  /// changed in another window. A field that is also changed there is replaced, and an item that was removed there is
  /// put back, only by a second save.
  func save() async -> TemplateItem? {
    problem = nil
    guard let typed = check() else { return nil }
    let base = base
    do throws(StorageError) {
      if let edited, !isRemoved, try await list.item(edited.id) == nil {
        isRemoved = true
        return nil
      }
      let item = try await list.save(edited ?? list.newItem(typed)) {
        guard typed.conflicts(with: $0, since: base).isEmpty else { return }
        if typed.name != base.name { $0.name = typed.name }
        if typed.note != base.note { $0.note = typed.note }
      }
      guard let item else {
        problem = .isFull
        return nil
      }
      isRemoved = false
      conflicts = typed.conflicts(with: item, since: base)
      if conflicts.isEmpty { return item }
      edited = item
      if conflicts.contains(.name) { self.base.name = item.name }
      if conflicts.contains(.note) { self.base.note = item.note }
    } catch { problem = .storage(error) }
    return nil
  }

  /// Shows the problems of the fields.
  ///
  /// - Returns: what to save; nil if a field has a problem.
  @discardableResult private func check() -> TemplateDraft? {
    isNoteTooLong = !draft.hasFittingNote
    do throws(ReadableName.Problem) {
      let name = try draft.readableName
      nameProblem = nil
      return isNoteTooLong ? nil : TemplateDraft(name: name, note: draft.note)
    } catch {
      nameProblem = error
      return nil
    }
  }
}
