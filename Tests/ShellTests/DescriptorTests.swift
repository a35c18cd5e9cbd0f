import Terminal
import Foundation
import Testing

@testable import Shell

/// Reads and writes real file descriptors.
@Suite("File descriptors")
struct DescriptorTests {
  private func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    // A program of another test that kept an end open would keep the reader waiting.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  @Test("Thousands of lines from a pipe arrive in order, followed by the end of the input")
  func reading() async throws {
    let (reading, writing) = try makePipe()
    let queue = LineQueue()
    DescriptorReader.start(reading, isTerminal: false, into: queue)
    let script = (1...5000).map { "line \($0)\n" }.joined()
    Thread.detachNewThread {
      try? DescriptorSink(descriptor: writing).write(script)
      close(writing)
    }
    for number in 1...5000 { #expect(await queue.next() == .text("line \(number)")) }
    #expect(await queue.next() == .end)
    #expect(await queue.next() == .end)
    close(reading)
  }

  @Test("While another program reads from the terminal, the app takes no line from it")
  func gate() async throws {
    let (reading, writing) = try makePipe()
    let (queue, gate) = (LineQueue(), ReadingGate())
    gate.close()
    DescriptorReader.start(reading, isTerminal: false, gate: gate, into: queue)
    try DescriptorSink(descriptor: writing).write("for the pager\n")
    var typed = [UInt8](repeating: 0, count: 100)
    #expect(read(reading, &typed, 100) == "for the pager\n".utf8.count)
    gate.open()
    try DescriptorSink(descriptor: writing).write("for the app\n")
    #expect(await queue.next() == .text("for the app"))
    close(writing)
    #expect(await queue.next() == .end)
    close(reading)
  }

  @Test("After Ctrl-D a terminal is read further, and the reader waits until lines are consumed")
  func terminal() async throws {
    // A file at its end behaves like a terminal after Ctrl-D: each read returns nothing.
    let null = open("/dev/null", O_RDONLY)
    let queue = LineQueue()
    DescriptorReader.start(null, isTerminal: true, into: queue)
    for _ in 1...20_000 { #expect(await queue.next() == .end) }
    #expect(queue.count <= LineQueue.capacity)
  }

  @Test("A reader that waits for room goes on once the lines are discarded")
  func discarded() async throws {
    let (reading, writing) = try makePipe()
    let queue = LineQueue()
    DescriptorReader.start(reading, isTerminal: false, into: queue)
    Thread.detachNewThread {
      try? DescriptorSink(descriptor: writing).write(String(repeating: "typed\n", count: 50_000))
      close(writing)
    }
    while queue.count < LineQueue.capacity { await Task.yield() }
    queue.discard()
    var rest = 0
    while await queue.next() == .text("typed") { rest += 1 }
    #expect(rest <= 50_000 - LineQueue.capacity)
    close(reading)
  }

  @Test("An unreadable input, such as a directory, ends with one line and status 1")
  @MainActor func unreadable() async {
    let directory = open("/", O_RDONLY)
    let queue = LineQueue()
    DescriptorReader.start(directory, isTerminal: false, into: queue)
    let (output, errors) = (MemorySink(), MemorySink())
    let console = Console(lines: queue, output: output, errors: errors)
    let status = await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: ["--keep-going"], environment: [:])
    #expect(status == 1)
    #expect(errors.text == "line 1: The input can't be read: Is a directory.\n")
    close(directory)
  }

  @Test("A terminal that becomes unreadable ends the conversation, also at a question")
  @MainActor func brokenTerminal() async {
    let directory = open("/", O_RDONLY)
    let queue = LineQueue()
    queue.add([.text("find")])
    DescriptorReader.start(directory, isTerminal: true, into: queue)
    let (output, errors) = (MemorySink(), MemorySink())
    var console = Console(lines: queue, output: output, errors: errors)
    console.isInputTerminal = true
    let status = await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: [], environment: [:])
    #expect(status == 1)
    #expect(errors.text == "The input can't be read: Is a directory.\n")
    #expect(output.text.contains("Text: \nCancelled.\n"))
    close(directory)
  }

  #if os(Linux)
    @Test("A line that a read error has cut off is left out, and the error is reported")
    func cutOff() async throws {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      try DescriptorSink(descriptor: ends[1]).write("rate 4\nrate 4")
      // On Linux a socket that is closed with something unread is a reset connection for the other end.
      try DescriptorSink(descriptor: ends[0]).write("unread")
      close(ends[1])
      let queue = LineQueue()
      DescriptorReader.start(ends[0], isTerminal: false, into: queue)
      #expect(await queue.next() == .text("rate 4"))
      #expect(await queue.next() == .failed(String(cString: strerror(ECONNRESET))))
      close(ends[0])
    }
  #endif

  @Test("A descriptor that does not block gets the whole text, also while its pipe is full")
  func nonBlocking() throws {
    let (reading, writing) = try makePipe()
    try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    // Much more than a pipe takes.
    let size = 1 << 21
    Thread.detachNewThread {
      _ = DescriptorWriting.write(String(repeating: "x", count: size), to: writing)
      close(writing)
    }
    let text = try FileHandle(fileDescriptor: reading, closeOnDealloc: true).readToEnd()
    #expect(text?.count == size)
  }

  @Test("Writing to a closed pipe is an error, not a signal")
  func closedPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let (reading, writing) = try makePipe()
    #expect(DescriptorSink(descriptor: writing).isOpen)
    close(reading)
    #expect(!DescriptorSink(descriptor: writing).isOpen)
    #expect(throws: OutputError.closed) { try DescriptorSink(descriptor: writing).write("text") }
    close(writing)
    #expect(throws: OutputError.failed(EBADF)) { try DescriptorSink(descriptor: -1).write("text") }
  }
}
