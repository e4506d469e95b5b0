internal import FeedDomain

extension ServiceConnection {
  /// The same, where every list ends that leads back to where one has been.
  func leavingCircles() -> ServiceConnection {
    var connection = self
    connection.feeds = TrailedFeeds(gateway: feeds)
    connection.people = people.map { TrailedPeople(gateway: $0) }
    connection.notices = notices.map { TrailedNotices(gateway: $0) }
    return connection
  }
}
