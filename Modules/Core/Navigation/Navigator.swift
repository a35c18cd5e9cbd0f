public import Observation

/// A handle on one stack of the app's one navigation tree.
///
/// A coordinator gets its navigator from the one that starts it: the same stack for a flow that is
/// pushed, a stack of its own for a flow that is presented. A presented stack comes into being with
/// its first entry, so there never is an empty layer; when its last entry is gone and a person has not
/// closed it, the next entry presents it again: a flow made of other flows may have nothing to show
/// between two of them.
@MainActor @Observable public final class Navigator {
  enum Attachment {
    /// The stack is a part of the tree for as long as this is of use.
    case attached
    /// The stack is a layer, which is there while it has an entry.
    case layer
    /// The first entry replaces what stands in the stack, if it belongs to this coordinator still.
    case root(Weak<AnyCoordinator>)
  }

  /// The stack that this is a handle on.
  public let stack: NavigationTree.StackID
  @ObservationIgnored let window: Window
  @ObservationIgnored private var attachment: Attachment

  init(window: Window, stack: NavigationTree.StackID, attachment: Attachment = .attached) {
    self.window = window
    self.stack = stack
    self.attachment = attachment
  }

  /// The entries of the stack, the top one last.
  public var entries: [NavigationTree.Entry] { window.tree.entries(in: stack) }

  func put(_ entry: NavigationTree.Entry, transition: Transition) {
    let stack = stack
    switch attachment {
    case .attached:
      window.commit(
        Change(kind: .push, reason: .replaced, added: [entry.id], transition: transition) {
          $0.push(entry, onto: stack)
        })
    case .layer:
      // Asked in the change's turn: a change that is on its way may present or close the layer.
      window.commit(
        Change(kind: .present, reason: .replaced, added: [entry.id], transition: transition) {
          $0.push(entry, onto: stack) || $0.present(entry, as: stack)
        })
    case .root(let parent):
      attachment = .attached
      guard let parent = parent.object, parent.isRunning, parent.ownsStack(self) else {
        window.log.append(.refused("another flow has come to the stack that was to be replaced"))
        return window.drop(entry.id)
      }
      setRoot(entry, transition: transition)
    }
  }

  func setRoot(_ entry: NavigationTree.Entry, transition: Transition) {
    let stack = stack
    window.commit(
      Change(kind: .setRoot, reason: .replaced, added: [entry.id], transition: transition) {
        $0.setRoot(entry, of: stack)
      })
  }

  /// Lets a layer that a person has closed stay closed: what is pushed on it later is dropped.
  func closeIfGone() {
    if case .layer = attachment, !window.tree.stacks.contains(stack) { attachment = .attached }
  }
}

/// A weak reference as a value.
struct Weak<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
