/// Follows the coordinators, screens and view models of one app, and names those that outlive
/// their place in it.
///
/// No timers: an object that is alive after the app has settled, and has no place in the app, has
/// leaked.
@MainActor public final class Lifetimes {
  /// What is followed.
  public enum Subject: Hashable, Sendable {
    /// A coordinator.
    case coordinator(CoordinatorID)
    /// A screen of a kind.
    case screen(ScreenKind)
    /// The object behind a screen.
    case model(of: ScreenKind)
  }

  /// An object that outlived its place.
  public struct Leak: Hashable, Sendable, CustomStringConvertible {
    /// What leaked.
    public let subject: Subject
    /// The coordinators that made it, the app's first one at the front.
    public let path: [CoordinatorID]

    /// What leaked and who made it, in one line.
    public var description: String {
      let what =
        switch subject {
        case .coordinator(let id): "coordinator \(id)"
        case .screen(let kind): "screen \(kind)"
        case .model(let kind): "the model of screen \(kind)"
        }
      return "\(what) is still alive; made by \(path.map(\.description).joined(separator: "/"))"
    }
  }

  private struct Followed {
    weak var object: AnyObject?
    let subject: Subject
    let path: CoordinatorPath?
  }

  private var followed: [Followed] = []
  private var pruneAt = 64

  init() {}

  func track(_ object: AnyObject, as subject: Subject, path: CoordinatorPath?) {
    if followed.count >= pruneAt {
      followed.removeAll { $0.object == nil }
      pruneAt = max(64, followed.count * 2)
    }
    followed.append(Followed(object: object, subject: subject, path: path))
  }

  /// The followed objects that are alive although they are not in `living`.
  func leaks(except living: Set<ObjectIdentifier>) -> [Leak] {
    followed.removeAll { $0.object == nil }
    return followed.compactMap { followed in
      guard let object = followed.object, !living.contains(ObjectIdentifier(object)) else {
        return nil
      }
      return Leak(subject: followed.subject, path: followed.path?.ids ?? [])
    }
  }
}
