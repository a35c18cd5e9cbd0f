import Files
import Foundation
import TestKit
import Testing

@testable import Shell

@Suite("The private folder of standard input")
struct TransferPipeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
  }

  private func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder.file(name))
  }

  @Test("Folders of killed processes are deleted by a later one, and nothing else is")
  func leftovers() throws {
    let kept = ["toy-transfer.young1", "toy-transfer.longer-name", "doll-transfer.abcdef"]
    for name in kept + ["toy-transfer.killed"] {
      let file = folder.file("\(name)/file")
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
      try Data("teddy\n".utf8).write(to: URL(filePath: file))
      if name != kept[0] { try age(name) }
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("toy-transfer.linked"), withDestinationPath: folder.file(kept[2]))
    let used = try TransferPipe(program: "toy", in: folder.path)
    let usedName = URL(filePath: used.path).deletingLastPathComponent().lastPathComponent
    try age(usedName)
    let next = try TransferPipe(program: "toy", in: folder.path)
    let nextName = URL(filePath: next.path).deletingLastPathComponent().lastPathComponent
    #expect(try names == Set(kept + ["toy-transfer.linked", usedName, nextName]))
    #expect(FileManager.default.fileExists(atPath: folder.file("\(kept[2])/file")))
    withExtendedLifetime((used, next)) {}
  }

  @Test("A full disk is that of the temporary files, and other problems are those of -")
  func words() throws {
    let pipe = try TransferPipe(program: "toy", in: folder.path)
    let full = FileProblem.full(folder.path).description
    #expect(pipe.inWords(FileProblem.full(pipe.path).description) == full)
    #expect(pipe.inWords("“\(pipe.path)” isn't a box.") == "“-” isn't a box.")
  }
}
