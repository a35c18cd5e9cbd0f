import Core
import Foundation
import Services

/// The services of the feature's flows.
struct TemplateServices: Sendable {
  let store: any TemplateStore
  let source: any TemplateSource
  private let clock: any AppClock
  private let identifiers: any IdentifierSource
  private let session: any SessionOwner

  init(_ context: AppContext, store: any TemplateStore, source: any TemplateSource) {
    (self.store, self.source) = (store, source)
    clock = context.clock
    identifiers = context.identifiers
    session = context.owner
  }

  /// The current owner.
  @MainActor var owner: Owner { session.owner }

  /// Makes a new item.
  ///
  /// - Parameters:
  ///   - draft: the content.
  ///   - number: the place among items that are added together. Lists are in the order of time, so each
  ///     is a microsecond newer than the one before.
  func item(_ draft: TemplateDraft, number: Int = 0) -> TemplateItem {
    TemplateItem(
      id: Identifier(identifiers.next("item")), name: draft.name, note: draft.note,
      added: clock.now.addingTimeInterval(Double(number) / 1_000_000))
  }
}
