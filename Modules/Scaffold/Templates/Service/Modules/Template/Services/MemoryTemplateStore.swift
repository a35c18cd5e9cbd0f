import Services
import Synchronization

/// Keeps marks in memory, for this feature's tests.
final class MemoryTemplateStore: TemplateStore {
  private let marks = Mutex<[Owner: Set<TemplateMark>]>([:])
  private let limit: Int

  init(limit: Int = TemplateMark.maximumCount) {
    self.limit = limit
  }

  func marks(of owner: Owner) -> Set<TemplateMark> {
    marks.withLock { $0[owner, default: []] }
  }

  func add(_ mark: TemplateMark, of owner: Owner) -> Bool {
    marks.withLock { marks in
      let old = marks[owner, default: []]
      guard old.contains(mark) || old.count < limit else { return false }
      marks[owner, default: []].insert(mark)
      return true
    }
  }

  func remove(_ mark: TemplateMark, of owner: Owner) {
    marks.withLock { _ = $0[owner]?.remove(mark) }
  }
}
