import Foundation

/// How the feature's records are written: JSON with times as ISO 8601, so that an export can be read.
enum RecordCoding {
  static func data(_ value: some Encodable) -> Data? {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    return try? encoder.encode(value)
  }

  /// The value, or nil for what is none.
  static func value<Value: Decodable>(_ type: Value.Type, from data: Data) -> Value? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try? decoder.decode(type, from: data)
  }
}
