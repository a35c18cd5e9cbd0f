import Foundation

/// Prints the costs of a catalogue of a million books: importing and searching.
///
/// ```
/// CatalogueFigures generate <folder> <works>    a dump that is made up, the same one every time
/// CatalogueFigures import <folder>              in a process of its own, for its memory
/// CatalogueFigures search <folder> <PlainCSearch>
/// CatalogueFigures read                         lines of a dump, beside JSONDecoder
/// ```
@main struct CatalogueFigures {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let folder = arguments.dropFirst().first ?? ""
    switch (arguments.first, arguments.count) {
    case ("generate", 3):
      try DumpGenerator(folder: folder, works: Int(arguments.last ?? "") ?? 1_000_000).run()
    case ("import", 2): try await ImportFigures(folder: folder).run()
    case ("search", 3):
      try await SearchFigures(folder: folder, plainC: arguments.last ?? "").run()
    case ("read", 1): RecordFigures().run()
    default:
      print(
        "usage: CatalogueFigures generate <folder> <works> | import <folder> | read"
          + " | search <folder> <PlainCSearch>")
      exit(64)
    }
  }

  static let files = ["authors.txt.gz", "works.txt.gz", "editions.txt.gz"]
}
