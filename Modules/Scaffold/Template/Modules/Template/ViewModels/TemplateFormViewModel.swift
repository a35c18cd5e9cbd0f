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

  /// The input.
  struct Draft: Hashable {
    var name = ""
    var note = ""
  }

  /// A problem with the note.
  enum NoteProblem: Hashable {
    case tooLong
  }

  var draft: Draft {
    // After a refusal, each correction checks the form again.
    didSet { if nameProblem != nil || noteProblem != nil { check() } }
  }
  private(set) var nameProblem: ReadableName.Problem?
  private(set) var noteProblem: NoteProblem?
  /// Why the form was not saved, apart from its fields.
  private(set) var problem: TemplateProblem?

  @ObservationIgnored private let edited: TemplateItem?
  @ObservationIgnored private let saved: Draft
  @ObservationIgnored private let services: TemplateServices

  init(_ mode: Mode, services: TemplateServices) {
    self.services = services
    if case .edit(let item) = mode {
      edited = item
      saved = Draft(name: item.name, note: item.note)
    } else {
      edited = nil
      saved = Draft()
    }
    draft = saved
  }

  var isNew: Bool { edited == nil }
  var isChanged: Bool { draft != saved }

  /// Saves the item, or shows why it was not saved.
  func save() async -> TemplateItem? {
    problem = nil
    guard let name = check() else { return nil }
    var item =
      edited
      ?? TemplateItem(
        id: Identifier(services.identifiers.next("item")), name: "", note: "",
        added: services.clock.now)
    (item.name, item.note) = (name, draft.note)
    do throws(StorageError) {
      if try await services.store.save(item, of: services.owner) { return item }
      problem = .isFull
    } catch { problem = .storage(error) }
    return nil
  }

  /// Shows the problems of the fields.
  ///
  /// - Returns: the name to save; nil if a field has a problem.
  @discardableResult private func check() -> String? {
    let limit = TemplateItem.maximumNoteLength
    let fits =
      draft.note.utf8.count <= limit * TemplateItem.maximumCharacterSize
      && draft.note.count <= limit
    noteProblem = fits ? nil : .tooLong
    do throws(ReadableName.Problem) {
      let name = try ReadableName(draft.name, limit: TemplateItem.maximumNameLength).text
      nameProblem = nil
      return fits ? name : nil
    } catch {
      nameProblem = error
      return nil
    }
  }
}
