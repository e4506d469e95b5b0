internal import FeedDomain

extension Universe {
  /// What happened to the reader, the latest first; likes of one post are one notice.
  func notices(now: Timestamp) -> [Notice] {
    let own = posts(now: now).filter { $0.author == Society.reader }
    let notices =
      own.flatMap { story in
        [
          notice(.like, by: likers(of: story, now: now), about: story, now: now),
          notice(.boost, by: boosters(of: story, now: now), about: story, now: now),
        ].compactMap(\.self)
      } + mentions(now: now) + polls(now: now) + follows(now: now)
    return notices.sorted {
      ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue)
    }
  }

  private func notice(_ kind: Notice.Kind, by deeds: [Deed], about story: Story, now: Timestamp)
    -> Notice?
  {
    guard let last = deeds.last else { return nil }
    return Notice(
      id: Notice.ID("\(kind.rawValue)-\(story.number.text)"), kind: kind,
      people: deeds.reversed().map { person($0.person) }, post: post(story, now: now), at: last.at)
  }

  private func mentions(now: Timestamp) -> [Notice] {
    let reader = society.people[Society.reader].id
    return posts(now: now).filter { story in
      guard story.author != Society.reader else { return false }
      let answersReader =
        story.parent.flatMap { self.story($0, now: now) }?.author == Society.reader
      return answersReader || story.content.text.runs.contains { $0.kind == .mention(reader) }
    }.compactMap { notice(.mention, by: [($0.author, $0.number.moment)], about: $0, now: now) }
  }

  private func polls(now: Timestamp) -> [Notice] {
    posts(now: now).compactMap { story in
      guard let poll = story.content.poll, !poll.chosen.isEmpty, let closed = poll.closesAt,
        closed <= now
      else { return nil }
      return notice(.poll, by: [(story.author, closed)], about: story, now: now)
    }
  }

  /// Those who came last; a follower of old is no news.
  private func follows(now: Timestamp) -> [Notice] {
    society.followers.suffix(14).enumerated().map { index, place in
      var dice = SplitMix64(seed, 0xF0, UInt64(place))
      let age = Duration.seconds(40 * 60 + index * 26 * 3600 + dice.below(9 * 3600))
      return Notice(
        id: Notice.ID("follow-\(society.people[place].id.rawValue)"), kind: .follow,
        people: [person(place)], post: nil, at: beginning.advanced(by: .zero - age))
    }
  }
}
