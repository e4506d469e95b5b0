internal import FeedDomain

/// Builds the demo world at its beginning, from the files and a seed.
struct DemoWorldBuilder {
  /// The posts, boosts and marks of the first day.
  struct FirstDay {
    var stories: [StoredDemoPost] = []
    var boosts: [Boost] = []
    var marks: [(post: PostNumber, actions: Post.OwnActions, at: Timestamp)] = []
  }

  let seed: UInt64
  let beginning: Timestamp
  let population: Population
  let demoScript: DemoScript
  let files: DemoFiles

  init(seed: UInt64, beginning: Timestamp, files: DemoFiles) {
    (self.seed, self.beginning, self.files) = (seed, beginning, files)
    population = Population(seed: seed, files: files)
    demoScript = DemoScript(seed: seed, files: files)
  }

  /// Creates what was posted before the reader comes for the first time.
  func firstDay() -> FirstDay {
    let threads = demoScript.firstDay
    let numbers = numbers(of: threads)
    let labels = labels(of: threads, numbers)
    var day = FirstDay()
    for (thread, numbers) in zip(threads, numbers) {
      var path: [PostNumber] = []
      for (index, (line, number)) in zip(thread, numbers).enumerated() {
        path = path.prefix(line.depth) + [number]
        let isAnswered = index + 1 < thread.count && thread[index + 1].depth > line.depth
        let quoted = line.quotes.flatMap { labels[$0] }.map { number, line in
          Quote(story(line, number: number, parent: nil), by: population.people[place(line.author)])
        }
        day.stories.append(
          story(
            line, number: number, parent: line.depth > 0 ? path[line.depth - 1] : nil,
            quote: quoted, isForHome: line.depth == 0 || isAnswered))
        addDeeds(of: line, number, to: &day)
      }
    }
    day.boosts.sort { $0.number < $1.number }
    return day
  }

  func story(
    _ line: DemoPost, number: PostNumber, parent: PostNumber?, quote: Quote? = nil,
    isForHome: Bool? = nil
  ) -> StoredDemoPost {
    var dice = SplitMix64(seed, 0x570, UInt64(number.rawValue & 0xFFF))
    let author = place(line.author)
    let fame = dice.below(9) == 0 ? 180 : line.depth == 0 ? 46 : 9
    let likes = line.likes ?? 1 + dice.below(fame)
    return StoredDemoPost(
      number: number, author: author, content: content(line, quote: quote), parent: parent,
      visibility: line.visibility,
      popularity: PopularityCurve(
        likes: min(likes, population.admirerCount(ofAuthor: author)),
        boosts: line.depth == 0 ? likes / 6 : 0, pace: .seconds(8 + dice.below(30))),
      refusesLikes: line.refusesLikes, isForHome: isForHome ?? (line.depth == 0))
  }

  private func content(_ line: DemoPost, quote: Quote?) -> Post.Content {
    let scanner = RichTextScanner(understandsMarkup: true) {
      population.place(of: $0).map { population.people[$0].id }
    }
    let photos = line.photos.compactMap { files.photos[$0] }
    let text = scanner.scan(line.text).marking(ServerEmoji.all)
    return Post.Content(
      text: text, warning: line.warning, photos: photos,
      poll: line.poll.map(poll),
      card: line.card.map(card), quote: quote,
      place: line.city.flatMap { files.city(named: $0)?.place } ?? photos.first?.place,
      mentions: text.mentioned, language: line.language
    ).marked(with: ServerEmoji.all)
  }

  private func poll(_ poll: DemoPost.Poll) -> Poll {
    Poll(
      options: poll.options, closesAt: beginning.advanced(by: .seconds(poll.closing * 3600)),
      chosen: Set(poll.chosen.map { [$0] } ?? []), allowsSeveral: poll.allowsSeveral)
  }

  private func card(_ card: DemoPost.LinkPreview) -> LinkPreview {
    LinkPreview(
      url: card.url, title: card.title, summary: card.summary, site: card.site,
      picture: card.photo.flatMap { files.photos[$0] })
  }

  private func place(_ handle: String) -> Int {
    guard let place = population.place(of: handle) else {
      preconditionFailure("Nobody in the world is called \(handle).")
    }
    return place
  }

  /// Numbers for the posts of the first day. Threads grow older down the list: minutes apart at its
  /// top, hours at its end.
  private func numbers(of threads: [DemoThread]) -> [[PostNumber]] {
    var dice = SplitMix64(seed, 0x71AE)
    var index = 0
    return threads.enumerated().map { rank, thread in
      let depth = (Double(rank) + 0.5 + 0.3 * dice.unit()) / Double(threads.count)
      let age = Duration.seconds(180) + .seconds(24 * 86_400) * (depth * depth.squareRoot())
      var moment = beginning.advanced(by: .zero - age)
      return thread.map { _ in
        defer {
          let room = min(beginning.since(moment), .seconds(5 * 3600))
          moment = moment.advanced(by: room * (0.02 + 0.1 * dice.unit()))
          index += 1
        }
        return PostNumber(at: moment, .firstDay, index)
      }
    }
  }

  private func labels(of threads: [DemoThread], _ numbers: [[PostNumber]])
    -> [String: (PostNumber, DemoPost)]
  {
    var labels: [String: (PostNumber, DemoPost)] = [:]
    for (thread, numbers) in zip(threads, numbers) {
      for (line, number) in zip(thread, numbers) {
        if let label = line.label { labels[label] = (number, line) }
      }
    }
    return labels
  }

  private func addDeeds(of line: DemoPost, _ number: PostNumber, to day: inout FirstDay) {
    let age = beginning.since(number.moment)
    if let booster = line.boostedBy {
      let moment = number.moment.advanced(by: age * 0.6)
      day.boosts.append(
        Boost(
          number: PostNumber(at: moment, .firstDay, DemoScript.postCount + day.boosts.count),
          story: number, person: place(booster)))
    }
    let moment = number.moment.advanced(by: age * 0.5)
    for mark in [Post.OwnActions.liked, .bookmarked] where line.marks.contains(mark) {
      day.marks.append((number, mark, moment))
    }
  }
}

/// A random number generator with the same numbers for the same seed, on every machine and in every
/// version; the standard library promises that of neither its generator nor its shuffle.
struct SplitMix64 {
  private var state: UInt64

  /// Creates a generator for a purpose, such as a post or a pair of people.
  init(_ parts: UInt64...) {
    state = parts.reduce(0) { Self.mixed($0 &+ $1 &+ 0x9E37_79B9_7F4A_7C15) }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A random number from 0 up to, not including, the limit, which must be positive.
  mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// A random number from 0 up to, not including, 1.
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, below(last + 1))
    }
    return elements
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
