internal import FeedDomain

/// A plan of the demo world's threads: those of its first day, and those published later.
struct DemoFirstDayAndLaterThreads {
  static let postCount = 400

  /// The threads of the demo world's first day, the newest first.
  let firstDay: [DemoThread]
  /// The threads that the demo publishes after its first day, in the order of publication.
  let later: [DemoThread]

  init(seed: UInt64, files: DemoFiles) {
    var generator = SplitMix64Generator(seed, 0x02DE2)
    let followed = Set(files.writers.filter(\.isFollowedByReader).map(\.handle.localPart))
    /// Returns true if a demo thread belongs to the first day: its posts have a rank, a photo or
    /// another trace of the past, or the user does not follow its author, so that it would not
    /// appear in the home stream later.
    func belongsToFirstDay(_ thread: DemoThread) -> Bool {
      !followed.contains(thread[0].author) || !thread.allSatisfy(\.fitsAnyDay)
    }
    var first = files.threads.filter(belongsToFirstDay)
    var later: [DemoThread] = []
    var room = Self.postCount - first.reduce(0) { $0 + $1.count }
    for thread in generator.shuffled(files.threads.filter { !belongsToFirstDay($0) }) {
      if thread.count <= room {
        first.append(thread)
        room -= thread.count
      } else {
        later.append(thread)
      }
    }
    firstDay = Self.threadsPlacedAtRank(first, &generator)
    self.later = Self.threadsAlternatingAuthors(of: later)
  }

  private static func threadsPlacedAtRank(
    _ threads: [DemoThread], _ generator: inout SplitMix64Generator
  )
    -> [DemoThread]
  {
    let ranked = threads.compactMap { thread in
      thread[0].rank.map { (rank: $0, thread: thread) }
    }
    var ordered = threadsAlternatingAuthors(
      of: generator.shuffled(threads.filter { $0[0].rank == nil }))
    for (rank, thread) in ranked.sorted(by: { $0.rank < $1.rank }) {
      ordered.insert(thread, at: min(rank, ordered.count))
    }
    return ordered
  }

  /// Returns the demo threads in an order in which successive ones have different authors, as far
  /// as possible.
  private static func threadsAlternatingAuthors(of threads: [DemoThread]) -> [DemoThread] {
    var threads = threads
    for index in threads.indices.dropFirst() {
      let last = threads[index - 1][0].author
      guard threads[index][0].author == last,
        let other = threads[index...].firstIndex(where: { $0[0].author != last })
      else { continue }
      threads.swapAt(index, other)
    }
    return threads
  }
}

struct DemoDraftConverter {
  let demoWorld: DemoWorld

  func storedPost(of draft: Draft, as number: DemoPostNumber) -> StoredDemoPost {
    let population = demoWorld.population
    var generator = SplitMix64Generator(demoWorld.seed, UInt64(bitPattern: number.rawValue))
    let scanner = DemoTextParser { population.personIndex(of: $0).map { population.people[$0].id } }
    let quoted = draft.quoting.flatMap { DemoPostNumber($0) }.flatMap {
      demoWorld.storedPost($0, now: number.moment)
    }
    let text = scanner.parsedRichText(draft.text)
    let content = Post.PostContent(
      text: text, warning: draft.warning,
      photos: draft.attachments.compactMap {
        demoOrUploadedPhoto($0, isSensitive: draft.isSensitive)
      },
      poll: draft.poll.map { Poll($0, asked: number.moment) },
      quote: quoted.map { Quote($0, by: population.people[$0.author]) }, mentions: text.mentioned)
    let isHidden = draft.visibility == .mentioned
    return StoredDemoPost(
      number: number, author: DemoPopulation.reader, content: content,
      parent: draft.replyTo.flatMap { DemoPostNumber($0) }, visibility: draft.visibility,
      popularity: isHidden
        ? .none
        : PopularityCurve(
          likes: 3 + generator.randomInteger(below: 14), boosts: generator.randomInteger(below: 4),
          growthInterval: .seconds(12 + generator.randomInteger(below: 20))),
      refusesLikes: false, isForHome: draft.replyTo == nil)
  }

  /// Returns the photo of a draft's picture: the demo's own photo that the picture repeats, or the
  /// uploaded one; nil for a picture that is neither.
  private func demoOrUploadedPhoto(_ attachment: Draft.DraftAttachment, isSensitive: Bool) -> Photo?
  {
    if let sample = demoWorld.repeatedDemoPhoto(for: attachment) {
      return changedCopy(sample) {
        ($0.altText, $0.isSensitive) = (attachment.altText, isSensitive)
      }
    }
    guard let name = attachment.uploaded.flatMap({ UploadedPictureName($0) }) else { return nil }
    let id = Photo.ID(name.text)
    let address = DemoPhotoAddress(id, width: name.size.width)
    return Photo(
      id: id, address: address.url,
      renditions: [Photo.PhotoRendition(url: address.url, size: name.size)], size: name.size,
      altText: attachment.altText,
      photographer: demoWorld.population.people[DemoPopulation.reader].name,
      isSensitive: isSensitive)
  }
}

extension Poll {
  fileprivate init(_ poll: Draft.DraftPoll, asked moment: Timestamp) {
    self.init(
      options: poll.choices.map { PollOption(title: $0, votes: 0) },
      closesAt: moment.timeAdvanced(by: poll.lasts), allowsSeveral: poll.allowsSeveral, voters: 0)
  }
}

extension Quote {
  init(_ storedPost: StoredDemoPost, by author: Person) {
    self.init(
      id: storedPost.number.id, handle: author.handle, name: author.name,
      text: storedPost.content.text)
  }
}
