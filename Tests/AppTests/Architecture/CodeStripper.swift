/// Takes comments and the contents of strings out of Swift code, line by line as it was.
///
/// What is interpolated into a string is code and stays. Regular expressions without `#` are not
/// recognised.
struct CodeStripper {
  private let source: [UInt8]
  private var index = 0
  private var code: [UInt8] = []

  /// The code of a text, with as many lines.
  static func strip(_ text: String) -> [UInt8] {
    var stripper = CodeStripper(source: Array(text.utf8))
    stripper.code.reserveCapacity(stripper.source.count)
    stripper.readCode(untilParenthesis: false)
    return stripper.code
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  private mutating func readCode(untilParenthesis: Bool) {
    var open = 0
    while index < source.count {
      if at("//") {
        skipLine()
      } else if at("/*") {
        skipBlockComment()
      } else if let hashes = stringStart() {
        readString(hashes: hashes)
      } else {
        let byte = source[index]
        if byte == UInt8(ascii: "(") { open += 1 }
        if byte == UInt8(ascii: ")") {
          if untilParenthesis, open == 0 { return }
          open -= 1
        }
        code.append(byte)
        index += 1
      }
    }
  }

  private mutating func readString(hashes: Int) {
    let fence = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    index += hashes
    let quote: [UInt8] = at("\"\"\"") ? Array("\"\"\"".utf8) : Array("\"".utf8)
    index += quote.count
    code += Array("\"".utf8)
    while index < source.count {
      if at(quote + fence) {
        index += quote.count + hashes
        break
      }
      if at(Array("\\".utf8) + fence) {
        index += 1 + hashes
        if at("(") {
          code += Array("(".utf8)
          index += 1
          readCode(untilParenthesis: true)
          code += Array(")".utf8)
        }
        // A line that ends with a backslash goes on, and is a line all the same.
        if index < source.count, at("\n") { code.append(source[index]) }
        index += 1
        continue
      }
      if source[index] == UInt8(ascii: "\n") {
        code.append(source[index])
        if quote.count == 1 {
          index += 1
          break
        }
      }
      index += 1
    }
    code += Array("\"".utf8)
  }

  /// The number of `#` before the quote that begins here, or nil where no string begins.
  private func stringStart() -> Int? {
    var end = index
    while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
    guard end < source.count, source[end] == UInt8(ascii: "\"") else { return nil }
    return end - index
  }

  private mutating func skipLine() {
    while index < source.count, source[index] != UInt8(ascii: "\n") { index += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while index < source.count {
      if at("/*") {
        depth += 1
        index += 2
      } else if at("*/") {
        depth -= 1
        index += 2
        if depth == 0 { return }
      } else {
        if source[index] == UInt8(ascii: "\n") { code.append(source[index]) }
        index += 1
      }
    }
  }

  private func at(_ text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= source.count else { return false }
    return text.withUTF8Buffer { bytes in
      bytes.indices.allSatisfy { source[index + $0] == bytes[$0] }
    }
  }

  private func at(_ bytes: [UInt8]) -> Bool {
    index + bytes.count <= source.count
      && bytes.indices.allSatisfy { source[index + $0] == bytes[$0] }
  }
}
