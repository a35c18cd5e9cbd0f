import Testing

@testable import Books

@Suite("Known answers of the embedded catalogue")
struct KnownAnswersTests {
  @Test("An answer is known until there are too many")
  func bounded() {
    let answers = KnownAnswers()
    #expect(answers["a"] == nil)
    answers["a"] = Array("one".utf8)
    #expect(answers["a"] == Array("one".utf8))
    let part = [UInt8](repeating: 0, count: KnownAnswers.capacity / 16)
    for number in 0..<17 { answers["\(number)"] = part }
    #expect(answers["a"] == nil)
    #expect(answers["16"] == part)
  }

  @Test("An answer that would take the place of many is not kept")
  func large() {
    let answers = KnownAnswers()
    answers["a"] = Array("one".utf8)
    answers["large"] = [UInt8](repeating: 0, count: KnownAnswers.capacity / 4)
    #expect(answers["large"] == nil)
    #expect(answers["a"] != nil)
  }
}
