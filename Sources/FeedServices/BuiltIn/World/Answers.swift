internal import FeedDomain

/// What people answer when the reader says something; it comes after a while.
struct Answers {
  let stories: [Story]

  init(to story: Story, in universe: Universe) {
    let society = universe.society
    var dice = SplitMix64(universe.seed, UInt64(bitPattern: story.number.rawValue), 0xA25)
    var delay = Duration.seconds(22 + dice.below(20))
    let words = Self.words(for: story, in: universe.files.talk)
    let scanner = RichTextScanner { society.place(of: $0).map { society.people[$0].id } }
    stories = Self.people(answering: story, in: universe, &dice).enumerated().map { index, person in
      defer { delay += .seconds(50 + dice.below(120)) }
      let turn = universe.deeds.publishedCount * 2 + index
      return Story(
        number: PostNumber(at: story.number.moment.advanced(by: delay), .answer, turn),
        author: person, content: Post.Content(text: scanner.scan(words[turn % words.count])),
        parent: story.number,
        visibility: story.visibility == .mentioned ? .mentioned : .unlisted,
        appeal: Appeal(likes: dice.below(4), boosts: 0, pace: .seconds(30)), refusesLikes: false,
        isForHome: true)
    }
  }

  private static func words(for story: Story, in talk: DemoTalk) -> [String] {
    if story.parent != nil { return talk.repliesToReply }
    return story.content.text.plain.contains { "?？؟".contains($0) }
      ? talk.repliesToQuestion : talk.repliesToThought
  }

  /// Those who are spoken to; and those who follow the reader, where everybody is.
  private static func people(
    answering story: Story, in universe: Universe, _ dice: inout SplitMix64
  ) -> [Int] {
    let society = universe.society
    var people = story.content.text.runs.compactMap { run in
      if case .mention(let id) = run.kind { society.places[id] } else { nil }
    }
    if let parent = story.parent, let asked = universe.story(parent, now: story.number.moment) {
      people.append(asked.author)
    }
    let friends = society.followers.filter { $0 < society.writerCount }
    if story.visibility != .mentioned, !friends.isEmpty {
      let first = dice.below(friends.count)
      people += (0..<(story.parent == nil ? 1 + dice.below(2) : 0)).map {
        friends[(first + $0 * 5) % friends.count]
      }
    }
    // Nobody answers themselves, and nobody twice; two are enough.
    var seen: Set = [Society.reader]
    return Array(people.filter { seen.insert($0).inserted }.prefix(2))
  }
}
