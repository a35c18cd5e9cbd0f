import Core
import Services

/// The services of the feature's flows.
struct TemplateServices: Sendable {
  let store: TemplateStore
  let owner: any SessionOwner
  let identifiers: any IdentifierSource

  init(_ context: AppContext, store: any KeyValueStore) {
    self.store = TemplateStore(store)
    owner = context.owner
    identifiers = context.identifiers
  }
}
