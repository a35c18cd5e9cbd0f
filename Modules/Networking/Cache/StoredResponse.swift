import Foundation
import HTTP

/// A response in the store.
struct StoredResponse: Sendable {
  /// Which requests a response answers.
  enum Kind: Int, Sendable {
    /// GET, and HEAD.
    case get = 0
    /// HEAD alone: there is no body.
    case head = 1
  }

  /// The row, or 0 for a response that is not stored yet.
  var number = 0
  /// Which requests it answers.
  var kind = Kind.get
  /// The values that select it among the responses of its URL.
  var selection: CacheSelection
  /// The status, as it was received.
  var status: HTTPResponse.Status
  /// The fields that may be stored.
  var fields: HTTPFields
  /// Whether the client has decoded the body.
  var isDecoded = false
  /// Whether the origin has sent a later response, whose body may not have arrived completely.
  var isSuperseded = false
  /// When the request was sent.
  var requested: Date
  /// When the response arrived.
  var received: Date
  /// The body; empty until it has been read.
  var body = Data()

  /// Its directives.
  var control: CacheControl { CacheControl(fields[values: .cacheControl]) }
  /// Its entity tag.
  var entityTag: EntityTag? { fields[values: .eTag].first.flatMap { EntityTag($0) } }
  /// The first line of `Last-Modified`, if it can be sent back.
  var lastModified: String? {
    fields[values: .lastModified].first.flatMap { $0.isValidator ? $0 : nil }
  }
  /// The place of a partial body, or nil for a whole one.
  var contentRange: ContentRange? {
    guard status == .partialContent else { return nil }
    return fields[values: .contentRange].first.flatMap { ContentRange($0) }
  }
  /// Whether the body is the whole one.
  var isWhole: Bool { status != .partialContent }
  /// Whether positions in the stored body are those of the representation that was sent, and not
  /// of a decoded one (RFC 9110, section 14.1).
  var hasPositions: Bool {
    if isDecoded { return false }
    guard fields.contains(.contentEncoding) else { return true }
    return fields[values: .contentLength].first.flatMap { Int($0) } == body.count
  }

  /// When the origin made the response, in seconds since 1970: `Date`, or else when it arrived.
  var date: Int {
    let stated = fields[values: .date].first.flatMap { HTTPDate($0, now: received) }
    return (stated ?? HTTPDate(received)).secondsSince1970
  }

  /// When the representation was changed, in seconds since 1970.
  var modified: Int? {
    lastModified.flatMap { HTTPDate($0, now: received)?.secondsSince1970 }
  }
}

// MARK: Changes

extension StoredResponse {
  /// The fields of a response that may be stored (RFC 9111, section 3.1), and those that `no-cache`
  /// names (section 5.2.2.4) left out.
  static func storable(_ fields: HTTPFields) -> HTTPFields {
    var excluded = connectionFields
    excluded.formUnion(
      FieldMembers.split(fields[values: .connection]).compactMap { HTTPField.Name(String($0)) })
    excluded.formUnion(CacheControl(fields[values: .cacheControl]).noCacheFieldNames)
    return HTTPFields(fields.filter { !excluded.contains($0.name) })
  }

  /// Updates the fields by those of a validating response (sections 3.2 and 4.3.4).
  ///
  /// - Parameters:
  ///   - requested: when the validating request was sent.
  ///   - received: when the validating response arrived.
  mutating func update(by response: HTTPFields, requested: Date, received: Date) {
    let tag = response[values: .eTag].first.flatMap { EntityTag($0) }
    // A tag that the origin has given as weak stays so.
    let keepsTag = entityTag.map { own in own.isWeak && tag?.matchesWeakly(own) == true } == true
    let new = Self.storable(response).filter { field in
      !Self.bodyFields.contains(field.name) && !(keepsTag && field.name == .eTag)
    }
    let names = Set(new.map(\.name))
    // If the validating response doesn't state its age, the age of the older one doesn't apply to it.
    fields.removeAll { names.contains($0.name) || $0.name == .age || $0.name == .date }
    fields += new
    (self.requested, self.received) = (requested, received)
    isSuperseded = false
    addDate()
    fields = Self.storable(fields)
  }

  /// The fields of a validating response that `no-cache` names: they are for the request that it
  /// answers alone (section 5.2.2.4).
  func unstorable(_ response: HTTPFields) -> [HTTPField] {
    let others = Self.connectionFields.union(Self.bodyFields).union([.age])
    let names = control.noCacheFieldNames.subtracting(others)
    return response.filter { names.contains($0.name) }
  }

  /// Adds `Date` to a response without one (RFC 9110, section 6.6.1).
  mutating func addDate() {
    if fields.contains(.date) { return }
    fields[.date] = HTTPDate(received).description
  }

  /// Fields of a connection or a proxy (RFC 9111, section 3.1; RFC 9110, section 7.6.1).
  private static let connectionFields: Set<HTTPField.Name> = {
    let others = [
      "Keep-Alive", "Proxy-Connection", "Proxy-Authentication-Info", "Transfer-Encoding", "Upgrade",
    ]
    return Set(
      others.compactMap { HTTPField.Name($0) } + [
        .connection, .te, .proxyAuthenticate, .proxyAuthorization,
      ])
  }()

  /// Fields that the stored body depends on (RFC 9111, section 3.2).
  private static let bodyFields: Set<HTTPField.Name> = [
    .contentLength, .contentEncoding, .contentRange,
  ]
}
