public import Services

/// A screen without its rendering, like a view controller in UIKit.
///
/// A screen has content and performs the user's actions. It knows no navigator and no coordinator,
/// nor whether it was pushed or presented: it reports through closures, a weak delegate or a
/// routing protocol that its coordinator supplies. Text for users is made here.
@MainActor public protocol Screen: AnyObject {
  /// The current content.
  ///
  /// It only arranges the view model's data. Everything that it reads and that may change is
  /// `@Observable`, in the view model or the screen: a host reads it again only when Observation
  /// reports a change (``AppSession/snapshots``). Random walks find changes outside of Observation.
  var content: ScreenContent { get }

  /// The actions of `content.actions`, each with its closure.
  ///
  /// An action or field that is shown and not declared does nothing. Random walks find it, except on a screen that
  /// declares none, which has a `perform` of its own.
  var actions: [ScreenAction] { get }

  /// The fields of the content's forms, each with the closure that stores its value.
  var fields: [ScreenField] { get }

  /// Performs the selection of a row; see ``RowKind``.
  func select(_ row: Row.ID) async

  /// Performs an action of `content.actions`, or an ``Action/ID`` that all screens share: `select`
  /// for a row, `fill` for a field.
  ///
  /// Returns when the work is done; the app counts it until then. It may be cancelled. The default
  /// uses ``actions``, ``fields`` and ``select(_:)``.
  ///
  /// Never await a flow in order to fill a field: all fields and actions of the app wait until this one is filled,
  /// also those of that flow. Start the flow by an action.
  func perform(_ action: Action.ID, _ input: ActionInput) async

  /// Returns the work to do when the screen becomes visible; nil for none. Also called for a visible screen after an
  /// action on the screen beside it, a change in another window, a sign-in, and ``AppSession/refreshSoon()``.
  ///
  /// Counted like an action, or as background work where nothing waits for it. Cancelled when the screen is removed.
  func appeared() -> AppearanceWork?

  /// The screen's subscriptions, which begin when it enters the navigation tree, perhaps unseen, and
  /// end when it is removed.
  ///
  /// Read once.
  var subscriptions: [StreamSubscription] { get }

  /// The question to ask before the user leaves this screen, or nil.
  var lock: Lock? { get }

  /// The object behind the screen, which the leak registry tracks; nil for none.
  ///
  /// Read when the screen is shown; objects that the screen gets later are not tracked. It counts as leaked once no
  /// screen of the app has it, even if a coordinator keeps it. A coordinator of one screen may keep the object, because
  /// it ends with that screen, and so may one whose screens all share the object. A coordinator that replaces its
  /// screens makes an object with each, and keeps only values.
  var model: AnyObject? { get }
}

/// A screen with a view model, which the leak registry tracks: most screens.
///
/// ```swift
/// final class NoteScreen: ModelScreen {
///   let viewModel: NoteViewModel
///
///   init(_ viewModel: NoteViewModel) { self.viewModel = viewModel }
///
///   var content: ScreenContent {
///     ScreenContent(
///       title: "Note",
///       sections: [
///         ContentSection("note", .fields(fields.map(\.field))),
///         ContentSection("rows", .rows([Row("one", title: "One")])),
///       ], actions: actions.map(\.action))
///   }
/// }
/// ```
@MainActor public protocol ModelScreen: Screen {
  /// The type of the view model.
  associatedtype ViewModel: AnyObject

  /// Stores the screen's state and does the work of its actions.
  var viewModel: ViewModel { get }
}

extension ModelScreen {
  /// The view model.
  public var model: AnyObject? { viewModel }
}

/// The work of a screen that becomes visible.
public typealias AppearanceWork = @MainActor () async -> Void

extension Screen {
  /// No actions.
  public var actions: [ScreenAction] { [] }

  /// No fields.
  public var fields: [ScreenField] { [] }

  /// Does nothing.
  public func select(_ row: Row.ID) async {}

  /// Finds the action or field by its identifier, or selects the row.
  public func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch input {
    case .row(let row): await select(row)
    case .field(let field, let value): fields.first { $0.field.id == field }?.fill(value)
    case .value(let value): await declared(action)?.perform(value)
    case .none: await declared(action)?.perform(nil)
    }
  }

  /// Does nothing.
  public func appeared() -> AppearanceWork? { nil }

  /// No subscriptions.
  public var subscriptions: [StreamSubscription] { [] }

  /// Not locked.
  public var lock: Lock? { nil }

  /// No tracked object.
  public var model: AnyObject? { nil }

  private func declared(_ id: Action.ID) -> ScreenAction? {
    actions.first { $0.action.id == id }
  }
}

/// The kind of a screen, named after its type: `BookDetailScreen` is `BookDetail`, and
/// `PickerScreen<Book>` is `Picker<Book>`.
public typealias ScreenKind = Identifier<any Screen>

extension Identifier where Subject == any Screen {
  /// Creates the kind of a screen type.
  init(of type: any Screen.Type) {
    let (name, arguments) = typeName(type, without: "Screen")
    self.init(String(name + arguments))
  }
}

/// Returns the name of a type without a suffix, and its generic arguments in angle brackets, if any.
func typeName(
  _ type: Any.Type, without suffix: String
) -> (name: Substring, arguments: Substring) {
  // `String(describing:)` tries several casts first, and Characters are slow to find: together a
  // few percent of the journeys in `make bench`.
  let (whole, suffix) = (_typeName(type, qualified: false).utf8, suffix.utf8)
  var name = whole.prefix { $0 != UInt8(ascii: "<") }
  let arguments = whole.dropFirst(name.count)
  if name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix) {
    name = name.dropLast(suffix.count)
  }
  return (Substring(name), Substring(arguments))
}
