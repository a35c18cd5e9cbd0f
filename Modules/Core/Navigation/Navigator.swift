public import Observation

/// A handle on one stack of the app's one navigation tree.
///
/// A coordinator gets its navigator from the one that starts it: the same stack for a flow that is
/// pushed, a stack of its own for a flow that is presented. A presented stack comes into being with
/// its first entry, so there never is an empty layer.
@MainActor @Observable public final class Navigator {
  enum Attachment { case attached, layer, root }

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
      attachment = .attached
      window.commit(
        Change(kind: .present, reason: .replaced, added: [entry.id], transition: transition) {
          $0.present(entry, as: stack)
        })
    case .root:
      attachment = .attached
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
}
