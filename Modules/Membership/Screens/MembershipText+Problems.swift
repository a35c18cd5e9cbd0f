import Services
import Core

extension MembershipText {
  /// A failed purchase and the remedy.
  static func notice(_ problem: MembershipProblem) -> Notice {
    switch problem {
    case .payment(let error): Notice(message(error), tone: .problem)
    case .storage(let error): Notice(error.description, tone: .problem)
    }
  }

  /// A failed purchase that is not open, so that nothing will be paid, and the remedy.
  static func closedNotice(_ problem: MembershipProblem) -> Notice {
    switch problem {
    case .payment(.timedOut):
      Notice(
        "The bank did not answer. Nothing was charged. Try again in a moment.", tone: .problem)
    case .payment(.cancelled): Notice("Cancelled. Nothing was charged.", tone: .problem)
    case .payment, .storage: notice(problem)
    }
  }

  /// A failure outside of a purchase, and the remedy.
  static func memberNotice(_ problem: MembershipProblem) -> Notice {
    switch problem {
    case .payment(.timedOut):
      Notice("The bank did not answer. Try again in a moment.", tone: .problem)
    case .payment(.cancelled):
      Notice("Cancelled before the bank answered. Try again in a moment.", tone: .problem)
    case .payment(.notFound):
      Notice("You have no active membership at the bank.", tone: .problem)
    case .payment, .storage: notice(problem)
    }
  }

  /// A purchase that was not started because another plan's is open.
  static func notBegun(_ plan: Plan, open: Plan) -> Notice {
    Notice(
      "Another purchase (\(title(open))) is still open, so this one (\(title(plan))) was not started."
        + " Nothing was charged for it.", tone: .problem)
  }

  /// A purchase that was not started because the user needs none.
  static func unpaid(isMember: Bool) -> Notice {
    Notice(
      isMember
        ? "You are a member already. Nothing was bought."
        : "Your account needs no membership for this. Nothing was bought.")
  }

  /// Why a provider gave no valid answer, and the remedy.
  static func message(_ error: PaymentError) -> String {
    switch error {
    case .declined(.insufficientFunds):
      "Declined: not enough money. Nothing was charged. Add money, or pay another way."
    case .declined(.expiredCard):
      "Declined: the card has expired. Nothing was charged. Use another card."
    case .declined(.refused):
      "Declined without a reason. Nothing was charged. Ask your bank, or pay another way."
    case .timedOut:
      "The bank did not answer, so your payment is uncertain. Check again: you won't pay twice."
    case .cancelled:
      "Cancelled before the bank answered. Check again: you won't pay twice."
    case .offline: "You are offline. Check the connection and try again."
    case .notFound: "Nothing was charged: the bank has no such purchase. You can buy again."
    case .alreadyMember:
      "You are a member already, and nothing was charged. Restore your purchase to use it here."
    case .unavailable(let why): "The bank can't answer now (\(why.prefix(200))). Try again later."
    case .storage(.unavailable(let why)):
      "The bank's records can't be read or saved (\(why.prefix(200))). Try again later."
    case .storage(let error): error.description
    }
  }

  /// Why the provider does not end the renewal, and the remedy, without a full stop.
  static func reason(_ error: PaymentError) -> String {
    let cause =
      switch error {
      case .offline: "you are offline; check the connection and try again"
      case .timedOut, .cancelled: "the bank did not answer; try again in a moment"
      case .unavailable(let why): "the bank can't answer now (\(why.prefix(200))); try again later"
      case .storage: "the bank's records can't be read or saved; check the disk and try again"
      case .declined, .notFound, .alreadyMember: "the bank refuses it; ask your bank"
      }
    return "your membership can't be cancelled, because \(cause)"
  }

  /// Receipts that could not be stored, of a member or of a membership that has ended.
  static func notStored(_ error: StorageError) -> String {
    "This could not be saved: \(error.description)"
      + " Save again. If you quit before that, restore your purchase."
  }
}
