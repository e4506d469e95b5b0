internal import FeedDomain

/// Makes the world as it is when it begins, from what is written down and a seed.
struct WorldBuilder {
  /// What is there on the first day.
  struct FirstDay {
    var stories: [Story] = []
    var boosts: [Boost] = []
    var marks: [(post: PostNumber, actions: Post.OwnActions, at: Timestamp)] = []
  }

  let seed: UInt64
  let beginning: Timestamp
  let society: Society
  let playbook: Playbook
  let photos: PhotoCatalogue

  init(seed: UInt64, beginning: Timestamp) {
    (self.seed, self.beginning) = (seed, beginning)
    society = Society(seed: seed)
    playbook = Playbook(seed: seed)
    photos = PhotoCatalogue(
      names: Dictionary(uniqueKeysWithValues: Writer.all.map { ($0.handle.localPart, $0.name) }))
  }

  /// What is said before the reader comes for the first time.
  func firstDay() -> FirstDay {
    let threads = playbook.firstDay
    let numbers = numbers(of: threads)
    let labels = labels(of: threads, numbers)
    var day = FirstDay()
    for (thread, numbers) in zip(threads, numbers) {
      var path: [PostNumber] = []
      for (index, (line, number)) in zip(thread, numbers).enumerated() {
        path = path.prefix(line.depth) + [number]
        let isAnswered = index + 1 < thread.count && thread[index + 1].depth > line.depth
        let quoted = line.notes["quote"].flatMap { labels[$0] }.map { number, line in
          Quote(story(line, number: number, parent: nil), by: society.people[place(line.handle)])
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

  /// The post that a line is.
  func story(
    _ line: Script.Line, number: PostNumber, parent: PostNumber?, quote: Quote? = nil,
    isForHome: Bool? = nil
  ) -> Story {
    var dice = SplitMix64(seed, 0x570, UInt64(number.rawValue & 0xFFF))
    let author = place(line.handle)
    let fame = dice.below(9) == 0 ? 180 : line.depth == 0 ? 46 : 9
    let likes = line.notes["likes"].flatMap { Int($0) } ?? 1 + dice.below(fame)
    return Story(
      number: number, author: author, content: content(line, quote: quote), parent: parent,
      visibility: line.notes["visibility"].flatMap { Visibility(rawValue: $0) } ?? .everybody,
      appeal: Appeal(
        likes: min(likes, society.admirerCount(ofAuthor: author)),
        boosts: line.depth == 0 ? likes / 6 : 0, pace: .seconds(8 + dice.below(30))),
      refusesLikes: line.notes["refuses"] == "likes", isForHome: isForHome ?? (line.depth == 0))
  }

  private func content(_ line: Script.Line, quote: Quote?) -> Post.Content {
    let scanner = RichTextScanner(understandsMarkup: true) {
      society.place(of: $0).map { society.people[$0].id }
    }
    let names = line.notes["photo"]?.split(separator: " ") ?? []
    let photos = names.compactMap { self.photos[String($0)] }
    precondition(photos.count == names.count, "A text shows a photo that is not in the catalogue.")
    let text = scanner.scan(line.text).marking(ServerEmoji.all)
    return Post.Content(
      text: text, warning: line.notes["warning"], photos: photos,
      poll: line.notes["poll"].map { poll($0, voted: line.notes["voted"]) },
      card: line.notes["card"].map(card), quote: quote,
      place: line.notes["place"].flatMap { City.named($0)?.place } ?? photos.first?.place,
      mentions: text.mentioned, language: line.notes["lang"] ?? "en"
    ).marked(with: ServerEmoji.all)
  }

  /// `open 30 | Tea=4 | Coffee=3`: the hours until it closes, or since it did, and the answers;
  /// `open 30 several | …` where one may choose several.
  private func poll(_ note: String, voted: String?) -> Poll {
    let parts = note.split(separator: " | ").map { $0.split(separator: " ") }
    let hours = parts[0].dropFirst().first.flatMap { Int($0) } ?? 0
    let options = note.split(separator: " | ").dropFirst().map { option in
      let halves = option.split(separator: "=")
      return Poll.Option(title: String(halves[0]), votes: halves.last.flatMap { Int($0) })
    }
    return Poll(
      options: options,
      closesAt: beginning.advanced(
        by: .seconds((parts[0].first == "open" ? 1 : -1) * hours * 3600)),
      chosen: Set(voted.flatMap { Int($0) }.map { [$0] } ?? []),
      allowsSeveral: parts[0].last == "several")
  }

  /// `address | site | title | a few words | photo`.
  private func card(_ note: String) -> Card {
    let parts = note.split(separator: " | ").map(String.init)
    return Card(
      url: parts[0], title: parts[2], summary: parts[3], site: parts[1],
      picture: photos[parts[4]])
  }

  private func place(_ handle: String) -> Int {
    guard let place = society.place(of: handle) else {
      preconditionFailure("Nobody in the world is called \(handle).")
    }
    return place
  }

  /// Threads grow older down the list: minutes apart at its top, hours at its end.
  private func numbers(of threads: [Script.Thread]) -> [[PostNumber]] {
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

  private func labels(of threads: [Script.Thread], _ numbers: [[PostNumber]])
    -> [String: (PostNumber, Script.Line)]
  {
    var labels: [String: (PostNumber, Script.Line)] = [:]
    for (thread, numbers) in zip(threads, numbers) {
      for (line, number) in zip(thread, numbers) {
        if let label = line.notes["label"] { labels[label] = (number, line) }
      }
    }
    return labels
  }

  private func addDeeds(of line: Script.Line, _ number: PostNumber, to day: inout FirstDay) {
    let age = beginning.since(number.moment)
    if let booster = line.notes["boosted"] {
      let moment = number.moment.advanced(by: age * 0.6)
      day.boosts.append(
        Boost(
          number: PostNumber(at: moment, .firstDay, Playbook.postCount + day.boosts.count),
          story: number, person: place(booster)))
    }
    let mine = line.notes["mine"]?.split(separator: " ") ?? []
    let moment = number.moment.advanced(by: age * 0.5)
    if mine.contains("liked") { day.marks.append((number, .liked, moment)) }
    if mine.contains("kept") { day.marks.append((number, .bookmarked, moment)) }
  }
}
