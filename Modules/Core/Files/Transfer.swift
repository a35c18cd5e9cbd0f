public import Services

/// An import, an export or another way to move data into or out of the app.
///
/// A feature contributes it as a value that is independent of the host: the command line runs it as
/// a command, and the account screen through a form.
public struct Transfer: Identifiable, Sendable {
  /// Whether files are read or written.
  public enum Direction: Hashable, Sendable {
    /// Files are read.
    case reads
    /// One file is written: as a draft, which is renamed when it is complete.
    case writes
  }

  /// The parameters of a run.
  public struct Request: Hashable, Sendable {
    /// The files' paths, at least one.
    public var files: [String]
    /// The user's input for the transfer's ``Transfer/parameter``; empty for none.
    public var parameter: String
    /// The owner of the data.
    public var owner: Owner
    /// The name of the owner's account, for messages.
    public var account = "guest"
    /// Whether it is a dry run.
    public var isDryRun: Bool
    /// Whether an export may replace an existing file.
    public var replaces: Bool

    /// Creates a request.
    public init(
      files: [String], parameter: String = "", owner: Owner, isDryRun: Bool = false,
      replaces: Bool = false
    ) {
      (self.files, self.parameter) = (files, parameter)
      self.owner = owner
      self.isDryRun = isDryRun
      self.replaces = replaces
    }
  }

  /// Identifies the transfer, such as `import-notes`.
  public let id: Identifier<Transfer>
  /// Its command, such as `import notes`.
  public var command: String
  /// The title in a list.
  public var title: String
  /// The description, in one or two sentences.
  public var explanation: String
  /// Whether files are read or written.
  public var direction: Direction
  /// An example of a file to read, such as `~/Downloads/books.csv`; nil for none.
  public var example: String?
  /// The name of the parameter that it takes besides files, such as "Year"; nil for none.
  public var parameter: String?
  /// Whether it accepts several files.
  public var takesSeveralFiles = false
  /// Whether its files are backups: it may read the app's automatic ones, and replace a manual one.
  public var usesBackups = false
  /// Whether it reads or changes the data of the current owner alone, unlike a catalogue, which all owners share.
  public var usesOwnerData = true
  /// Whether it supports dry runs.
  public var offersDryRun = false
  /// The consequence that the user must confirm first, such as losing the current data; nil for none.
  public var warning: String?
  /// The message after it was cancelled.
  public var cancelled = StorageError.cancelled.description
  /// Runs the transfer, off the main actor. Cancelling its task ends it: nothing is changed, or a
  /// later run continues; ``cancelled`` says which.
  ///
  /// The second argument receives the progress from time to time, on any thread.
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

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// The current step in the user's words, such as "Reading authors".
  public var step: String
  /// The amount done, in a unit that grows evenly, such as bytes.
  public var done: Int
  /// The total in the same unit, or nil if unknown.
  public var total: Int?
  /// The number of processed items, such as books.
  public var count: Int

  /// Creates a progress value.
  public init(step: String, done: Int, total: Int? = nil, count: Int = 0) {
    self.step = step
    self.done = done
    self.total = total
    self.count = count
  }
}

/// The result of a transfer.
public struct TransferReport: Codable, Hashable, Sendable {
  /// A count in a report.
  public struct Count: Codable, Hashable, Sendable {
    /// The counted items, such as "Books added".
    public var label: String
    /// The number.
    public var number: Int

    /// Creates a count.
    public init(_ label: String, _ number: Int) {
      self.label = label
      self.number = number
    }
  }

  /// A rejected part of a file.
  public struct Rejection: Codable, Hashable, Sendable {
    /// The file's name if there are several, else nil.
    public var file: String?
    /// Its first line, from 1.
    public var line: Int
    /// The reason and the remedy, for the user.
    public var reason: String

    /// Creates a rejection.
    public init(file: String? = nil, line: Int, reason: String) {
      self.file = file
      self.line = line
      self.reason = reason
    }
  }

  /// A difference between a file and the app, whose value is kept.
  public struct Difference: Codable, Hashable, Sendable {
    /// Its first line, from 1.
    public var line: Int
    /// The item, such as a book's title.
    public var title: String
    /// The column's name.
    public var column: String
    /// The file's value, shortened.
    public var fileValue: String
    /// The app's value, shortened; empty for none.
    public var libraryValue: String

    /// Creates a difference.
    public init(line: Int, title: String, column: String, fileValue: String, libraryValue: String) {
      self.line = line
      self.title = title
      self.column = column
      self.fileValue = fileValue
      self.libraryValue = libraryValue
    }
  }

  /// A value of a file that the app doesn't recognise.
  public struct Unrecognized: Codable, Hashable, Sendable {
    /// Its first line, from 1.
    public var line: Int
    /// The item, such as a book's title.
    public var title: String
    /// The column's name.
    public var column: String
    /// The value, shortened.
    public var fileValue: String
    /// How the app handled it, as the end of a sentence.
    public var outcome: String

    /// Creates a value.
    public init(line: Int, title: String, column: String, fileValue: String, outcome: String) {
      self.line = line
      self.title = title
      self.column = column
      self.fileValue = fileValue
      self.outcome = outcome
    }
  }

  /// The summary, in a sentence.
  public var summary: String
  /// The counts.
  public var counts: [Count]
  /// The rejected parts, in the order of the files; at most some thousands.
  public var rejections: [Rejection]
  /// The number of all rejected parts, including those not listed.
  public var rejectionCount: Int
  /// The differences, in the order of the file; at most some thousands.
  public var differences: [Difference] = []
  /// The number of all differences, including those not listed.
  public var differenceCount = 0
  /// The values that were not recognised, in the order of the file; at most some thousands.
  public var unrecognized: [Unrecognized] = []
  /// The number of all such values, including those not listed.
  public var unrecognizedCount = 0

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
