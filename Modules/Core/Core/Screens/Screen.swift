public import Services

/// One screen of the app without a picture of it: what UIKit calls a view controller.
///
/// A screen says what it shows and takes what a person does. It knows no navigator and no
/// coordinator, nor whether it was pushed or presented: it reports through closures, a weak
/// delegate or a routing protocol that its coordinator supplies. Text for people is made here.
@MainActor public protocol Screen: AnyObject {
  /// What the screen shows now.
  ///
  /// It only arranges what the view model already has. What it reads and may change is `@Observable`, the
  /// view model or the screen itself: a host reads it again only when Observation reports a change
  /// (``AppSession/snapshots``). Random walks find what changes outside of Observation.
  var content: ScreenContent { get }

  /// The actions of `content.actions`, each with what it does.
  var actions: [ScreenAction] { get }

  /// The fields of the content's forms, each with the place where its value goes.
  var fields: [ScreenField] { get }

  /// Goes on to what a row stands for; see ``RowKind``.
  func select(_ row: Row.ID) async

  /// Carries out one of the actions in `content.actions`, or one of the ``Action/ID`` that every
  /// screen shares: `select` for a row, `fill` for a field.
  ///
  /// Returns when the work is done; the app counts it until then. It may be cancelled. By default it
  /// is done by ``actions``, ``fields`` and ``select(_:)``.
  func perform(_ action: Action.ID, _ input: ActionInput) async

  /// The work to do now that the screen has become visible, or that something was done on the screen
  /// beside it; nil when there is none.
  ///
  /// The work is counted like an action, and cancelled when the screen goes.
  func appeared() -> AppearanceWork?

  /// What the screen observes from when it is shown until it goes, also while it is covered.
  ///
  /// Asked for once.
  var subscriptions: [StreamSubscription] { get }

  /// The reason for which this screen must not be left without asking, or nil.
  var lock: Lock? { get }

  /// The object behind the screen, followed by the leak registry. Nil when there is none.
  ///
  /// Asked for when the screen is shown: an object that the screen gets later, or keeps to itself, is
  /// followed only as far as the screen that holds it.
  var model: AnyObject? { get }
}

/// A screen over a view model, which the leak registry follows: what most screens are.
///
/// ```swift
/// final class NoteScreen: ModelScreen {
///   let viewModel: NoteViewModel
///
///   init(_ viewModel: NoteViewModel) { self.viewModel = viewModel }
/// ```
@MainActor public protocol ModelScreen: Screen {
  /// The type of the view model.
  associatedtype ViewModel: AnyObject

  /// Keeps what the screen shows, and does the work behind its actions.
  var viewModel: ViewModel { get }
}

extension ModelScreen {
  /// The view model.
  public var model: AnyObject? { viewModel }
}

/// What a screen does when it becomes visible.
public typealias AppearanceWork = @MainActor () async -> Void

extension Screen {
  /// Does nothing.
  public func appeared() -> AppearanceWork? { nil }

  /// Observes nothing.
  public var subscriptions: [StreamSubscription] { [] }

  /// Not locked.
  public var lock: Lock? { nil }

  /// Follows no other object.
  public var model: AnyObject? { nil }
}

/// The name of a kind of screen, derived from its type: `BookDetailScreen` is `BookDetail`.
public typealias ScreenKind = Identifier<any Screen>

extension Identifier where Subject == any Screen {
  /// Derives the kind from a screen's type.
  init(of type: any Screen.Type) {
    let name = String(describing: type)
    let (bytes, suffix) = (name.utf8, "Screen".utf8)
    let isSuffixed = bytes.count > suffix.count && bytes.suffix(suffix.count).elementsEqual(suffix)
    let end = bytes.index(bytes.endIndex, offsetBy: isSuffixed ? -suffix.count : 0)
    self.init(String(name[..<end]))
  }
}
