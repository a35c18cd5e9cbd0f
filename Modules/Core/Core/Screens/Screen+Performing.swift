// Defaults for screens.
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

  private func declared(_ id: Action.ID) -> ScreenAction? {
    actions.first { $0.action.id == id }
  }
}
