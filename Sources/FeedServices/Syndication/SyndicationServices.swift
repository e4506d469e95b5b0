internal import FeedDomain

/// Feeds of all the web, as the directory of services offers them.
struct SyndicationServices: Sendable {
  let intake: SubscriptionIntake
  let accounts: AccountKeeping

  var signIn: any SignInGateway { SyndicationSignIn(intake: intake, accounts: accounts) }

  /// What the account offers; nil where what was kept of it cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let list = SubscriptionList(account.token) else { return nil }
    let gateway = SyndicationConnection(
      desk: SyndicationDesk(
        account.account.id, list, stage: intake.stage, shelf: intake.shelf, accounts: accounts),
      intake: intake)
    return ServiceConnection(
      account: account.account, streams: list.streams.map { .feed($0) }, feeds: gateway
    ) {
      $0.people = gateway
      $0.collections = gateway
      $0.photos = gateway
      $0.publishing = gateway
      $0.subscriptions = gateway
      $0.marks = [.liked, .bookmarked]
      $0.refreshPace = .seconds(1800)
      $0.canSearch = false
    }
  }
}
