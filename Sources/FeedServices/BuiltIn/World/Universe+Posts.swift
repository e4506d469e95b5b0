internal import FeedDomain

extension Universe {
  /// A post as the reader sees it at that moment.
  func post(_ story: Story, now: Timestamp) -> Post {
    let own = deeds.actions(on: story.number)
    let parent = story.parent.flatMap { self.story($0, now: now) }
    let poll = deeds.votes[story.number].flatMap { story.content.poll?.choosing($0) }
    return Post(
      id: story.number.id, author: listed(story.author), createdAt: story.number.moment,
      content: poll.map { story.content.with($0) } ?? story.content,
      reply: story.parent.map {
        Post.Reply(to: $0.id, handle: parent.map { society.people[$0.author].handle })
      },
      visibility: story.visibility,
      url: "https://tweetie.example/@\(society.people[story.author].handle)/\(story.number.text)",
      counts: Post.Counts(
        replies: answers(to: story.number, now: now).count,
        boosts: boosterCount(of: story, now: now) + (own.contains(.boosted) ? 1 : 0),
        likes: story.appeal.likes(after: now.since(story.number.moment))
          + (own.contains(.liked) ? 1 : 0)),
      own: own)
  }

  /// Somebody, with how the reader stands to them.
  func person(_ place: Int) -> Person {
    let person = society.people[place]
    return Person(
      id: person.id, handle: person.handle, name: person.name, bio: person.bio, url: person.url,
      relationship: relationship(to: place)
    ).named(with: ServerEmoji.all)
  }

  /// Somebody, with their numbers too.
  func profile(_ place: Int, now: Timestamp) -> Person {
    let person = person(place)
    return Person(
      id: person.id, handle: person.handle, name: person.name, bio: person.bio, url: person.url,
      counts: Person.Counts(
        followers: followers(of: place).count, following: following(of: place).count,
        posts: posts(now: now).reduce(0) { $0 + ($1.author == place ? 1 : 0) }),
      relationship: person.relationship, pictures: Portrait(of: person.id).renditions
    ).named(with: person.emojis)
      .tied(Ties(followsReader: following(of: place).contains(Society.reader)))
  }

  /// Somebody as a list has them.
  func listed(_ place: Int) -> Person {
    let person = person(place)
    return person.pictured(Portrait(of: person.id).renditions)
  }

  /// The photograph or portrait of that name; nil where there is none.
  func photo(named name: Photo.ID) -> Photo? {
    if let photo = files.photos[name.rawValue] { return photo }
    if let emoji = ServerEmoji(name) { return emoji.photo }
    guard let portrait = Portrait(name), society.places[portrait.person] != nil else { return nil }
    return portrait.photo
  }

  /// What answers a post, the oldest first.
  func answers(to number: PostNumber, now: Timestamp) -> [Story] {
    (answers[number] ?? []).compactMap { story($0, now: now) }
  }

  /// A post with what it answers and what answers it, in reading order.
  func conversation(of number: PostNumber, now: Timestamp) throws(FeedError) -> Conversation {
    guard var root = story(number, now: now) else { throw .notFound }
    while let parent = root.parent.flatMap({ story($0, now: now) }) { root = parent }
    var nodes: [Conversation.Node] = []
    var waiting = [(root, 0)]
    while let (story, depth) = waiting.popLast() {
      nodes.append(Conversation.Node(post(story, now: now), depth: depth))
      waiting += answers(to: story.number, now: now).reversed().map { ($0, depth + 1) }
    }
    return Conversation(focus: number.id, nodes: nodes)
  }

  private func relationship(to place: Int) -> Relationship {
    if place == Society.reader { return .oneself }
    if deeds.blocked.contains(place) { return .blocked }
    let isFollowed = deeds.followed.contains(place)
    if deeds.muted.contains(place) { return isFollowed ? .mutedFollowed : .muted }
    return isFollowed ? .followed : .stranger
  }
}
