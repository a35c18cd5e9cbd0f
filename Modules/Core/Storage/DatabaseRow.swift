public import Foundation

/// One row of an answer, good until the next one is read. Columns count from 0.
public protocol DatabaseRow {
  /// The column's text, or nil for null.
  func text(_ column: Int) -> String?
  /// The column's whole number, or nil for null.
  func integer(_ column: Int) -> Int?
  /// The column's number, or nil for null.
  func real(_ column: Int) -> Double?
  /// The column's bytes, or nil for null.
  func blob(_ column: Int) -> Data?
}

extension DatabaseRow {
  /// The column's text.
  ///
  /// - Throws: ``StorageError/damaged(_:)`` for null.
  public func string(_ column: Int) throws(StorageError) -> String {
    try Self.present(text(column), column)
  }

  /// The column's whole number.
  ///
  /// - Throws: ``StorageError/damaged(_:)`` for null.
  public func number(_ column: Int) throws(StorageError) -> Int {
    try Self.present(integer(column), column)
  }

  /// The column's bytes.
  ///
  /// - Throws: ``StorageError/damaged(_:)`` for null.
  public func data(_ column: Int) throws(StorageError) -> Data {
    try Self.present(blob(column), column)
  }

  /// The column's time, as ``DatabaseValue/init(_:)-(Date?)`` wrote it, or nil for null.
  public func date(_ column: Int) -> Date? {
    real(column).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// The column's time.
  ///
  /// - Throws: ``StorageError/damaged(_:)`` for null.
  public func time(_ column: Int) throws(StorageError) -> Date {
    try Self.present(date(column), column)
  }

  private static func present<Value>(
    _ value: Value?, _ column: Int
  ) throws(StorageError) -> Value {
    guard let value else { throw .damaged("column \(column) of a row is empty") }
    return value
  }
}
