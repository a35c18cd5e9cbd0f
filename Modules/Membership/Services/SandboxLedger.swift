import Services
import Foundation

/// The ledger of a sandbox, as a value: its purchases and agreements.
struct SandboxLedger: Codable, Hashable, Sendable {
  typealias Answer = Result<PurchaseAnswer, PaymentError>

  /// One received purchase.
  struct Purchase: Codable, Hashable, Sendable {
    enum State: Codable, Hashable, Sendable {
      case paid(Receipt)
      case declined(PaymentError.Reason)
      /// Pending, with the number of checks so far.
      case pending(asked: Int)
    }

    var customer: String
    var plan: Plan
    var name: String
    var state: State
  }

  /// A customer's membership, with its periods.
  struct Agreement: Codable, Hashable, Sendable {
    /// The purchase of the first period.
    var purchase: OpenPurchase.ID
    var renews: Bool
    /// The receipts of this agreement and of older ones, oldest first.
    var receipts: [Receipt]

    /// The end of the paid period.
    var end: Date { receipts.last?.until ?? .distantPast }

    func isRunning(at time: Date) -> Bool { end > time }
  }

  /// The maximum number of periods booked at once, so that a wrong clock fills no disk.
  static let maximumRenewals = 120
  /// The number of checks until a late answer.
  static let asksWhenLate = 2

  private var purchases: [String: Purchase] = [:]
  private var agreements: [String: Agreement] = [:]
  /// The forgotten accounts, by a hash, so that no identifier stays; nil in older records.
  private var forgotten: Set<UInt64>?

  // MARK: Purchases

  mutating func book(_ request: PurchaseRequest, at time: Date) -> Answer {
    let customer = request.owner.keyPrefix
    if forgotten?.contains(Self.hash(request.owner)) == true { return .failure(.notFound) }
    if let known = purchases[request.id.rawValue] {
      return known.customer == customer ? Self.answer(known) : .failure(.notFound)
    }
    renew(request.owner, until: time)
    if agreements[customer]?.isRunning(at: time) == true { return .failure(.alreadyMember) }
    var purchase = Purchase(
      customer: customer, plan: request.plan, name: request.name, state: .pending(asked: 0))
    switch request.simulated ?? .accept {
    case .accept, .timeOut: pay(&purchase, request.id, at: time)
    case .decline: purchase.state = .declined(.insufficientFunds)
    case .late: break
    }
    purchases[request.id.rawValue] = purchase
    return request.simulated == .timeOut ? .failure(.timedOut) : Self.answer(purchase)
  }

  mutating func answer(to id: OpenPurchase.ID, at time: Date) -> Answer {
    guard var purchase = purchases[id.rawValue] else { return .failure(.notFound) }
    if case .pending(let asked) = purchase.state {
      if asked < Self.asksWhenLate - 1 {
        purchase.state = .pending(asked: asked + 1)
      } else {
        pay(&purchase, id, at: time)
      }
      purchases[id.rawValue] = purchase
    }
    return Self.answer(purchase)
  }

  private static func answer(_ purchase: Purchase) -> Answer {
    switch purchase.state {
    case .paid(let receipt): .success(.paid(receipt))
    case .declined(let reason): .failure(.declined(reason))
    case .pending: .success(.pending)
    }
  }

  private mutating func pay(_ purchase: inout Purchase, _ id: OpenPurchase.ID, at time: Date) {
    let old = agreements[purchase.customer]
    // Another purchase was paid while this one was open: this one follows it.
    let begin = old.flatMap { $0.isRunning(at: time) ? $0.receipts.last?.until : nil } ?? time
    let receipt = Receipt(
      id: Identifier("\(id)-1"), purchase: id, plan: purchase.plan, name: purchase.name,
      paid: time, from: begin, until: purchase.plan.period.end(of: 1, from: begin))
    agreements[purchase.customer] = Agreement(
      purchase: id, renews: true, receipts: (old?.receipts ?? []) + [receipt])
    purchase.state = .paid(receipt)
  }

  // MARK: Agreements

  func purchases(of owner: Owner) -> Purchases {
    let agreement = agreements[owner.keyPrefix]
    return Purchases(receipts: agreement?.receipts ?? [], renews: agreement?.renews ?? false)
  }

  mutating func renew(_ owner: Owner, until time: Date) {
    guard var agreement = agreements[owner.keyPrefix], agreement.renews else { return }
    let periods = agreement.receipts.filter { $0.purchase == agreement.purchase }
    guard let beginning = periods.first?.from else { return }
    for count in (periods.count + 1)...(periods.count + Self.maximumRenewals) {
      guard let last = agreement.receipts.last, last.until <= time else { break }
      let until = last.plan.period.end(of: count, from: beginning)
      guard until > last.until else { break }
      agreement.receipts.append(
        Receipt(
          id: Identifier("\(agreement.purchase)-\(count)"), purchase: agreement.purchase,
          plan: last.plan, name: last.name, paid: last.until, from: last.until, until: until))
    }
    agreements[owner.keyPrefix] = agreement
  }

  mutating func setRenewal(_ renews: Bool, of owner: Owner, at time: Date) {
    renew(owner, until: time)
    guard agreements[owner.keyPrefix]?.isRunning(at: time) == true else { return }
    agreements[owner.keyPrefix]?.renews = renews
  }

  mutating func forget(_ owner: Owner) {
    agreements[owner.keyPrefix] = nil
    purchases = purchases.filter { $0.value.customer != owner.keyPrefix }
    // The next guest is the same owner.
    if owner != .guest { forgotten = (forgotten ?? []).union([Self.hash(owner)]) }
  }

  /// FNV-1a with 64 bits: the same in each process.
  private static func hash(_ owner: Owner) -> UInt64 {
    owner.keyPrefix.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
