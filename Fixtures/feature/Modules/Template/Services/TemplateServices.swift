import Core

/// What the feature's flows use.
struct TemplateServices: Sendable {
  let store: TemplateStore
  let owner: CurrentOwner
  let identifiers: any IdentifierSource

  init(_ context: AppContext) {
    store = TemplateStore(context.store)
    owner = context.owner
    identifiers = context.identifiers
  }
}
