/// Tracks the coordinators, screens and view models of one app, and reports leaks.
///
/// Uses no timers: an object that is still alive after the app has settled, but is not part of it,
/// has leaked.
@MainActor public final class Lifetimes {
  /// The kind of a tracked object.
  public enum Subject: Hashable, Sendable {
    /// A coordinator.
    case coordinator(CoordinatorID)
    /// A screen of a kind.
    case screen(ScreenKind)
    /// The object behind a screen.
    case model(of: ScreenKind)
  }

  /// A leaked object.
  public struct Leak: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the object.
    public let subject: Subject
    /// The coordinators that created it, the app's first one first.
    public let path: [CoordinatorID]

    /// The object and its creators, in one line.
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

  /// Returns the tracked objects that are alive but not in `living`.
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
