/// The lines that can be recalled, and their files: one for guests, and one for each account.
///
/// A user of an account can recall the lines of guests, too; new lines are added to the account's
/// file. Guests can't recall an account's lines.
struct LineHistory {
  /// The lines, oldest first.
  private(set) var lines: [String] = []

  private let file: (String?) -> HistoryFile?
  private var isOpen = false
  private var account: String?
  /// The files that were used.
  private var used: [HistoryFile] = []
  /// Which lines must not be remembered, or nil for none.
  private var isForgotten: ((String) -> Bool)?
  /// The paths of files that may still have lines that must not be remembered: another window had the lock.
  private(set) var uncleaned: Set<String> = []
  /// The lines that are not in a file yet, for the same reason.
  private var unsaved: [String] = []

  /// Creates the history without lines.
  ///
  /// - Parameter file: returns the file of an account, or of guests for nil; nil for none.
  init(file: @escaping (String?) -> HistoryFile?) {
    self.file = file
  }

  private var current: HistoryFile? { file(account) }

  /// Reads the lines of an account, or of guests for nil; returns false if they are current.
  @discardableResult
  mutating func open(_ account: String?) -> Bool {
    guard !isOpen || account != self.account else { return false }
    finish()
    unsaved = []
    (isOpen, self.account) = (true, account)
    guard let current else {
      // Without files, what an account's user typed is gone for the next one.
      lines = []
      return true
    }
    if account != nil { try? current.append([]) }
    if !used.contains(where: { $0.path == current.path }) { used.append(current) }
    if isForgotten != nil { uncleaned.insert(current.path) }
    clean()
    let guests = account == nil ? [] : file(nil)?.lines() ?? []
    lines = (guests + current.lines()).suffix(HistoryFile.limit)
    return true
  }

  /// Adds a line; returns false for one that can't be recalled or is the last one again.
  mutating func add(_ line: String) -> Bool {
    guard HistoryFile.canKeep(line), line != lines.last else { return false }
    lines = lines.suffix(HistoryFile.limit - 1) + [line]
    unsaved = unsaved.suffix(HistoryFile.limit - 1) + [line]
    finish()
    return true
  }

  /// Tries again what another window's lock has kept from the files.
  mutating func finish() {
    if var current, !unsaved.isEmpty {
      // The lock was waited for once; it must not hold up each line.
      if unsaved.count > 1 { current.patience = .zero }
      do throws(HistoryFile.Locked) {
        try current.append(unsaved, creates: account == nil)
        unsaved = []
      } catch {}
    }
    clean(waiting: false)
  }

  /// Removes lines that must not be remembered from the files that may have them.
  private mutating func clean(waiting: Bool = true) {
    guard let isForgotten else { return }
    for var file in used where uncleaned.contains(file.path) {
      if !waiting { file.patience = .zero }
      do throws(HistoryFile.Locked) {
        try file.remove(where: isForgotten)
        uncleaned.remove(file.path)
      } catch {}
    }
  }

  /// Removes lines, also from the files, and from files that are opened later; returns whether any
  /// of the lines was removed.
  mutating func remove(where isForgotten: @escaping (String) -> Bool) -> Bool {
    let earlier = self.isForgotten
    self.isForgotten = { isForgotten($0) || earlier?($0) ?? false }
    unsaved.removeAll(where: isForgotten)
    uncleaned.formUnion(used.map(\.path))
    clean()
    guard lines.contains(where: isForgotten) else { return false }
    lines.removeAll(where: isForgotten)
    return true
  }
}
