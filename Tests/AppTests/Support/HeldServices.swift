// Needs: Books

import Core
import Services
import AppComposition
import Catalogue
import Dispatch
import Synchronization

@testable import Books

/// Holds one call of a service until a test releases it.
///
/// A held request, transfer or payment ends at once if its task is cancelled; held calls of other
/// services continue, as disk writes and hashing do.
final class HeldServices: Sendable {
  /// The calls that can be held.
  enum Call {
    case request, payment
    case entry, allEntries, value, values, account, session, hash, verification
    case purchases, forget
    /// Importing books, making or restoring a backup, which block a thread of their own.
    case records, backup, restoring
  }

  private struct State {
    var next: Call?
    var waiter: CheckedContinuation<Void, Never>?
    var blocked: DispatchSemaphore?
    var watcher: CheckedContinuation<Void, Never>?
    var hasArrived = false
    var isCancelled = false
    var store: (any LibraryStore)?
  }

  private let state = Mutex(State())

  /// The wrappers for one world.
  @MainActor var wrappers: ServiceWrappers {
    var wrappers = ServiceWrappers()
    wrappers.catalogue = { HeldCatalogue(services: self, catalogue: $0) }
    wrappers.libraries = { stores in
      self.state.withLock { $0.store = stores.store(of: .guest) }
      return HeldLibraries(services: self, stores: stores)
    }
    wrappers.store = { HeldStore(services: self, store: $0) }
    // feature: Auth
    wrappers.accounts = { HeldAccounts(services: self, store: $0) }
    wrappers.hashing = { HeldHashing(services: self, hashing: $0) }
    // end
    // feature: Membership
    wrappers.payments = { HeldPayments(services: self, payments: $0) }
    // end
    // feature: Backups
    wrappers.backups = { HeldKeeper(services: self, keeper: $0) }
    // end
    return wrappers
  }

  /// Holds the next call of this kind.
  func hold(next call: Call) { state.withLock { $0.next = call } }

  /// Whether a call is held.
  var isHolding: Bool { state.withLock { $0.waiter != nil || $0.blocked != nil } }
  /// Whether the held call was cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// The entries on the standard shelves.
  var entries: [LibraryEntry] {
    get async throws {
      guard let store = state.withLock({ $0.store }) else { return [] }
      return try await store.read("testing", isLong: false) { reader throws(StorageError) in
        var entries: [LibraryEntry] = []
        for shelf in Shelf.standardIDs { entries += try reader.entries(on: shelf) }
        return entries
      }
    }
  }

  /// Returns when a call is held.
  func arrived() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if !state.hasArrived { state.watcher = continuation }
        return state.hasArrived
      }
      if isThere { continuation.resume() }
    }
  }

  /// Releases the held call.
  func release() {
    let (waiter, blocked) = state.withLock { state in
      defer { (state.waiter, state.blocked) = (nil, nil) }
      return (state.waiter, state.blocked)
    }
    waiter?.resume()
    blocked?.signal()
  }

  /// Waits while a cancellable call is held.
  ///
  /// - Returns: false if it was cancelled.
  func passCancellably(_ call: Call) async -> Bool {
    guard isHeld(call) else { return true }
    await withTaskCancellationHandler {
      await hold()
    } onCancel: {
      state.withLock { $0.isCancelled = true }
      release()
    }
    return !Task.isCancelled
  }

  /// Blocks the thread while a call is held.
  func block(_ call: Call) {
    guard isHeld(call) else { return }
    let semaphore = DispatchSemaphore(value: 0)
    let watcher = state.withLock { state in
      defer { state.watcher = nil }
      (state.blocked, state.hasArrived) = (semaphore, true)
      return state.watcher
    }
    watcher?.resume()
    semaphore.wait()
  }

  /// Waits while a call is held, ignoring cancellation.
  func pass(_ call: Call) async {
    if isHeld(call) { await hold() }
  }

  private func isHeld(_ call: Call) -> Bool {
    state.withLock { state in
      guard state.next == call else { return false }
      state.next = nil
      return true
    }
  }

  private func hold() async {
    await withCheckedContinuation { continuation in
      let (watcher, isOver) = state.withLock { state in
        defer { state.watcher = nil }
        state.hasArrived = true
        if !state.isCancelled { state.waiter = continuation }
        return (state.watcher, state.isCancelled)
      }
      watcher?.resume()
      if isOver { continuation.resume() }
    }
  }
}

private struct HeldCatalogue: BookCatalogue {
  let services: HeldServices
  let catalogue: any BookCatalogue

  private func pass() async throws(CatalogueError) {
    guard await services.passCancellably(.request) else { throw .cancelled }
  }

  func featured() async throws(CatalogueError) -> Page<CatalogueBook> {
    try await pass()
    return try await catalogue.featured()
  }

  func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await pass()
    return try await catalogue.search(query, offset: offset, limit: limit)
  }

  func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await pass()
    return try await catalogue.books(onSubject: subject, offset: offset, limit: limit)
  }

  func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> {
    try await pass()
    return try await catalogue.books(byAuthor: key, offset: offset, limit: limit)
  }

  func book(
    _ key: String, listed: CatalogueBook?
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    try await pass()
    return try await catalogue.book(key, listed: listed)
  }

  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
    try await pass()
    return try await catalogue.author(key)
  }
}
