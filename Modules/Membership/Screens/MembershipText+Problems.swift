import Services
import Core

extension MembershipText {
  /// What went wrong, and what helps.
  static func notice(_ problem: SubscriptionProblem) -> Notice {
    switch problem {
    case .payment(let error): Notice(message(error), tone: .problem)
    case .storage(let error): Notice(error.description, tone: .problem)
    }
  }

  /// What went wrong where nothing was to be paid, and what helps.
  static func memberNotice(_ problem: SubscriptionProblem) -> Notice {
    switch problem {
    case .payment(.timedOut): Notice("No answer came. Try again in a moment.", tone: .problem)
    case .payment(.cancelled): Notice("Cancelled. Nothing was paid.", tone: .problem)
    case .payment(.notFound):
      Notice("The bank knows of no membership of yours that runs.", tone: .problem)
    case .payment, .storage: notice(problem)
    }
  }

  /// Why a provider has no answer or a bad one, and what helps.
  static func message(_ error: PaymentError) -> String {
    switch error {
    case .declined(.insufficientFunds):
      "The bank declined: there is not enough money. Nothing was paid; add some, or pay another way."
    case .declined(.expiredCard):
      "The bank declined: the card has expired. Nothing was paid; pay with another one."
    case .declined(.refused):
      "The bank declined without a reason. Nothing was paid; ask your bank, or pay another way."
    case .timedOut:
      "No answer came, so it is not known whether you paid. Ask again: you never pay twice."
    case .cancelled:
      "Cancelled before an answer came. Ask again: you never pay twice."
    case .offline: "The network is away. Check the connection and try again."
    case .notFound: "Nothing was paid: the bank has no such purchase. Buy again if you like."
    case .alreadyMember:
      "You are a member already, and nothing was paid. Restore your purchase to use it here."
    case .unavailable(let why): "The bank can't answer now (\(why.prefix(200))). Try again later."
    }
  }

  /// A payment that is true and not stored.
  static func notStored(_ error: StorageError) -> String {
    "You are a member, but this could not be stored here: \(error.description)"
      + " Save again; if the app ends before, restore your purchase."
  }
}
