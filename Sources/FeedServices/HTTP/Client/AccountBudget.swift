internal import FeedDomain

/// What one account may ask its server.
struct AccountBudget: Sendable {
  let account: Account.ID
  let allowances: Allowances

  /// What it may ask as things are; nil where that was never told.
  var allowance: Allowance? { allowances.allowance(of: account) }
}

extension Allowance {
  /// What is left, for the log.
  var fact: String { "\(remaining) of \(limit) left" }
}
