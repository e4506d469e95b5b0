internal import FeedDomain

/// A builder of the demo world at its start, from the demo's files and a seed.
struct DemoWorldBuilder {
  struct InitialDemoPosts {
    var storedPosts: [StoredDemoPost] = []
    var boosts: [DemoBoost] = []
    var marks: [(post: DemoPostNumber, actions: Post.UserPostMarks, at: Timestamp)] = []
  }

  let seed: UInt64
  let beginning: Timestamp
  let population: DemoPopulation
  let demoScript: DemoFirstDayAndLaterThreads
  let files: DemoFiles

  init(seed: UInt64, beginning: Timestamp, files: DemoFiles) {
    (self.seed, self.beginning, self.files) = (seed, beginning, files)
    population = DemoPopulation(seed: seed, files: files)
    demoScript = DemoFirstDayAndLaterThreads(seed: seed, files: files)
  }

  /// Creates the demo posts from before the user's first sign-in, with their boosts and the user's
  /// marks.
  func makeFirstDayPosts() -> InitialDemoPosts {
    let threads = demoScript.firstDay
    let numbers = postNumbers(of: threads)
    let labels = postNumbersByLabel(of: threads, numbers)
    var day = InitialDemoPosts()
    for (thread, numbers) in zip(threads, numbers) {
      var path: [DemoPostNumber] = []
      for (index, (post, number)) in zip(thread, numbers).enumerated() {
        path = path.prefix(post.depth) + [number]
        let isAnswered = index + 1 < thread.count && thread[index + 1].depth > post.depth
        let quoted = post.quotes.flatMap { labels[$0] }.map { number, post in
          Quote(
            makeStoredPost(post, number: number, parent: nil),
            by: population.people[authorIndex(post.author)]
          )
        }
        day.storedPosts.append(
          makeStoredPost(
            post, number: number, parent: post.depth > 0 ? path[post.depth - 1] : nil,
            quote: quoted, isForHome: post.depth == 0 || isAnswered))
        addMarksAndBoostFromFile(of: post, number, to: &day)
      }
    }
    day.boosts.sort { $0.number < $1.number }
    return day
  }

  func makeStoredPost(
    _ post: DemoPost, number: DemoPostNumber, parent: DemoPostNumber?, quote: Quote? = nil,
    isForHome: Bool? = nil
  ) -> StoredDemoPost {
    var generator = SplitMix64Generator(seed, 0x570, UInt64(number.rawValue & 0xFFF))
    let author = authorIndex(post.author)
    let fame = generator.randomInteger(below: 9) == 0 ? 180 : post.depth == 0 ? 46 : 9
    let likes = post.likes ?? 1 + generator.randomInteger(below: fame)
    return StoredDemoPost(
      number: number, author: author, content: makePostContent(post, quote: quote), parent: parent,
      visibility: post.visibility,
      popularity: PopularityCurve(
        likes: min(likes, population.possibleLikerCount(ofAuthor: author)),
        boosts: post.depth == 0 ? likes / 6 : 0,
        growthInterval: .seconds(8 + generator.randomInteger(below: 30))),
      refusesLikes: post.refusesLikes, isForHome: isForHome ?? (post.depth == 0))
  }

  private func makePostContent(_ post: DemoPost, quote: Quote?) -> Post.PostContent {
    let scanner = DemoTextParser(understandsMarkup: true) {
      population.personIndex(of: $0).map { population.people[$0].id }
    }
    let photos = post.photos.compactMap { files.photos[$0] }
    let text = scanner.parsedRichText(post.text).splittingRunsAtEmoji(DemoEmoji.all)
    return Post.PostContent(
      text: text, warning: post.warning, photos: photos,
      poll: post.poll.map(makePoll),
      card: post.card.map(makeLinkPreview), quote: quote,
      place: post.city.flatMap { files.city(named: $0)?.place } ?? photos.first?.place,
      mentions: text.mentioned, language: post.language
    ).addingWarningAndPollEmoji(with: DemoEmoji.all)
  }

  private func makePoll(_ poll: DemoPost.DemoPoll) -> Poll {
    Poll(
      options: poll.options, closesAt: beginning.timeAdvanced(by: .seconds(poll.closing * 3600)),
      chosenOptions: Set(poll.chosen.map { [$0] } ?? []), allowsSeveral: poll.allowsSeveral)
  }

  private func makeLinkPreview(_ card: DemoPost.DemoLinkPreview) -> LinkPreview {
    LinkPreview(
      url: card.url, title: card.title, summary: card.summary, site: card.site,
      picture: card.photo.flatMap { files.photos[$0] })
  }

  private func authorIndex(_ handle: String) -> Int {
    guard let index = population.personIndex(of: handle) else {
      preconditionFailure("The demo has no person called \(handle).")
    }
    return index
  }

  /// Returns numbers for the demo posts of the first day, by thread. Successive threads are minutes
  /// apart at the top of the list, and hours at its end.
  private func postNumbers(of threads: [DemoThread]) -> [[DemoPostNumber]] {
    var generator = SplitMix64Generator(seed, 0x71AE)
    var index = 0
    return threads.enumerated().map { rank, thread in
      let depth = (Double(rank) + 0.5 + 0.3 * generator.randomFraction()) / Double(threads.count)
      let age = Duration.seconds(180) + .seconds(24 * 86_400) * (depth * depth.squareRoot())
      var moment = beginning.timeAdvanced(by: .zero - age)
      return thread.map { _ in
        defer {
          let room = min(beginning.elapsedTime(since: moment), .seconds(5 * 3600))
          moment = moment.timeAdvanced(by: room * (0.02 + 0.1 * generator.randomFraction()))
          index += 1
        }
        return DemoPostNumber(at: moment, .firstDay, index)
      }
    }
  }

  private func postNumbersByLabel(of threads: [DemoThread], _ numbers: [[DemoPostNumber]])
    -> [String: (DemoPostNumber, DemoPost)]
  {
    var labels: [String: (DemoPostNumber, DemoPost)] = [:]
    for (thread, numbers) in zip(threads, numbers) {
      for (post, number) in zip(thread, numbers) {
        if let label = post.label { labels[label] = (number, post) }
      }
    }
    return labels
  }

  private func addMarksAndBoostFromFile(
    of post: DemoPost, _ number: DemoPostNumber, to day: inout InitialDemoPosts
  ) {
    let age = beginning.elapsedTime(since: number.moment)
    if let booster = post.boostedBy {
      let moment = number.moment.timeAdvanced(by: age * 0.6)
      day.boosts.append(
        DemoBoost(
          number: DemoPostNumber(
            at: moment, .firstDay, DemoFirstDayAndLaterThreads.postCount + day.boosts.count),
          storedPost: number, person: authorIndex(booster)))
    }
    let moment = number.moment.timeAdvanced(by: age * 0.5)
    for mark in [Post.UserPostMarks.liked, .bookmarked] where post.marks.contains(mark) {
      day.marks.append((number, mark, moment))
    }
  }
}

/// A random number generator that yields equal numbers for equal seeds, on every machine and in
/// every version; the standard library does not promise this of its generator and its shuffle.
struct SplitMix64Generator {
  private var state: UInt64

  /// Creates a random number generator whose seed is computed from several numbers, such as a
  /// constant for the purpose and the number of a post.
  init(_ parts: UInt64...) {
    state = parts.reduce(0) { Self.mixedBits($0 &+ $1 &+ 0x9E37_79B9_7F4A_7C15) }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixedBits(state)
  }

  /// Returns a random number from 0 up to, but not including, the limit, which must be positive.
  mutating func randomInteger(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// Returns a random number from 0 up to, not including, 1.
  mutating func randomFraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, randomInteger(below: last + 1))
    }
    return elements
  }

  private static func mixedBits(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
