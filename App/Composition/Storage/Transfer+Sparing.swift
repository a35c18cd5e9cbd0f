import Core
import Foundation

extension Transfer {
  /// The transfer without a way to replace the files in which the app keeps its things: a database
  /// that is replaced while it is open is lost.
  ///
  /// - Parameter databases: the paths of the app's databases.
  func sparing(_ databases: [String]) -> Transfer {
    guard direction == .writes else { return self }
    let own = Set(
      databases.flatMap { path in ["", "-wal", "-shm"].map { Self.place(of: path + $0) } })
    var transfer = self
    transfer.run = { [run] request, progress throws(TransferError) in
      if let file = request.files.first(where: { own.contains(Self.place(of: $0)) }) {
        throw .file("“\(file)” is where the app keeps its things. Name another file.")
      }
      return try await run(request, progress)
    }
    return transfer
  }

  /// The path without links: a file has one of these, whatever it is called.
  private static func place(of path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
  }
}
