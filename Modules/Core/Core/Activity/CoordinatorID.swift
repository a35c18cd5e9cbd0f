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
