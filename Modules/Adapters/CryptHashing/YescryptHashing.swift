public import Services
import CCrypt
import Foundation

/// Hashes passwords with yescrypt by libxcrypt (crypt(5), prefix `$y$`).
///
/// The hash is a text that holds the method, its cost and a random salt, so the cost can be raised
/// later: old hashes go on being verified with the cost they were made with.
public struct YescryptHashing: PasswordHashing {
  /// The costs that libxcrypt knows for yescrypt (crypt_gensalt(3)); each next one takes twice as
  /// long and twice the memory.
  public static let costs = 1...11
  /// The cost that libxcrypt itself takes when none is asked for.
  public static let usualCost = 5
  /// The longest password in UTF-8 bytes: `CRYPT_MAX_PASSPHRASE_SIZE`, 512, with its NUL.
  public static let maximumLength = 511

  private static let prefix = "$y$"
  private let cost: UInt

  /// Creates a hashing.
  ///
  /// - Parameter cost: how much work a hash is; brought within ``costs``.
  public init(cost: Int = usualCost) {
    self.cost = UInt(min(max(cost, Self.costs.lowerBound), Self.costs.upperBound))
  }

  /// A hash with a salt from the system's random source.
  @concurrent public func hash(
    _ password: Secret
  ) async throws(PasswordHashingError) -> String {
    guard Self.isUsable(password) else { throw .unusable(maximumLength: Self.maximumLength) }
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    // Without bytes of its own the salt comes from the system.
    guard
      crypt_gensalt_rn(Self.prefix, cost, nil, 0, &setting, CRYPT_GENSALT_OUTPUT_SIZE) != nil,
      let hash = Self.crypt(password, setting: setting)
    else { throw .failed }
    return hash
  }

  /// Whether the hash is this password's.
  @concurrent public func verify(_ password: Secret, against hash: String) async -> Bool {
    guard Self.isUsable(password), hash.hasPrefix(Self.prefix),
      let again = Self.crypt(password, setting: Array(hash.utf8CString))
    else { return false }
    return Self.areEqual(again, hash)
  }

  private static func isUsable(_ password: Secret) -> Bool {
    let text = password.reveal()
    return text.utf8.count <= maximumLength && !text.utf8.contains(0)
  }

  private static func crypt(_ password: Secret, setting: [CChar]) -> String? {
    // The state is 32 KiB (crypt(3)): too much for the stack of a pool's thread.
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    defer {
      // It holds what was made of the password.
      UnsafeMutableRawPointer(data).initializeMemory(as: UInt8.self, repeating: 0, count: size)
      data.deallocate()
    }
    UnsafeMutableRawPointer(data).initializeMemory(as: UInt8.self, repeating: 0, count: size)
    // A failure is a null pointer here, never a text that begins with an asterisk.
    return crypt_rn(password.reveal(), setting, data, Int32(size)).map { String(cString: $0) }
  }

  private static let size = MemoryLayout<crypt_data>.size

  /// Compares in a time that does not tell where the first difference is.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
