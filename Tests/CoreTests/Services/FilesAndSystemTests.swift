import Files
import Foundation
import TestKit
import Testing

@Suite("Files and the system")
struct FilesAndSystemTests {
  @Test(
    "Each error number of the system is the problem that its message describes",
    arguments: [
      (ENOTDIR, .notAFolder("a")), (ENAMETOOLONG, .nameTooLong("a")), (ELOOP, .deadLink("a")),
      (EACCES, .notAllowed("a")), (EPERM, .notAllowed("a")), (EROFS, .readOnly("a")),
      (EISDIR, .isFolder("a")), (ENXIO, .notAFile("a")), (ENODEV, .notAFile("a")),
      (EIO, .brokenDisk("a")), (ENOSPC, .full("a")), (EDQUOT, .full("a")), (EFBIG, .full("a")),
      (EINVAL, .refused("a", number: EINVAL)),
    ] as [(Int32, FileProblem)])
  func numbers(_ number: Int32, _ problem: FileProblem) {
    for isWriting in [false, true] {
      #expect(FileProblem(number, path: "a", isWriting: isWriting) == problem)
    }
  }

  @Test("Without the file, reading names it, and writing its folder")
  func missing() {
    #expect(FileProblem(ENOENT, path: "a", isWriting: false) == .missing("a"))
    #expect(FileProblem(ENOENT, path: "a", isWriting: true) == .folderMissing("a"))
  }

  @Test("Child processes inherit no descriptor of a draft")
  func inherited() throws {
    let folder = try TemporaryFolder()
    let file = try FileReplacement(path: folder.file("a"))
    var draft = stat()
    #expect(stat(file.draft, &draft) == 0)
    let descriptors = (0..<Int32(4096)).filter { descriptor in
      var opened = stat()
      return fstat(descriptor, &opened) == 0 && opened.st_ino == draft.st_ino
        && opened.st_dev == draft.st_dev
    }
    #expect(descriptors.count == 1)
    #expect(descriptors.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    file.discard()
  }
}

@Suite("A child process") struct ChildProcessTests {
  @Test("Writing to a process that has ended is an error, and does not end the tests")
  func closedPipe() throws {
    let process = try ChildProcess("/bin/true")
    #expect(process.waitForEnd() == 0)
    #expect(throws: (any Error).self) { try process.input.write(contentsOf: Data("text".utf8)) }
  }
}
