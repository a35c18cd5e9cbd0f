import Files
import Services
import Foundation

/// The folder of automatic backups, whose names contain a number and a date: `library-0001-2026-11-20.sqlite`,
/// `before-restoring-0002-2026-11-21.sqlite` for replaced libraries, and `before-damage-…` for the backup that was
/// offered for a damaged one.
///
/// The number determines the newest backup, so a clock that goes back does not matter.
struct BackupFolder {
  /// The kind of a backup, which is the beginning of its name.
  enum Kind: String, CaseIterable {
    case automatic = "library-"
    case replaced = "before-restoring-"
    case damaged = "before-damage-"
  }

  static let suffix = ".sqlite"
  /// The app gives smaller numbers; a file with a larger one is ignored.
  private static let numbers = 1_000_000_000
  /// The number of seconds without a change after which an unfinished backup is deleted.
  private static let leftoverAge = 3600

  let path: String

  /// Creates the folder, unless it is there. The app writes nothing behind a link.
  func create() throws(StorageError) { try PrivateFolder.create(path, isChosen: false) }

  /// Returns the backups of some kinds, newest first.
  func backups(_ kinds: Kind...) -> [Backup] {
    let copies = ((try? files()) ?? []).compactMap { name -> (number: Int, Backup)? in
      guard let parts = Self.parts(of: name, kinds),
        // An empty file is a reserved name.
        size("\(path)/\(name)") > 0
      else { return nil }
      return (parts.number, Backup(path: "\(path)/\(name)", day: parts.day))
    }
    return copies.sorted { $0.number > $1.number }.map(\.1)
  }

  /// Returns the number and the date in the name of a backup, or nil for another name.
  private static func parts(
    of name: String, _ kinds: [Kind] = Kind.allCases
  ) -> (number: Int, day: CalendarDate)? {
    guard let kind = kinds.first(where: { name.hasPrefix($0.rawValue) }), name.hasSuffix(suffix)
    else { return nil }
    let words = name.dropFirst(kind.rawValue.count).dropLast(suffix.count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let number = Self.number(words[0]), let day = CalendarDate(words[1])
    else { return nil }
    return (number, day)
  }

  /// Returns whether a file has the name of a backup of any kind.
  private static func isBackup(_ name: String) -> Bool { parts(of: name) != nil }

  /// Returns whether a name is that of an unfinished backup, of the copy in which one was rebuilt, or of a file of
  /// SQLite beside one.
  private static func isDraft(_ name: String) -> Bool {
    let companion = StorageFile.companions.first { name.hasSuffix($0) } ?? ""
    let draft = name.dropLast(companion.count)
    let marked = draft.dropLast(FileReplacement.draftLetters)
    guard marked.hasSuffix(FileReplacement.draftMark) else { return false }
    let rest = String(marked.dropLast(FileReplacement.draftMark.count))
    return isBackup(rest) || isDraft(rest)
  }

  /// Reserves a unique name across processes by creating an empty file, which the backup then replaces.
  func reserve(_ kind: Kind, _ day: CalendarDate) throws(StorageError) -> String {
    for number in try nextNumber()..<Self.numbers {
      let file = file(kind, day, number)
      let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        close(descriptor)
        return file
      }
      guard errno == EEXIST else { throw StorageFile.problem(file) }
    }
    throw noName
  }

  private var noName: StorageError { .unavailable("\(path) has no free name for another backup") }

  /// Returns the next name.
  func file(_ kind: Kind, _ day: CalendarDate) throws(StorageError) -> String {
    file(kind, day, try nextNumber())
  }

  private func file(_ kind: Kind, _ day: CalendarDate, _ number: Int) -> String {
    "\(path)/\(kind.rawValue)\(Self.text(number))-\(day)\(Self.suffix)"
  }

  /// Returns whether a file has the name of an automatic backup in a folder with this folder's
  /// name, such as another data folder's.
  func isLike(_ file: String) -> Bool {
    let words = StorageFile.resolvingLinks(in: file).split(separator: "/").suffix(2)
    guard words.count == 2, let name = words.last else { return false }
    return words.first == path.split(separator: "/").last && Self.isBackup(String(name))
  }

  /// Renames the automatic backup that is offered for a damaged database, so that it is not deleted as one of the
  /// seven.
  ///
  /// - Returns: the backup with its new name; with its old one if it has been renamed before, can't be renamed, or is
  ///   behind a link.
  func keep(_ backup: Backup) -> Backup {
    let (name, old) = ((backup.path as NSString).lastPathComponent, Kind.automatic.rawValue)
    guard name.hasPrefix(old), (try? create()) != nil else { return backup }
    let kept = "\(path)/\(Kind.damaged.rawValue)\(name.dropFirst(old.count))"
    let offered = FileIdentity(backup.path)
    // A killed process may have given it this name, and not taken the old one.
    let isKept = offered != nil && FileIdentity(kept) == offered
    guard isKept || FileReplacement.renameOnly(backup.path, kept) == 0 else { return backup }
    return Backup(path: kept, day: backup.day)
  }

  /// Deletes unfinished backups and reserved names of killed processes, but not one that another window
  /// is making, and no file of the user.
  func removeLeftovers() {
    for name in (try? files()) ?? [] {
      let file = "\(path)/\(name)"
      guard Self.isDraft(name) || Self.isBackup(name) && size(file) == 0,
        age(of: file) > Self.leftoverAge
      else { continue }
      unlink(file)
    }
  }

  /// Deletes all backups, including unfinished ones. Of a folder behind a link, where the app writes none, it
  /// deletes nothing.
  ///
  /// A name may not be text, such as that of a copy from an old disk: it is deleted by its bytes.
  ///
  /// - Parameter unlinking: deletes the file at a path, which ends with a zero; returns 0, or the system's error
  ///   number.
  /// - Throws: the problem with the first file that is left, after all others were deleted.
  func removeAll(
    unlinking: ([CChar]) -> Int32 = { unlink($0) == 0 ? 0 : errno }
  ) throws(StorageError) {
    if FileManager.default.fileExists(atPath: path) { try create() }
    var problem: StorageError?
    // Another window may rename a file after it is listed: the copy in which a draft is rebuilt, and then the draft.
    for _ in 1...3 {
      problem = nil
      for name in try entries() where Self.text(name).contains(Self.suffix) {
        let number = unlinking("\(path)/".utf8CString.dropLast() + name)
        if number == 0 { continue }
        problem = problem ?? StorageFile.problem("\(path)/\(Self.text(name))", number)
      }
    }
    if let problem { throw problem }
  }

  private func nextNumber() throws(StorageError) -> Int {
    let used = try files().compactMap { Self.parts(of: $0)?.number }
    let next = (used.max() ?? 0) + 1
    if next == Self.numbers { throw noName }
    return next
  }

  private static func number(_ text: Substring) -> Int? {
    Int(text).flatMap { (0..<numbers).contains($0) ? $0 : nil }
  }

  private static func text(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 4 - text.count)) + text
  }

  /// Returns the names in the folder, those that are no text with U+FFFD; none if there is no folder.
  private func files() throws(StorageError) -> [String] { try entries().map(Self.text) }

  private static func text(_ name: [CChar]) -> String {
    String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the names in the folder as their bytes, each with a zero at its end; none if there is no folder.
  private func entries() throws(StorageError) -> [[CChar]] {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return [] }
      throw StorageFile.problem(path)
    }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    errno = 0
    while let entry = readdir(stream) {
      names.append(Array(UnsafeBufferPointer(start: entry.name, count: strlen(entry.name) + 1)))
      errno = 0
    }
    guard errno == 0 else { throw StorageFile.problem(path) }
    return names
  }
}
