/// Identifies a coordinator over the life of an app, in a readable form such as `edit#3`.
public struct CoordinatorID: Hashable, Sendable, CustomStringConvertible {
  /// The kind of coordinator, such as `edit`.
  public let name: String
  /// The coordinator's number, counted over the life of the app.
  public let serial: Int

  /// Returns the name of coordinators of a type without a name of their own: `EditCoordinator`
  /// becomes `edit`.
  static func name(of type: AnyObject.Type) -> String {
    let name = typeName(type, without: "Coordinator").name
    return name.prefix(1).lowercased() + String(name.dropFirst())
  }

  /// The name and the number.
  public var description: String { "\(name)#\(serial)" }
}

/// An error in a request to a coordinator about its children.
public enum CoordinatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A child with this identifier is running; end it first, or choose another identifier.
  case duplicateIdentifier(String)
  /// No child has this identifier: it ended, or never started.
  case unknownIdentifier(String)

  /// The problem and its remedy, in one sentence.
  public var description: String {
    switch self {
    case .duplicateIdentifier(let id):
      "A child named “\(id)” is running already: stop it first, or give the new one another name."
    case .unknownIdentifier(let id):
      "No child is named “\(id)”: it has ended, or was never started."
    }
  }
}
