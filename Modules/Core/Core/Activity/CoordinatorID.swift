/// Names one coordinator among all of an app's life, readably: `edit#3`.
public struct CoordinatorID: Hashable, Sendable, CustomStringConvertible {
  /// What a coordinator is called after.
  private enum Source: Sendable {
    case given(String)
    case type(AnyObject.Type)
  }

  /// Which one it is, counted over the life of the app.
  public let serial: Int
  private let source: Source

  init(name: String, serial: Int) {
    source = .given(name)
    self.serial = serial
  }

  /// Names a coordinator after its type, which takes a while and is done when the name is read.
  init(type: AnyObject.Type, serial: Int) {
    source = .type(type)
    self.serial = serial
  }

  /// What kind of coordinator it is, such as `edit`.
  public var name: String {
    switch source {
    case .given(let name): name
    case .type(let type): Self.name(of: type)
    }
  }

  /// What coordinators of a type are called that have no name of their own.
  private static func name(of type: AnyObject.Type) -> String {
    var name = String(describing: type)[...]
    if let generic = name.utf8.firstIndex(of: UInt8(ascii: "<")) { name = name[..<generic] }
    let suffix = "Coordinator".utf8
    if name.utf8.count > suffix.count, name.utf8.suffix(suffix.count).elementsEqual(suffix) {
      name = name[..<name.utf8.index(name.endIndex, offsetBy: -suffix.count)]
    }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Whether both name the same coordinator.
  public static func == (one: Self, other: Self) -> Bool {
    guard one.serial == other.serial else { return false }
    if case (.type(let type), .type(let same)) = (one.source, other.source), type == same {
      return true
    }
    return one.name == other.name
  }

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
