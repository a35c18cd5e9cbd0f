public import Services

/// A way to bring data into the app or to take it out: an import, an export, a backup.
///
/// A feature offers it as a value. The command line runs it by its words, and a screen of the account
/// with a form, so it knows neither.
public struct Transfer: Identifiable, Sendable {
  /// Whether files are read or written.
  public enum Direction: Hashable, Sendable {
    /// Files are read.
    case reads
    /// One file is written: another one first, which takes its name when it is complete.
    case writes
  }

  /// What is asked for.
  public struct Request: Hashable, Sendable {
    /// The files' paths, at least one.
    public var files: [String]
    /// Whose data it is about.
    public var owner: Owner
    /// Whether only to say what would be done.
    public var isDryRun: Bool

    /// Creates a request.
    public init(files: [String], owner: Owner, isDryRun: Bool = false) {
      self.files = files
      self.owner = owner
      self.isDryRun = isDryRun
    }
  }

  /// Identifies the transfer, such as `import-goodreads`.
  public let id: Identifier<Transfer>
  /// The words that run it on the command line, such as `import goodreads`.
  public var command: String
  /// What a person reads in a list.
  public var title: String
  /// What it does, in one or two sentences.
  public var explanation: String
  /// Whether files are read or written.
  public var direction: Direction
  /// What the name of a file to read is like, such as `~/Downloads/books.csv`; nil for no example.
  public var example: String?
  /// Whether more than one file can be given.
  public var takesSeveralFiles = false
  /// Whether its files are backups: it may read the app's automatic ones, and replace one that a person
  /// made.
  public var usesBackups = false
  /// Whether it can say what it would do without doing it.
  public var offersDryRun = false
  /// What a person must agree to before it is done, such as losing what is there now; nil for nothing.
  public var warning: String?
  /// The message after it was cancelled.
  public var cancelled = StorageError.cancelled.description
  /// Does it, off the main actor. A cancelled task ends it: nothing is half done, or it can go on
  /// later and ``cancelled`` says so.
  ///
  /// The second argument is called with its progress from time to time, on any thread.
  public var run:
    @Sendable (Request, @escaping @Sendable (TransferProgress) -> Void)
      async throws(TransferError) -> TransferReport

  /// Creates a transfer.
  public init(
    _ id: Identifier<Transfer>, command: String, title: String, explanation: String,
    direction: Direction,
    run:
      @escaping @Sendable (Request, @escaping @Sendable (TransferProgress) -> Void)
      async throws(TransferError) -> TransferReport
  ) {
    self.id = id
    self.command = command
    self.title = title
    self.explanation = explanation
    self.direction = direction
    self.run = run
  }
}

/// How far a transfer is.
public struct TransferProgress: Hashable, Sendable {
  /// What is being done now, in a person's words, such as "Reading authors".
  public var step: String
  /// How much is done, in a unit that grows evenly, such as bytes.
  public var done: Int
  /// How much there is, in the same unit, or nil where that is unknown.
  public var total: Int?
  /// How many things that a person counts were dealt with, such as books.
  public var count: Int

  /// Creates a state of progress.
  public init(step: String, done: Int, total: Int? = nil, count: Int = 0) {
    self.step = step
    self.done = done
    self.total = total
    self.count = count
  }
}

/// What a transfer came to.
public struct TransferReport: Codable, Hashable, Sendable {
  /// A number that a person wants to know.
  public struct Count: Codable, Hashable, Sendable {
    /// What was counted, such as "Books added".
    public var label: String
    /// How many.
    public var number: Int

    /// Creates a count.
    public init(_ label: String, _ number: Int) {
      self.label = label
      self.number = number
    }
  }

  /// Something in a file that could not be taken.
  public struct Rejection: Codable, Hashable, Sendable {
    /// The file's name, where there are several; nil for the only one.
    public var file: String?
    /// The line on which it begins, from 1.
    public var line: Int
    /// Why, and what would help, in a person's words.
    public var reason: String

    /// Creates a rejection.
    public init(file: String? = nil, line: Int, reason: String) {
      self.file = file
      self.line = line
      self.reason = reason
    }
  }

  /// Something in a file that says something else than what the app has, which stays.
  public struct Difference: Codable, Hashable, Sendable {
    /// The line on which it begins, from 1.
    public var line: Int
    /// What it is about, such as a book's title.
    public var title: String
    /// The name of the column.
    public var column: String
    /// What the file says, shortened.
    public var said: String
    /// What the app has, shortened; empty for nothing.
    public var kept: String

    /// Creates a difference.
    public init(line: Int, title: String, column: String, said: String, kept: String) {
      self.line = line
      self.title = title
      self.column = column
      self.said = said
      self.kept = kept
    }

    /// Both in a person's words, without the line.
    public var text: String {
      let mine = kept.isEmpty ? "your library has nothing" : "your library has “\(kept)”"
      return "\(title), \(column): the file says “\(said)”, \(mine)"
    }
  }

  /// What a person should know first, in a sentence.
  public var summary: String
  /// The numbers.
  public var counts: [Count]
  /// What could not be taken, in the order of the files; at most some thousands of them.
  public var rejections: [Rejection]
  /// How many could not be taken, also those that are not listed.
  public var rejectionCount: Int
  /// Where a file says something else than the app, in the order of the file; at most some thousands.
  public var differences: [Difference] = []
  /// How many of these there are, also those that are not listed.
  public var differenceCount = 0

  /// Creates a report.
  public init(
    summary: String, counts: [Count] = [], rejections: [Rejection] = [],
    rejectionCount: Int? = nil
  ) {
    self.summary = summary
    self.counts = counts
    self.rejections = rejections
    self.rejectionCount = rejectionCount ?? rejections.count
  }
}

/// Why a transfer was not done. Nothing was changed then, unless it says so.
public enum TransferError: Error, Hashable, Sendable {
  /// A file can't be read or written; the text says which, why, and what helps.
  case file(String)
  /// A file is not what it should be; the text says what was expected.
  case format(String)
  /// The app's own storage did not do its part.
  case storage(StorageError)
  /// It was cancelled.
  case cancelled
}

extension TransferError {
  /// Says what is wrong with a file.
  public init(_ problem: FileProblem) {
    self = problem == .cancelled ? .cancelled : .file(problem.description)
  }
}
