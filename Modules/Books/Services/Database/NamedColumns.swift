import Foundation
import Services

/// The columns of a row by name: the cases of an enumeration, in the order of the statement.
struct NamedColumns<Name: RawRepresentable<Int>> {
  private let row: any DatabaseRow

  init(_ row: any DatabaseRow) { self.row = row }

  func text(_ column: Name) -> String? { row.text(column.rawValue) }

  func integer(_ column: Name) -> Int? { row.integer(column.rawValue) }

  func real(_ column: Name) -> Double? { row.real(column.rawValue) }

  func string(_ column: Name) throws(StorageError) -> String { try row.string(column.rawValue) }

  func number(_ column: Name) throws(StorageError) -> Int { try row.number(column.rawValue) }

  func time(_ column: Name) throws(StorageError) -> Date { try row.time(column.rawValue) }
}
