internal import FeedDomain

/// The account whose requests are counted, with the store of request limits.
struct AccountBudget: Sendable {
  let account: Account.ID
  let allowances: Allowances

  /// The account's request limit; nil if the server never reported one.
  var allowance: RequestQuota? { allowances.allowance(of: account) }
}

extension RequestQuota {
  /// The remaining requests, for the log.
  var logText: String { "\(remaining) of \(limit) left" }
}
