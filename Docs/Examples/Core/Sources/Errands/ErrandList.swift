import Observation
import Services

/// Something to do on the way.
struct Errand: Identifiable {
  let id: Identifier<Errand>
  var title: String
  var isDone = false
}

/// The errands of one run of the program.
@MainActor @Observable final class ErrandList {
  private(set) var errands: [Errand] = []

  func add(_ errand: Errand) { errands.append(errand) }

  /// Marks an errand as done, or as open again.
  func toggle(_ id: Errand.ID) {
    guard let index = errands.firstIndex(where: { $0.id == id }) else { return }
    errands[index].isDone.toggle()
  }
}

/// What is typed into the form of a new errand.
@MainActor @Observable final class ErrandDraft {
  var title = ""
}
