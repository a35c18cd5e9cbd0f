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
  /// The files that were used, the current one last.
  private var used: [HistoryFile] = []
  /// Which lines must not be remembered, or nil for none.
  private var isForgotten: ((String) -> Bool)?

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
    (isOpen, self.account) = (true, account)
    guard let current else {
      // Without files, what an account's user typed is gone for the next one.
      lines = []
      return true
    }
    if account != nil { current.append([]) }
    if !used.contains(where: { $0.path == current.path }) { used.append(current) }
    if let isForgotten { current.remove(where: isForgotten) }
    let guests = account == nil ? [] : file(nil)?.lines() ?? []
    lines = (guests + current.lines()).suffix(HistoryFile.limit)
    return true
  }

  /// Adds a line; returns false for one that can't be recalled or is the last one again.
  mutating func add(_ line: String) -> Bool {
    guard HistoryFile.canKeep(line), line != lines.last else { return false }
    lines = lines.suffix(HistoryFile.limit - 1) + [line]
    current?.append([line], creates: account == nil)
    return true
  }

  /// Removes lines, also from the files, and from files that are opened later; returns whether any
  /// of the lines was removed.
  mutating func remove(where isForgotten: @escaping (String) -> Bool) -> Bool {
    let earlier = self.isForgotten
    self.isForgotten = { isForgotten($0) || earlier?($0) ?? false }
    for file in used { file.remove(where: isForgotten) }
    guard lines.contains(where: isForgotten) else { return false }
    lines.removeAll(where: isForgotten)
    return true
  }
}
