public import Foundation
import HTTP

extension HTTPCassette {
  /// Reads a cassette from a file. Blocks.
  public init(contentsOf path: String) throws(Problem) {
    let data: Data?
    do {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw Problem.unreadable(path: path)
      }
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      data = try file.read(upToCount: Self.maximumSize + 1)
    } catch {
      throw .unreadable(path: path)
    }
    try self.init(data ?? Data())
  }

  /// Parses a cassette's text.
  public init(_ text: Data) throws(Problem) {
    guard text.count <= Self.maximumSize else { throw .tooLarge }
    var parser = HTTPCassetteParser()
    entries = try parser.entries(of: text)
  }

  /// Writes the cassette to a file, completely or not at all. Blocks.
  public func write(to path: String) throws(Problem) {
    let text = text
    guard text.count <= Self.maximumSize else { throw .tooLarge }
    do {
      try text.write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .unwritable(path: path)
    }
  }

  /// The cassette's text.
  public var text: Data {
    var text = Data("HTTP cassette 1\n".utf8)
    for entry in entries { entry.write(to: &text) }
    return text
  }
}

extension HTTPCassette.Entry {
  /// The size of the entry's text in bytes.
  var size: Int {
    var text = Data()
    write(to: &text)
    return text.count
  }

  /// Whether the entry's text can be parsed. Each body can, so that only the head counts.
  var isReadable: Bool {
    let head = Self(request, response, body: Data(), from: url)
    return (try? HTTPCassette(HTTPCassette([head]).text)) != nil
  }

  /// Appends the entry, and an empty line before it.
  fileprivate func write(to text: inout Data) {
    var lines = ["", "\(request.method) \(request.url.absoluteString)"]
    lines += request.headerFields.map { "> \($0.name): \($0.value.withoutControls)" }
    let phrase = response.status.reasonPhrase.withoutControls.trimmed
    lines.append("\(response.status.code)" + (phrase.isEmpty ? "" : " \(phrase)"))
    lines += response.headerFields.map { "< \($0.name): \($0.value.withoutControls)" }
    if url != request.url { lines.append("@ \(url.absoluteString)") }
    for line in lines { text += Data("\(line)\n".utf8) }
    if !body.isEmpty { writeBody(to: &text) }
  }

  private func writeBody(to text: inout Data) {
    if body.isReadableText { return writeLines(to: &text) }
    let encoded = body.base64EncodedData()
    for start in stride(from: encoded.startIndex, to: encoded.endIndex, by: 76) {
      text += Data("= ".utf8)
      text += encoded[start..<min(start + 76, encoded.endIndex)]
      text.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends the body line by line: a list of all lines would be larger than a body of short ones.
  private func writeLines(to text: inout Data) {
    var start = body.startIndex
    while true {
      let end = body[start...].firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
      text += Data((start == end ? "|" : "| ").utf8)
      text += body[start..<end]
      text.append(UInt8(ascii: "\n"))
      if end == body.endIndex { return }
      start = end + 1
    }
  }
}

extension Data {
  /// Whether this is UTF-8 without control characters but tab and line feed.
  fileprivate var isReadableText: Bool {
    guard let text = String(validating: self, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
    }
  }
}

extension String {
  /// The text with a space in the place of each control character.
  fileprivate var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    let scalars = unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
