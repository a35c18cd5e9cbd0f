/// One schema migration of a module.
///
/// A module lists its steps in the order in which they were made and only ever appends: what was
/// released is never changed. Each runs once in a database, all that are due in one transaction. A
/// database with a step that the module does not know comes from a newer version of the app, and is
/// refused untouched.
public struct Migration: Sendable {
  /// Whose tables they are: the module's name in lower case.
  public let module: String
  /// The step's name, unique in the module, such as `shelves`.
  public let name: String
  /// What is done.
  public let run: @Sendable (any DatabaseTransaction) throws(StorageError) -> Void

  /// Creates a step.
  public init(
    _ module: String, _ name: String,
    run: @escaping @Sendable (any DatabaseTransaction) throws(StorageError) -> Void
  ) {
    self.module = module
    self.name = name
    self.run = run
  }

  /// Creates a step that is a list of statements.
  public init(_ module: String, _ name: String, _ statements: [String]) {
    self.init(module, name) { transaction throws(StorageError) in
      for statement in statements { try transaction.execute(statement) }
    }
  }
}
