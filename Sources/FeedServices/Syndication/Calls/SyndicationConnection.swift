internal import FeedDomain

/// What is offered to whoever follows feeds.
struct SyndicationConnection: Sendable {
  /// Who follows them: nobody at any service.
  static let nobody = Person.ID("")
  static let handle = "feeds"

  let desk: SyndicationDesk
  let intake: SubscriptionIntake

  var shelf: ChannelShelf { desk.shelf }

  /// An entry with what is known of its feed, wherever it still is.
  func entry(_ post: Post.ID) async throws(FeedError) -> (item: ChannelItem, teller: ChannelTeller)
  {
    guard let id = ItemID(post) else { throw .notFound }
    let kept = shelf.channel(id.subscription)
    let subscription = await desk.list[id.subscription]
    if let subscription, let item = kept.channel.items.first(where: { $0.id == id.item }) {
      return (item, ChannelTeller(subscription, kept.channel, shelf.marks))
    }
    guard let entry = shelf.marks.entry(id) else { throw .notFound }
    return (entry.item, ChannelTeller(entry, subscription, shelf.marks))
  }
}

/// Turns the entries of one feed into posts.
struct ChannelTeller {
  private let id: Subscription.ID
  private let author: Person
  private let marks: MarkedItems

  init(_ subscription: Subscription, _ channel: Channel, _ marks: MarkedItems) {
    (id, self.marks) = (subscription.id, marks)
    author = Person(subscription, channel)
  }

  /// For an entry that was marked: its feed may be followed no longer.
  init(_ entry: MarkedItems.Entry, _ subscription: Subscription?, _ marks: MarkedItems) {
    (id, self.marks) = (entry.subscription, marks)
    author =
      subscription.map { Person($0, Channel()) }
      ?? Person(id: Person.ID(entry.subscription.rawValue), handle: entry.name, name: entry.name)
  }

  var name: String { author.name }

  func post(_ item: ChannelItem) -> Post { post(item, item.text, ItemID(id, item.id).post) }

  /// The whole text of an entry, as what follows it; nil where the entry says it all.
  func whole(_ item: ChannelItem) -> Post? {
    item.whole.map { text in
      var bare = item
      (bare.title, bare.media) = ("", [])
      return post(
        bare, text, ItemID(id, item.id).whole,
        reply: Post.Reply(to: ItemID(id, item.id).post, handle: author.handle))
    }
  }

  private func post(
    _ item: ChannelItem, _ text: RichText, _ post: Post.ID, reply: Post.Reply? = nil
  ) -> Post {
    var runs: [RichText.Run] = []
    let isTitled = !item.title.isEmpty && !text.plain.hasPrefix(item.title)
    if isTitled { runs.append(.init(item.title, .emphasis)) }
    if isTitled, !text.runs.isEmpty { runs.append(.init("\n")) }
    runs += text.runs
    if let author = item.author { runs.append(.init("\n— \(author)")) }
    return Post(
      id: post, author: author, createdAt: item.writtenAt ?? Timestamp(milliseconds: 0),
      content: Post.Content(text: RichText(runs: runs), photos: item.media.compactMap(\.photo)),
      reply: reply, url: item.link, counts: .untold, own: marks.marks(ItemID(id, item.id)),
      canBeAnswered: false, canBeQuoted: false, isDated: item.isDated)
  }
}

extension Person {
  /// A feed, which speaks as somebody does.
  init(
    _ subscription: Subscription, _ channel: Channel, _ relationship: Relationship? = nil
  ) {
    self.init(
      id: ID(subscription.id.rawValue), handle: subscription.host, name: subscription.name,
      bio: RichText(channel.about), url: channel.site ?? subscription.address,
      relationship: relationship,
      pictures: channel.icon.map {
        [Photo.Rendition(url: $0, size: PhotoSize(width: 96, height: 96))]
      } ?? [])
  }
}

extension ChannelMedia {
  /// The size where it is not told: that of most pictures.
  private static let usual = PhotoSize(width: 1200, height: 800)

  /// A picture, film or sound of a post; nil where there is nothing to be shown or played.
  fileprivate var photo: Photo? {
    var size = Self.usual
    if let width, let height, width > 0, height > 0 {
      size = PhotoSize(width: width, height: height)
    }
    let picture = kind == .still ? url : cover
    return Photo(
      id: Photo.ID(url), kind: kind, address: url,
      renditions: picture.map { [Photo.Rendition(url: $0, size: size)] } ?? [], size: size,
      altText: words)
  }
}
