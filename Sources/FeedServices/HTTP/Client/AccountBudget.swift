internal import FeedDomain

/// The request limit of one account.
struct AccountBudget: Sendable {
  let account: Account.ID
  let allowances: Allowances

  /// nil if the server never told.
  var allowance: Allowance? { allowances.allowance(of: account) }
}

extension Allowance {
  /// What is left, for the log.
  var fact: String { "\(remaining) of \(limit) left" }
}
