import Core
import Foundation

extension Transfer {
  /// The transfer without a way to replace the files in which the app keeps its things: a database
  /// that is replaced while it is open is lost, and so is an automatic backup.
  func sparing(_ folders: AppFolders) -> Transfer {
    guard direction == .writes else { return self }
    let databases = folders.databases.map { Self.place(of: $0) }
    let backups = Self.place(of: folders.backups) + "/"
    var transfer = self
    transfer.run = { [run] request, progress throws(TransferError) in
      let own = request.files.first { file in
        let place = Self.place(of: file)
        // What has a database's name in front belongs to it: its log, and what else stands beside it.
        return place.hasPrefix(backups) || databases.contains { place.hasPrefix($0) }
      }
      if let own {
        throw .file("“\(own)” is where the app keeps its things. Name another file.")
      }
      return try await run(request, progress)
    }
    return transfer
  }

  /// The path without links: a file has one of these, whatever it is called. One that is not there yet
  /// is in a folder that is.
  private static func place(of path: String) -> String {
    let file = URL(filePath: path)
    let whole = file.resolvingSymlinksInPath().path(percentEncoded: false)
    if FileManager.default.fileExists(atPath: whole) { return whole }
    return file.deletingLastPathComponent().resolvingSymlinksInPath()
      .appending(component: file.lastPathComponent).path(percentEncoded: false)
  }
}
