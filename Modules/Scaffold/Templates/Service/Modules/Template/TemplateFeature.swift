import Accounts
public import Core
public import Services

/// The feature: a service without a screen. It keeps the owner's marks for other features.
@MainActor public final class TemplateFeature {
  private let context: AppContext
  private let store: any TemplateStore
  private let data: [any AccountData]

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: has the owner.
  ///   - values: stores the marks.
  public convenience init(context: AppContext, values: any KeyValueStore) {
    self.init(
      context: context, store: KeyValueTemplateStore(values),
      data: [
        OwnedValuesData(about: KeyValueTemplateStore.subject, in: values) {
          TemplateText.summary(count: $0.count)
        }
      ])
  }

  /// Creates the feature over any store, with the account data of that store.
  init(context: AppContext, store: any TemplateStore, data: [any AccountData] = []) {
    self.context = context
    self.store = store
    self.data = data
  }

  /// The feature for the app.
  public var feature: Feature {
    var feature = Feature("template")
    feature.contributions += data
    return feature
  }

  // MARK: For other features

  /// The current owner's marks.
  public var marks: Set<TemplateMark> {
    get async throws(StorageError) { try await store.marks(of: context.owner.owner) }
  }

  /// Adds a mark of the current owner.
  ///
  /// - Returns: false, adding nothing, if the mark is new and the owner has the maximum number.
  public func add(_ mark: TemplateMark) async throws(StorageError) -> Bool {
    try await store.add(mark, of: context.owner.owner)
  }

  /// Removes a mark of the current owner; without it, nothing happens.
  public func remove(_ mark: TemplateMark) async throws(StorageError) {
    try await store.remove(mark, of: context.owner.owner)
  }
}
