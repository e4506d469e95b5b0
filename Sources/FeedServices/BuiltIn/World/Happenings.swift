internal import FeedDomain

/// What happened to the reader, as it is known at a moment.
struct Happenings {
  let universe: Universe
  let now: Timestamp

  /// What happened to the reader, the latest first; likes of one post are one notice.
  func notices() -> [Notice] {
    let own = universe.posts(now: now).filter { $0.author == Society.reader }
    let notices =
      own.flatMap { story in
        [
          notice(.like, by: universe.likers(of: story, now: now), about: story),
          notice(.boost, by: universe.boosters(of: story, now: now), about: story),
        ].compactMap(\.self)
      } + mentions() + polls() + follows()
    return notices.sorted {
      ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue)
    }
  }

  private func notice(_ kind: Notice.Kind, by deeds: [Universe.Deed], about story: Story)
    -> Notice?
  {
    guard let last = deeds.last else { return nil }
    return Notice(
      id: Notice.ID("\(kind.rawValue)-\(story.number.text)"), kind: kind,
      people: deeds.reversed().map { universe.person($0.person) },
      post: universe.post(story, now: now), at: last.at)
  }

  private func mentions() -> [Notice] {
    let reader = universe.society.people[Society.reader].id
    return universe.posts(now: now).filter { story in
      guard story.author != Society.reader else { return false }
      let answersReader =
        story.parent.flatMap { universe.story($0, now: now) }?.author == Society.reader
      return answersReader || story.content.text.runs.contains { $0.kind == .mention(reader) }
    }.compactMap { notice(.mention, by: [($0.author, $0.number.moment)], about: $0) }
  }

  private func polls() -> [Notice] {
    universe.posts(now: now).compactMap { story in
      guard let poll = story.content.poll, !poll.chosen.isEmpty, let closed = poll.closesAt,
        closed <= now
      else { return nil }
      return notice(.poll, by: [(story.author, closed)], about: story)
    }
  }

  /// Those who came last; a follower of old is no news.
  private func follows() -> [Notice] {
    universe.society.followers.suffix(14).enumerated().map { index, place in
      var dice = SplitMix64(universe.seed, 0xF0, UInt64(place))
      let age = Duration.seconds(40 * 60 + index * 26 * 3600 + dice.below(9 * 3600))
      return Notice(
        id: Notice.ID("follow-\(universe.society.people[place].id.rawValue)"), kind: .follow,
        people: [universe.person(place)], post: nil,
        at: universe.beginning.advanced(by: .zero - age))
    }
  }
}
