internal import FeedDomain

/// Feeds of all the web, as the directory of services offers them.
struct SyndicationServices: Sendable {
  let intake: SubscriptionIntake
  let accounts: AccountKeeping

  var signIn: any SignInGateway { SyndicationSignIn(intake: intake, accounts: accounts) }

  /// What the account offers; nil where what was kept of it cannot be read.
  func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard let list = SubscriptionList(account.token) else { return nil }
    let connection = SyndicationConnection(
      desk: SyndicationDesk(
        account.account.id, list, stage: intake.stage, shelf: intake.shelf, accounts: accounts),
      intake: intake)
    return ServiceConnection(
      account: account.account, streams: list.streams.map { .feed($0) },
      feeds: SyndicationFeeds(connection: connection)
    ) {
      $0.people = SyndicationPeople(connection: connection)
      $0.photos = SyndicationPhotos(connection: connection)
      $0.publishing = SyndicationPublishing(connection: connection)
      $0.subscriptions = SyndicationSubscriptions(connection: connection)
      $0.marks = [.liked, .bookmarked]
      $0.refreshPace = .seconds(1800)
      $0.canSearch = false
    }
  }
}
