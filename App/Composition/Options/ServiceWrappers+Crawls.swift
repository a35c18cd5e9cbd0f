// Needs: Auth

import Services
import Synchronization

extension ServiceWrappers {
  /// Returns wrappers for the thousands of worlds of a crawl: the hash of a password is computed once for
  /// all of them (`make teambench CLEAN=1`: all maps). Equal passwords get equal hashes, so these wrappers are never
  /// for a world whose accounts are stored.
  public static func forCrawls() -> ServiceWrappers {
    let known = KnownHashes()
    var wrappers = ServiceWrappers()
    wrappers.hashing = { HashingOnce(hashing: $0, known: known) }
    return wrappers
  }
}

/// The hashes that were computed, and the answers about them.
private final class KnownHashes: Sendable {
  struct Claim: Hashable {
    let password: Secret
    let hash: String
  }

  let hashes = Mutex<[Secret: String]>([:])
  let answers = Mutex<[Claim: Bool]>([:])
}

/// Hashes a password once.
private struct HashingOnce: PasswordHashing {
  let hashing: any PasswordHashing
  let known: KnownHashes

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String {
    if let hash = known.hashes.withLock({ $0[password] }) { return hash }
    let hash = try await hashing.hash(password)
    known.hashes.withLock { $0[password] = hash }
    return hash
  }

  func verify(_ password: Secret, against hash: String) async -> Bool {
    let claim = KnownHashes.Claim(password: password, hash: hash)
    if let answer = known.answers.withLock({ $0[claim] }) { return answer }
    let answer = await hashing.verify(password, against: hash)
    known.answers.withLock { $0[claim] = answer }
    return answer
  }

  func isCurrent(_ hash: String) -> Bool { hashing.isCurrent(hash) }
}
