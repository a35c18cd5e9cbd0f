package import Files
package import Services

/// Why an import of dumps failed. The catalogue is unchanged.
package enum DumpError: Error, Hashable, Sendable {
  /// A file can't be read.
  case file(FileProblem)
  /// A file has fewer bytes than when the import began.
  case becameShorter(String)
  /// A packed file is damaged, or was not downloaded as a whole.
  case cutOff(String)
  /// A pipe has packed data: only a file is unpacked.
  case packedPipe(String)
  /// `gzip`, which unpacks the files, can't be started; the system says why with this number.
  case noGzip(number: Int32)
  /// The files have no works; so many of their lines can't be read.
  case noWorks(unreadLines: Int)
  /// Another process imports a dump.
  case isRunningElsewhere
  /// The catalogue's database failed.
  case storage(StorageError)
  /// The task was cancelled.
  case cancelled

  init(_ error: StorageError) {
    self = error == .cancelled ? .cancelled : .storage(error)
  }

  /// Tells from the system's number what is wrong with a file.
  init(_ number: Int32, path: String) {
    self = .file(FileProblem(number, path: path, isWriting: false))
  }
}
