internal import FeedDomain

extension Universe {
  /// Somebody who did something, and when.
  typealias Deed = (person: Int, at: Timestamp)

  /// A list of people, in the order in which they came.
  func people(_ list: PeopleList, now: Timestamp) throws(FeedError) -> [Int] {
    switch list {
    case .likers(let post):
      let story = try story(post, now: now)
      return likers(of: story, now: now).map(\.person) + ownMark(.liked, on: story)
    case .boosters(let post):
      let story = try story(post, now: now)
      return boosters(of: story, now: now).map(\.person) + ownMark(.boosted, on: story)
    case .followers(let person): return followers(of: try place(of: person))
    case .following(let person): return following(of: try place(of: person))
    case .familiar(let person):
      return followers(of: try place(of: person)).filter(deeds.followed.contains)
    case .suggested:
      return society.people.indices.filter {
        $0 != Society.reader && !deeds.followed.contains($0) && !followers(of: $0).isEmpty
      }
    case .directory: return society.people.indices.filter { $0 != Society.reader }
    // Everybody may follow everybody there.
    case .requests: return []
    case .featured: throw .notFound
    case .matching(let words): return people(matching: words)
    }
  }

  /// Those whose name or handle has all of the words in it.
  private func people(matching words: String) -> [Int] {
    let words = words.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return [] }
    return society.people.indices.filter { index in
      let names = "\(society.people[index].name) \(society.people[index].handle)".lowercased()
      return words.allSatisfy { names.contains($0) }
    }
  }

  func story(_ id: Post.ID, now: Timestamp) throws(FeedError) -> Story {
    guard let number = PostNumber(id), let story = story(number, now: now) else { throw .notFound }
    return story
  }

  /// Where the one with that id stands in the society.
  func place(of id: Person.ID) throws(FeedError) -> Int {
    // Whoever is named by the whole handle, with its server, is meant by it, too.
    let place =
      society.places[id] ?? society.people.firstIndex { $0.handle == id.rawValue }
    guard let place else { throw .notFound }
    return place
  }

  /// Who liked a post besides the reader, the first one first.
  func likers(of story: Story, now: Timestamp) -> [Deed] {
    (0..<story.appeal.likes(after: now.since(story.number.moment))).map { index in
      (
        society.admirer(index, of: story),
        story.number.moment.advanced(by: story.appeal.ageAtLike(index))
      )
    }
  }

  /// Who boosted a post besides the reader, the first one first.
  func boosters(of story: Story, now: Timestamp) -> [Deed] {
    let shown = shownBoosts(of: story, now: now).map { ($0.person, $0.number.moment) }
    let quiet = (0..<story.appeal.boosts(after: now.since(story.number.moment))).map { index in
      (
        society.admirer(index, of: story, salt: 1),
        story.number.moment.advanced(by: story.appeal.ageAtBoost(index))
      )
    }
    // One whose boost is to be seen in home boosted it once, not twice.
    let seen = Set(shown.map(\.0))
    return (shown + quiet.filter { !seen.contains($0.0) }).sorted { $0.1 < $1.1 }
  }

  /// How many boosted a post besides the reader.
  func boosterCount(of story: Story, now: Timestamp) -> Int {
    shownBoosts(of: story, now: now).isEmpty
      ? story.appeal.boosts(after: now.since(story.number.moment))
      : boosters(of: story, now: now).count
  }

  func followers(of place: Int) -> [Int] {
    society.followers(of: place) + (deeds.followed.contains(place) ? [Society.reader] : [])
  }

  func following(of place: Int) -> [Int] {
    place == Society.reader ? deeds.followed.sorted() : society.following(of: place)
  }

  private func shownBoosts(of story: Story, now: Timestamp) -> [Boost] {
    boosts.filter { $0.story == story.number && $0.number.moment <= now }
  }

  private func ownMark(_ action: Post.OwnActions, on story: Story) -> [Int] {
    deeds.actions(on: story.number).contains(action) ? [Society.reader] : []
  }
}
