public import Services
import CCrypt
import Foundation

/// Hashes passwords with libxcrypt's yescrypt (crypt(5), prefix `$y$`).
///
/// The hash is a text with the method, its cost and a random salt, so the cost can be raised later:
/// old hashes are verified with their own cost, and are not current. It can be lowered by two at most.
public struct YescryptHashing: PasswordHashing {
  /// The costs of yescrypt in libxcrypt (crypt_gensalt(3)); each doubles the time and the memory of
  /// the one before.
  public static let costs = 1...11
  /// The default cost of libxcrypt.
  public static let usualCost = 5
  /// The longest password in UTF-8 bytes: `CRYPT_MAX_PASSPHRASE_SIZE`, 512, with its NUL.
  public static let maximumLength = 511

  private static let prefix = "$y$"
  /// The number of costs above its own, or above the usual one, that a hashing verifies: 4 times its time and memory.
  private static let costsAbove = 2
  private let cost: UInt

  /// Creates a hashing.
  ///
  /// - Parameter cost: the cost of a hash; clamped to ``costs``.
  public init(cost: Int = usualCost) {
    self.cost = UInt(min(max(cost, Self.costs.lowerBound), Self.costs.upperBound))
  }

  /// Returns a hash with a salt from the system's random source.
  @concurrent public func hash(
    _ password: Secret
  ) async throws(PasswordHashingError) -> String {
    guard Self.isUsable(password) else { throw .unusable(maximumLength: Self.maximumLength) }
    guard let setting = Self.setting(cost: cost),
      let hash = Self.crypt(password, setting: setting)
    else { throw .failed }
    return hash
  }

  /// Returns whether the hash belongs to the password. A hash without the parameters of one of the ``costs``, or with
  /// a much higher cost than new ones, is refused: in a restored backup it could demand any time and memory.
  @concurrent public func verify(_ password: Secret, against hash: String) async -> Bool {
    guard Self.isUsable(password), hash.hasPrefix(Self.prefix),
      let hashCost = Self.knownParameters[Self.parameters(of: hash)],
      hashCost <= max(Int(cost), Self.usualCost) + Self.costsAbove,
      let again = Self.crypt(password, setting: hash)
    else { return false }
    return Self.areEqual(again, hash)
  }

  /// Returns whether the hash has the cost of new ones.
  public func isCurrent(_ hash: String) -> Bool {
    hash.hasPrefix(Self.prefix) && Self.knownParameters[Self.parameters(of: hash)] == Int(cost)
  }

  /// The ``costs`` by their parameters.
  private static let knownParameters = costs.reduce(into: [String: Int]()) { known, cost in
    if let setting = setting(cost: UInt(cost)) { known[parameters(of: setting)] = cost }
  }

  /// Returns the part of a hash or a setting that determines its time and memory: `j9T` of `$y$j9T$…`.
  private static func parameters(of hash: String) -> String {
    String(hash.dropFirst(prefix.count).prefix { $0 != "$" })
  }

  /// Returns the parameters of a cost with a random salt; nil if the system refuses.
  private static func setting(cost: UInt) -> String? {
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    // Without given bytes the salt comes from the system.
    guard crypt_gensalt_rn(prefix, cost, nil, 0, &setting, CRYPT_GENSALT_OUTPUT_SIZE) != nil
    else { return nil }
    let bytes = setting.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUsable(_ password: Secret) -> Bool {
    let text = password.reveal()
    return text.utf8.count <= maximumLength && !text.utf8.contains(0)
  }

  private static func crypt(_ password: Secret, setting: String) -> String? {
    // The state is 32 KiB (crypt(3)), too large for the stack of a pool thread.
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    defer {
      // The state contains derived secrets.
      UnsafeMutableRawPointer(data).initializeMemory(as: UInt8.self, repeating: 0, count: size)
      data.deallocate()
    }
    UnsafeMutableRawPointer(data).initializeMemory(as: UInt8.self, repeating: 0, count: size)
    // `crypt_rn` reports a failure by a null pointer, not by a text that begins with an asterisk.
    return crypt_rn(password.reveal(), setting, data, Int32(size)).map { String(cString: $0) }
  }

  private static let size = MemoryLayout<crypt_data>.size

  /// Compares in constant time.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
