// Needs: Books

public import Foundation
import Services

/// Changes the JSON of Open Library at random: hostile values in every place, other structure, and other bytes.
///
/// The same seed gives the same changes.
///
/// ```swift
/// var fuzzer = OpenLibraryFuzzer(seed: UInt64(seed))
/// return .json(fuzzer.changed(data), status: reply.status, from: request.url)
/// ```
public struct OpenLibraryFuzzer {
  private var random: SeededRandomness
  private let values: [[UInt8]]

  /// Creates a fuzzer.
  public init(seed: UInt64) {
    random = SeededRandomness(seed: seed)
    values = Self.values
  }

  /// Returns JSON with one to three changes, after which it may be none.
  public mutating func changed(_ json: Data) -> Data {
    guard var node = JSONNode(json) else { return json }
    for _ in 0...below(3) {
      let place = below(node.count)
      _ = node.change(at: place) { changed($0) }
    }
    let data = node.data
    return below(12) == 0 ? broken(data) : data
  }

  private mutating func changed(_ node: JSONNode) -> JSONNode {
    switch (node, below(3)) {
    case (.object(var members), 0...1) where !members.isEmpty:
      let index = below(members.count)
      switch below(4) {
      case 0: members.remove(at: index)
      // The same key with another value, before or after.
      case 1: members.insert((members[index].key, value()), at: index + below(2))
      case 2: members[index].key = "\(members[index].key)\u{1B}"
      default: members.insert(("unknown", value()), at: index)
      }
      return .object(members)
    case (.array(var elements), 0...1) where !elements.isEmpty:
      let index = below(elements.count)
      switch below(4) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(value(), at: index)
      case 2: elements += [JSONNode](repeating: elements[index], count: 200)
      default: elements.reverse()
      }
      return .array(elements)
    default: return value()
    }
  }

  /// Returns other bytes.
  private mutating func broken(_ data: Data) -> Data {
    var data = data
    guard !data.isEmpty else { return data }
    let index = data.startIndex + below(data.count)
    switch below(5) {
    case 0: data.removeSubrange(index...)
    case 1: data[index] = UInt8(below(256))
    case 2: data.insert(contentsOf: [0xFF, 0, 0x1B, 0x9B], at: index)
    case 3: data.append(contentsOf: data)
    default: data.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: data.startIndex)
    }
    return data
  }

  private mutating func value() -> JSONNode { .raw(values[below(values.count)]) }

  private mutating func below(_ limit: Int) -> Int { random.next(below: limit) }
}

extension OpenLibraryFuzzer {
  /// Values as they are written, most of them valid.
  private static let values: [[UInt8]] = {
    let plain = [
      "null", "true", "{}", "[]", "[null]", "[[]]", #""""#, "0", "-0", "-1", "3.7", "1e400",
      "-1e400", "1e-400", "1e5", "2147483648", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "01", "0x1F", "NaN", "Infinity", #"{"value":null}"#,
      #"{"value":"\u001b[2J"}"#, #"{"key":"/type/redirect"}"#, #"{"key":"/type/delete"}"#,
      #""/works/../../x""#, #""/works/OL1W?a#b""#, #""/authors/OL1A\u0000""#, #""OL1A""#,
      #""\u0000""#,
      #""\u001b[2J\u001b]0;title\u0007""#, #""\u009b31m\u0085\u007f\b\f""#, #""\ud800""#,
      #""\udc00\ud800""#, #""\u202egnirts\u2066\u2028\u200f""#, "\"\u{1B}[2J\"", "\"\u{9B}31m\"",
      "\"\u{0}\"", "\"\u{FEFF}\u{FFFE}\"", #""\x""#, #"""#, #""   ""#, #""\n\r\t""#, "'a'",
      "\"👩‍👩‍👧 e\u{301} شاهنامه 龍\"", "\"A\(String(repeating: "\u{301}", count: 5000))\"",
    ].map { Array($0.utf8) }
    func many(
      _ unit: String, _ count: Int, _ beginning: String = "", _ end: String = ""
    ) -> [UInt8] {
      Array((beginning + String(repeating: unit, count: count) + end).utf8)
    }
    let deep = 200_000
    return plain + [
      [34, 0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80, 34],
      many("[", deep) + many("]", deep), many(#"{"a":"#, deep, "", "1") + many("}", deep),
      many("[", deep), many("A", 1 << 20, "\"", "\""), many("龍", 1 << 18, "\"", "\""),
      many("9", 100_000), many("1,", 100_000, "[", "1]"), many("{},", 100_000, "[", "{}]"),
      many(#""a","#, 100_000, "[", #""b"]"#), many(#""\u001b","#, 10_000, "[", #""b"]"#),
      many(#"{"key":"/works/OL1W","title":"A"},"#, 1000, "[", "{}]"),
    ]
  }()
}

/// JSON whose parts may be any bytes.
indirect enum JSONNode {
  case object([(key: String, value: JSONNode)])
  case array([JSONNode])
  case raw([UInt8])

  /// Parses an object or an array.
  init?(_ json: Data) {
    guard let value = try? JSONSerialization.jsonObject(with: json) else { return nil }
    self.init(value)
  }

  private init(_ value: Any) {
    switch value {
    case let members as [String: Any]:
      self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSONNode($0.value)) })
    case let elements as [Any]: self = .array(elements.map { JSONNode($0) })
    default:
      let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      self = .raw(data.map(Array.init) ?? [])
    }
  }

  /// The number of nodes, this one included.
  var count: Int {
    switch self {
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .raw: 1
    }
  }

  /// Changes the node at a position, counted in order from 0.
  ///
  /// - Returns: how many nodes remain to be passed, negative after the change.
  mutating func change(at place: Int, _ body: (JSONNode) -> JSONNode) -> Int {
    if place == 0 {
      self = body(self)
      return -1
    }
    var left = place - 1
    switch self {
    case .object(var members):
      for index in members.indices where left >= 0 {
        left = members[index].value.change(at: left, body)
      }
      self = .object(members)
    case .array(var elements):
      for index in elements.indices where left >= 0 {
        left = elements[index].change(at: left, body)
      }
      self = .array(elements)
    case .raw: break
    }
    return left
  }

  /// The text.
  var data: Data {
    var data = Data()
    write(to: &data)
    return data
  }

  private func write(to data: inout Data) {
    switch self {
    case .object(let members):
      data.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { data.append(UInt8(ascii: ",")) }
        data += (try? JSONEncoder().encode(member.key)) ?? Data()
        data.append(UInt8(ascii: ":"))
        member.value.write(to: &data)
      }
      data.append(UInt8(ascii: "}"))
    case .array(let elements):
      data.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { data.append(UInt8(ascii: ",")) }
        element.write(to: &data)
      }
      data.append(UInt8(ascii: "]"))
    case .raw(let raw): data += raw
    }
  }
}
