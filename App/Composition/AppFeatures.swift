public import Core
public import Services

/// A feature of the app: what it is called, and how it is made for a session. Each has a file in `Features`.
struct AppFeature: Sendable {
  /// The app's features in the order of their gates and tabs. To be in the app, a feature must be listed here and
  /// in Package.swift; `make feature` adds it to both.
  static let all: [AppFeature] = [
    .backups,
    .onboarding,
    .books,
    // make feature adds a line below this one.
    .membership,
    .transfers,
    .auth,
  ]

  /// The modules of removed features that had tables in the main database: users' files still have them.
  /// Without any user yet, a line can be deleted.
  static let retired: Set<String> = [
    // make remove-feature adds a line below this one, and make feature takes it away.
  ]

  /// The feature's name.
  let id: Identifier<Feature>
  /// The feature's tables in the main database.
  let migrations: [Migration]
  /// Makes the feature for a session.
  let make: @MainActor @Sendable (SessionFeatures) -> Feature?

  /// Creates the entry of a feature.
  init(
    id: Identifier<Feature>, migrations: [Migration] = [],
    make: @escaping @MainActor @Sendable (SessionFeatures) -> Feature?
  ) {
    self.id = id
    self.migrations = migrations
    self.make = make
  }
}

extension AppStorage {
  /// Opens the databases with the tables of all features, and creates missing ones.
  static func open(_ folders: AppFolders) async throws(StorageError) -> AppStorage {
    try await open(
      folders, tables: AppFeature.all.flatMap(\.migrations), retired: AppFeature.retired)
  }
}

extension AppOptions {
  /// The identifiers of all features of the app.
  public static let allFeatures = Set(AppFeature.all.map(\.id))
}

extension Set<Identifier<Feature>> {
  /// Whether a feature of the app is in the set.
  func contains(_ feature: AppFeature) -> Bool { contains(feature.id) }
}
