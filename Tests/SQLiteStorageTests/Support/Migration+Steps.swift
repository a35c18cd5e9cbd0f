import Services

extension Migration {
  /// The first step of a module for tests.
  static let first = step("one", "CREATE TABLE one (a TEXT) STRICT")
  /// The second one.
  static let second = step("two", "ALTER TABLE one ADD COLUMN b TEXT")

  /// Returns a step of that module.
  static func step(_ name: String, _ statements: String...) -> Migration {
    Migration("test", name, statements)
  }
}
