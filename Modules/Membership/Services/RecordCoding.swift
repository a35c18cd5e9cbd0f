import Foundation

/// Encodes the feature's records as JSON with ISO 8601 times, which is readable in an export.
enum RecordCoding {
  static func data(_ value: some Encodable) -> Data? {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    return try? encoder.encode(value)
  }

  /// Returns the decoded value, or nil for invalid data.
  static func value<Value: Decodable>(_ type: Value.Type, from data: Data) -> Value? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try? decoder.decode(type, from: data)
  }
}
