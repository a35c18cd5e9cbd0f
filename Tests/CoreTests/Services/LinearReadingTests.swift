import TestKit
import Testing

@Suite("Reading in linear time")
struct LinearReadingTests {
  @Test("A reader that moves the rest of the input after each chunk takes too long")
  func movesRest() {
    withKnownIssue {
      LinearReading("chunks", "abcd") { bytes in
        var rest = bytes
        while !rest.isEmpty { rest.removeFirst(min(rest.count, 1 << 16)) }
      }.verify()
    }
  }
}
