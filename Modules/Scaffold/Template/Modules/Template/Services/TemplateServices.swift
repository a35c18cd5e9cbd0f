import Core
import Services

/// The services of the feature's flows.
struct TemplateServices: Sendable {
  let store: any TemplateStore
  let clock: any AppClock
  let identifiers: any IdentifierSource
  private let session: any SessionOwner

  init(_ context: AppContext, store: any TemplateStore) {
    self.store = store
    clock = context.clock
    identifiers = context.identifiers
    session = context.owner
  }

  /// The current owner.
  @MainActor var owner: Owner { session.owner }
}
