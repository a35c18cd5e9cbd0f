/// Names one coordinator among all of an app's life, readably: `edit#3`.
public struct CoordinatorID: Hashable, Sendable, CustomStringConvertible {
  /// What kind of coordinator it is, such as `edit`.
  public let name: String
  /// Which one it is, counted over the life of the app.
  public let serial: Int

  /// Hashes the serial number, which tells all of an app's coordinators apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(serial)
  }

  /// The name and the serial number.
  public var description: String { "\(name)#\(serial)" }
}

/// What can be wrong with a request to a coordinator about its children.
public enum CoordinatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A child with this identifier runs already; end it first, or choose another identifier.
  case duplicateIdentifier(String)
  /// No child has this identifier: it ended, or never started.
  case unknownIdentifier(String)

  /// What is wrong and what helps, in one sentence.
  public var description: String {
    switch self {
    case .duplicateIdentifier(let id):
      "A child named “\(id)” is running already: stop it first, or give the new one another name."
    case .unknownIdentifier(let id):
      "No child is named “\(id)”: it has ended, or was never started."
    }
  }
}
