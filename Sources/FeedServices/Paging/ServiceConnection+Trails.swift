internal import FeedDomain

extension ServiceConnection {
  /// The same, where every list ends that leads back to where one has been.
  func leavingCircles() -> ServiceConnection {
    ServiceConnection(
      account: account, streams: streams, feeds: TrailedFeeds(gateway: feeds),
      people: people.map { TrailedPeople(gateway: $0) },
      collections: collections.map { TrailedCollections(gateway: $0) },
      notices: notices.map { TrailedNotices(gateway: $0) }, photos: photos, places: places,
      tags: tags, hasTagStreams: hasTagStreams, live: live, markers: markers, uploads: uploads,
      publishing: publishing, editing: editing, marks: marks, likesOwn: likesOwn,
      answersAreComments: answersAreComments, refreshPace: refreshPace, canSearch: canSearch,
      keepsFor: keepsFor, draftLimits: draftLimits, habits: habits, upkeep: upkeep)
  }
}
