import Core
import Foundation
import Inspection
import Services

/// The secrets that walks have typed: neither content nor log may contain them.
struct TypedSecrets {
  /// The minimum size of a secret to search for, in bytes: a shorter one may be a part of any text.
  private static let minimumSize = 8

  private var known: Set<String> = []
  /// What to search for: each secret as it is, and as in JSON.
  private var patterns: Set<Data> = []

  /// Creates a collection that has only the secret of ``SampleInputs``.
  init() { insert(SampleInputs.secret) }

  /// Adds the secrets in the inputs of a step, and returns whether any is new.
  mutating func insert(from step: Step) -> Bool {
    let count = known.count
    for secret in step.secrets { insert(secret) }
    return known.count > count
  }

  /// Whether text or JSON contains a secret.
  func appear(in data: Data) -> Bool { patterns.contains { data.range(of: $0) != nil } }

  private mutating func insert(_ secret: String) {
    guard secret.utf8.count >= Self.minimumSize, known.insert(secret).inserted else { return }
    patterns.insert(Data(secret.utf8))
    guard let json = try? JSONEncoder().encode(secret) else { return }
    // Without the quotation marks.
    patterns.insert(Data(json.dropFirst().dropLast()))
  }
}

extension Step {
  /// The secrets that the step types.
  fileprivate var secrets: [String] {
    switch self {
    case .perform(_, let input), .refused(_, let input): input.secret.map { [$0] } ?? []
    case .inOrder(let steps), .atOnce(let steps): steps.flatMap(\.secrets)
    default: []
    }
  }
}

extension ActionInput {
  fileprivate var secret: String? {
    switch self {
    case .field(_, .secret(let secret)?), .value(.secret(let secret)): secret.reveal()
    default: nil
    }
  }
}
