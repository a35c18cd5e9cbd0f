/// Identifies a coordinator over the life of an app, in a readable form such as `edit#3`.
public struct CoordinatorID: Hashable, Sendable, CustomStringConvertible {
  /// The kind of coordinator, such as `edit`.
  public let name: String
  /// The coordinator's number, counted over the life of the app.
  public let serial: Int

  /// Returns the name of coordinators of a type without a name of their own: `EditCoordinator`
  /// becomes `edit`.
  static func name(of type: AnyObject.Type) -> String {
    // `String(describing:)` tries several casts first, and Characters are slow to find: together a
    // few percent of the journeys in `make bench`.
    let suffix = "Coordinator".utf8
    var name = _typeName(type, qualified: false).utf8.prefix { $0 != UInt8(ascii: "<") }
    if name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix) {
      name = name.dropLast(suffix.count)
    }
    return Substring(name).prefix(1).lowercased() + String(Substring(name).dropFirst())
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
