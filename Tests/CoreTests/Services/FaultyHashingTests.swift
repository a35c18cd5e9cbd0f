import Services
import Synchronization
import TestKit
import Testing

@Suite("The contract of password hashing finds faults")
struct FaultyHashingTests {
  @Test("A hashing with one fault is found", arguments: HashingFault.allCases)
  fileprivate func finds(_ fault: HashingFault) async throws {
    await withKnownIssue {
      try await PasswordHashingContract { FaultyHashing(fault: fault) }.verify(fault.check)
    }
  }

  @Test(
    "The same hashing without a fault passes", arguments: PasswordHashingContract.Check.allCases)
  func passes(_ check: PasswordHashingContract.Check) async throws {
    try await PasswordHashingContract { FaultyHashing(fault: nil) }.verify(check)
  }
}

/// What a hashing does wrong.
private enum HashingFault: CaseIterable {
  case takesAnyPassword, ignoresCase, addsPassword, hasNoSalt, takesAnyText, dropsOtherScripts
  case hashesLongPasswords, hashesNUL, forgetsItsHashes, knowsAnyHash

  /// The check that finds it.
  var check: PasswordHashingContract.Check {
    switch self {
    case .takesAnyPassword, .ignoresCase: .knowsPassword
    case .addsPassword: .hidesPassword
    case .hasNoSalt: .saltsHashes
    case .takesAnyText: .refusesOtherTexts
    case .dropsOtherScripts: .takesAnyScript
    case .hashesLongPasswords, .hashesNUL: .refusesUnusable
    case .forgetsItsHashes, .knowsAnyHash: .keepsOwnHashes
    }
  }
}

/// A hashing with one fault, or none. It protects no password.
private final class FaultyHashing: PasswordHashing {
  private static let prefix = "$toy$"
  private let fault: HashingFault?
  private let salts = Atomic(0)

  init(fault: HashingFault?) {
    self.fault = fault
  }

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String {
    guard isUsable(password) else { throw .unusable(maximumLength: 100) }
    let salt = fault == .hasNoSalt ? 1 : salts.add(1, ordering: .relaxed).newValue
    let hash = text(password, salt: salt)
    return fault == .addsPassword ? "\(hash) \(password.reveal())" : hash
  }

  func verify(_ password: Secret, against hash: String) async -> Bool {
    guard isUsable(password) else { return false }
    guard hash.hasPrefix(Self.prefix) else { return fault == .takesAnyText }
    let parts = hash.dropFirst(Self.prefix.count).split(separator: "$")
    guard let salt = parts.first.flatMap({ Int($0) }) else { return false }
    return fault == .takesAnyPassword || hash.prefix { $0 != " " } == text(password, salt: salt)
  }

  func isCurrent(_ hash: String) -> Bool {
    if fault == .knowsAnyHash { return true }
    return fault != .forgetsItsHashes && hash.hasPrefix(Self.prefix)
  }

  private func isUsable(_ password: Secret) -> Bool {
    let bytes = password.reveal().utf8
    return (fault == .hashesLongPasswords || bytes.count <= 100)
      && (fault == .hashesNUL || !bytes.contains(0))
  }

  private func text(_ password: Secret, salt: Int) -> String {
    var password = password.reveal()
    if fault == .ignoresCase { password = password.lowercased() }
    if fault == .dropsOtherScripts { password.removeAll { !$0.isASCII } }
    let sum = password.utf8.reduce(UInt64(salt)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(Self.prefix)\(salt)$\(sum)"
  }
}
