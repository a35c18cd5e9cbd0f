public import Foundation

/// One row of a result, valid until the next row is read. Columns count from 0.
public protocol DatabaseRow: AnyObject {
  /// The column's text, or nil for null. U+FFFD stands for bytes that are not UTF-8.
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
  @inlinable @inline(__always) public func string(_ column: Int) throws(StorageError) -> String {
    guard let value = text(column) else { throw .emptyColumn(column) }
    return value
  }

  /// The column's whole number.
  ///
  /// - Throws: ``StorageError/damaged(_:)`` for null.
  @inlinable @inline(__always) public func number(_ column: Int) throws(StorageError) -> Int {
    guard let value = integer(column) else { throw .emptyColumn(column) }
    return value
  }

  /// The column's bytes.
  ///
  /// - Throws: ``StorageError/damaged(_:)`` for null.
  @inlinable @inline(__always) public func data(_ column: Int) throws(StorageError) -> Data {
    guard let value = blob(column) else { throw .emptyColumn(column) }
    return value
  }

  /// The column's time, as ``DatabaseValue/init(_:)-(Date?)`` wrote it, clamped to
  /// ``DatabaseValue/times``, or nil for null.
  @inlinable @inline(__always) public func date(_ column: Int) -> Date? {
    real(column).map { Date(timeIntervalSinceReferenceDate: DatabaseValue.clampedTime($0)) }
  }

  /// The column's time.
  ///
  /// - Throws: ``StorageError/damaged(_:)`` for null.
  @inlinable @inline(__always) public func time(_ column: Int) throws(StorageError) -> Date {
    guard let value = date(column) else { throw .emptyColumn(column) }
    return value
  }
}

extension StorageError {
  /// The error for an unexpected null.
  @usableFromInline static func emptyColumn(_ column: Int) -> StorageError {
    .damaged("column \(column) of a row is empty")
  }
}
