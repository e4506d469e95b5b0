package import FeedDomain

/// Looking through what a service tells besides posts, people and notices.
package enum Listing {
  /// What is looked through.
  package enum Subject: Hashable, Sendable {
    /// What a post said, the latest first.
    case editions(Post.ID)
    /// What those who run the server have to say.
    case announcements
    /// What the server says of itself, and its rules.
    case server
    /// The reader's lists of people, or on which of them somebody is.
    case lists(with: Person.ID?)
    /// What many talk about.
    case trends
    /// Which posts wait for their moment.
    case scheduled
    /// What the service folds away or leaves out for the reader.
    case filters
    /// How often somebody's photos were looked at and downloaded.
    case statistics(Person.ID)
    /// Streams that others compute: those the service suggests, or those that match some words.
    case feeds(matching: String?)
  }

  /// Something in it.
  package indirect enum Item: Equatable, Sendable {
    /// What a post said once, and how that became so; nil for the beginning.
    case edition(Edition, changes: [Rewording]?)
    case announcement(Announcement)
    case server(ServerFacts)
    case rules([String])
    case list(ReaderList)
    case trend(Trend)
    case scheduled(ScheduledPost)
    case filter(WordFilter)
    case statistic(Statistic)
    case feed(FoundFeed)
  }

  package enum Request: Equatable, Sendable {
    case open(Subject)
    case refresh
    /// To have somebody on a list, or no longer.
    case toggle(Item)
    /// To do that to something in it, or to have it done no longer: to like a feed, or to pin it.
    case perform(Act.Kind, Item)
    /// To have a post not posted, or to have something not folded away any more.
    case remove(Item)
    /// To take that back.
    case undo
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    case shown([Item])
    /// How it stands with asking the service.
    case asking(Asking)
    /// The service failed; what was shown stays.
    case failed(FeedError)
    case action(ActionNews)
  }
}
