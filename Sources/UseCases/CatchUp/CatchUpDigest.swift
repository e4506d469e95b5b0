package import FeedDomain

/// A digest of a stream's posts since the last visit, in groups and in reading order. Each post is
/// in exactly one group, replies to and mentions of the user first; posts folded by the user's
/// filters and mutes are left out and counted.
package struct CatchUpDigest: Equatable, Sendable {
  /// A post that appeared since the last visit, with the stream entries that show the post itself
  /// or boosts of it.
  package struct MissedPostWithEntries: Equatable, Sendable {
    package fileprivate(set) var post: Post
    /// The people whose boosts brought the missed post into the stream, the latest first.
    package fileprivate(set) var boosters: [Person] = []
    /// The ids of the stream entries that show the missed post, which are marked as read together.
    package fileprivate(set) var entries: [FeedEntry.ID]
    /// True if a stream entry shows the missed post itself, rather than a boost of it.
    fileprivate var isOriginal = false
  }

  /// A row in a group of the catch-up, which is either a single post or a folded run of posts.
  package enum PostOrFoldedRun: Equatable, Sendable {
    case post(MissedPostWithEntries)
    /// A row of the catch-up: the folded posts between the first and the last of a thread; `behind`
    /// is the id of the first.
    case fold([MissedPostWithEntries], behind: Post.ID)
  }

  /// A web page that several people linked to in the missed posts of a catch-up.
  package struct MissedLink: Equatable, Sendable {
    package let url: String
    /// The title of the linked page; nil if no post has one.
    package fileprivate(set) var title: String?
    /// The people who linked to the page, the latest first.
    package fileprivate(set) var people: [Person]
  }

  package struct MissedPhoto: Equatable, Sendable {
    package fileprivate(set) var post: Post
    /// The index of the photo among those of its post, from 0.
    package let index: Int
  }

  /// A group of posts in the catch-up, such as a thread or one author's posts.
  package struct DigestGroup: Equatable, Sendable {
    package enum DigestGroupKind: Hashable, Sendable {
      /// A group of a catch-up: posts that reply to the user or mention them.
      case toReader
      /// A group of a catch-up: posts of the people who write least.
      case quiet
      case person(Person.ID)
      /// A group of a catch-up: posts of the conversation that begins with this post.
      case thread(Post.ID)
      case others
      /// A group of a catch-up: posts that were only boosted.
      case boosts
    }

    package let kind: DigestGroupKind
    package fileprivate(set) var items: [PostOrFoldedRun]
    /// The number of posts in the catch-up's group, including folded ones.
    package let count: Int

    /// The author of the first post in the catch-up's group.
    package var author: Person? {
      if case .post(let piece)? = items.first { piece.post.author } else { nil }
    }
  }

  /// The web pages that several people linked to in the missed posts, most people first.
  package let links: [MissedLink]
  package private(set) var groups: [DigestGroup]
  /// The photos of the missed posts, in the order in which they were posted; without folded and
  /// sensitive ones.
  package private(set) var pictures: [MissedPhoto]
  /// The ids of the stream entries that the catch-up leaves out, since filters or mutes fold them.
  package let foldedEntries: [FeedEntry.ID]
  /// The ids of the user's own entries in the catch-up's stream, which never count as unread.
  package let ownEntries: [FeedEntry.ID]
}

extension CatchUpDigest {
  /// Replaces posts of the catch-up's digest by newer versions, without sorting again.
  mutating func replacePosts(_ posts: some Sequence<Post>) {
    let changed = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    guard !changed.isEmpty else { return }
    // Groups without a changed post are not written to, so that they are not copied.
    for group in groups.indices
    where groups[group].items.contains(where: { $0.containsAnyPost(changed) }) {
      for index in groups[group].items.indices
      where groups[group].items[index].containsAnyPost(changed) {
        groups[group].items[index].replacePosts(changed)
      }
    }
    for index in pictures.indices {
      if let post = changed[pictures[index].post.id] { pictures[index].post = post }
    }
  }
}

extension CatchUpDigest.PostOrFoldedRun {
  fileprivate func containsAnyPost(_ posts: [Post.ID: Post]) -> Bool {
    switch self {
    case .post(let piece): posts[piece.post.id] != nil
    case .fold(let pieces, _): pieces.contains { posts[$0.post.id] != nil }
    }
  }

  fileprivate mutating func replacePosts(_ posts: [Post.ID: Post]) {
    switch self {
    case .post(var piece):
      piece.post = posts[piece.post.id] ?? piece.post
      self = .post(piece)
    case .fold(var pieces, let first):
      for index in pieces.indices {
        pieces[index].post = posts[pieces[index].post.id] ?? pieces[index].post
      }
      self = .fold(pieces, behind: first)
    }
  }
}

// MARK: - Making a digest

extension CatchUpDigest {
  private static let mostLinks = 10
  private static let mostPictures = 24
  /// Maximum number of posts of a thread that a catch-up shows without folding.
  private static let unfolded = 3

  /// Creates a catch-up digest by grouping and sorting the rows of a stream, given from the top.
  /// `accounts` are all accounts whose home streams are read together; empty for a stream of one
  /// account. Posts of `quiet` people form a group of their own if the order is by people or by
  /// likes.
  package init(
    of rows: [FeedRow], for reader: Account, as accounts: [Account] = [], by order: CatchUpOrder,
    folding: Bool = true, showing open: Set<Post.ID> = [], quiet: Set<Person.ID> = []
  ) {
    func receivingAccount(of post: Post) -> Account {
      post.id.whose.flatMap { id in accounts.first { $0.id == id } } ?? reader
    }
    var pieces: [MissedPostWithEntries] = []
    var places: [Post.ID: Int] = [:]
    var (folded, own): ([FeedEntry.ID], [FeedEntry.ID]) = ([], [])
    // The rows are processed in reading order, the oldest first.
    for case .entry(let entry) in rows.reversed() {
      guard entry.senderID != receivingAccount(of: entry.post).person
      else {
        own.append(entry.id)
        continue
      }
      guard !entry.post.content.isMutedOrFiltered else {
        folded.append(entry.id)
        continue
      }
      let place = places[entry.post.id] ?? pieces.count
      if place == pieces.count {
        places[entry.post.id] = place
        pieces.append(MissedPostWithEntries(post: entry.post, entries: []))
      }
      pieces[place].addEntryOfSamePost(entry)
    }
    (self.foldedEntries, self.ownEntries) = (folded, own)
    links = Self.sharedLinks(in: pieces)
    pictures = Self.missedPhotos(in: pieces)
    let threads = ThreadRoots(pieces)
    groups = Self.postGroupsByCatchUpOrder(
      of: pieces, for: receivingAccount(of:), by: order, threads, quiet: quiet
    )
    .map {
      kind, pieces in
      DigestGroup(
        kind: kind,
        items: folding && kind.mayFold
          ? Self.foldingLongThreadRuns(pieces, threads, showing: open)
          : pieces.map(PostOrFoldedRun.post),
        count: pieces.count)
    }
  }

  private static func postGroupsByCatchUpOrder(
    of pieces: [MissedPostWithEntries], for owner: (Post) -> Account, by order: CatchUpOrder,
    _ threads: ThreadRoots, quiet: Set<Person.ID>
  ) -> [(DigestGroup.DigestGroupKind, [MissedPostWithEntries])] {
    var (toReader, written, boosts):
      ([MissedPostWithEntries], [MissedPostWithEntries], [MissedPostWithEntries]) = ([], [], [])
    for piece in pieces {
      if piece.post.isAddressed(to: owner(piece.post)) {
        toReader.append(piece)
      } else if piece.isOriginal {
        written.append(piece)
      } else {
        boosts.append(piece)
      }
    }
    var rare =
      order == .people || order == .likes
      ? written.filter { quiet.contains($0.post.authorID) } : []
    // Posts of a single author form no group of quiet people.
    if Set(rare.map(\.post.authorID)).count < 2 { rare = [] }
    if !rare.isEmpty { written.removeAll { quiet.contains($0.post.authorID) } }
    boosts = boosts.stableSorted { $0.boosters.count > $1.boosters.count }
    let middle: [(DigestGroup.DigestGroupKind, [MissedPostWithEntries])] =
      switch order {
      case .people: postGroupsByAuthor(written)
      case .threads: postGroupsByThread(written, threads)
      case .time: [(.others, written)]
      case .likes: [(.others, written.stableSorted { $0.likes > $1.likes })]
      }
    return ([(.toReader, toReader), (.quiet, rare)] + middle + [(.boosts, boosts)]).filter {
      !$1.isEmpty
    }
  }

  private static func postGroupsByAuthor(_ pieces: [MissedPostWithEntries]) -> [(
    DigestGroup.DigestGroupKind, [MissedPostWithEntries]
  )] {
    let (order, groups) = missedPostsGroupedByKey(pieces) { $0.post.authorID }
    return order.stableSorted { groups[$0, default: []].count < groups[$1, default: []].count }
      .map { (.person($0), groups[$0] ?? []) }
  }

  private static func postGroupsByThread(
    _ pieces: [MissedPostWithEntries], _ threads: ThreadRoots
  ) -> [(DigestGroup.DigestGroupKind, [MissedPostWithEntries])] {
    let (order, groups) = missedPostsGroupedByKey(pieces) { threads.threadRootID(of: $0.post) }
    // Threads are sorted by their last post, the latest first.
    let threads = order.filter { groups[$0, default: []].count > 1 }
    let ends = Dictionary(
      pieces.enumerated().map { ($1.post.id, $0) }, uniquingKeysWith: { _, last in last })
    let latest = threads.stableSorted { one, other in
      (groups[one]?.last.flatMap { ends[$0.post.id] } ?? 0)
        > (groups[other]?.last.flatMap { ends[$0.post.id] } ?? 0)
    }
    let alone = order.compactMap { groups[$0] }.filter { $0.count == 1 }.flatMap(\.self)
    return latest.map { (.thread($0), groups[$0] ?? []) } + [(.others, alone)]
  }

  private static func missedPostsGroupedByKey<Key: Hashable>(
    _ pieces: [MissedPostWithEntries], by key: (MissedPostWithEntries) -> Key
  ) -> (order: [Key], groups: [Key: [MissedPostWithEntries]]) {
    var (order, groups): ([Key], [Key: [MissedPostWithEntries]]) = ([], [:])
    for piece in pieces {
      let key = key(piece)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(piece)
    }
    return (order, groups)
  }

  /// Returns the posts of a catch-up's group as rows, with each long run of a thread folded between
  /// its first and last post.
  private static func foldingLongThreadRuns(
    _ pieces: [MissedPostWithEntries], _ threads: ThreadRoots, showing open: Set<Post.ID>
  ) -> [PostOrFoldedRun] {
    var items: [PostOrFoldedRun] = []
    var start = 0
    while start < pieces.count {
      let root = threads.threadRootID(of: pieces[start].post)
      var end = start + 1
      while end < pieces.count, threads.threadRootID(of: pieces[end].post) == root { end += 1 }
      let run = pieces[start..<end]
      if run.count > unfolded, !open.contains(pieces[start].post.id) {
        items.append(.post(run[start]))
        items.append(
          .fold(Array(run.dropFirst().dropLast()), behind: run[start].post.id))
        items.append(.post(run[end - 1]))
      } else {
        // Without an array of the run, since most have a single post.
        for piece in run { items.append(.post(piece)) }
      }
      start = end
    }
    return items
  }

  private static func sharedLinks(in pieces: [MissedPostWithEntries]) -> [MissedLink] {
    var (order, links): ([String], [String: MissedLink]) = ([], [:])
    for piece in pieces.reversed() {
      for (address, title) in piece.post.linkedPages {
        let key = address.pageKey
        if links[key] == nil { order.append(key) }
        var link = links[key] ?? MissedLink(url: address, people: [])
        link.title = link.title ?? title
        for person in piece.people where !link.people.contains(where: { $0.id == person.id }) {
          link.people.append(person)
        }
        links[key] = link
      }
    }
    let shared = order.compactMap { links[$0] }.filter { $0.people.count > 1 }
    return Array(shared.stableSorted { $0.people.count > $1.people.count }.prefix(mostLinks))
  }

  private static func missedPhotos(in pieces: [MissedPostWithEntries]) -> [MissedPhoto] {
    var pictures: [MissedPhoto] = []
    for piece in pieces {
      let content = piece.post.content
      guard !content.isFolded else { continue }
      for (index, photo) in content.photos.enumerated() where !photo.isSensitive {
        guard pictures.count < mostPictures else { return pictures }
        pictures.append(MissedPhoto(post: piece.post, index: index))
      }
    }
    return pictures
  }
}

extension CatchUpDigest.MissedPostWithEntries {
  fileprivate mutating func addEntryOfSamePost(_ entry: FeedEntry) {
    entries.append(entry.id)
    if entry.isBoost, let booster = entry.boostedBy, booster.id != post.authorID {
      boosters.removeAll { $0.id == booster.id }
      boosters.insert(booster, at: 0)
    } else {
      isOriginal = true
    }
  }

  fileprivate var likes: Int { post.counts.likes ?? 0 }

  /// The people who brought the missed post into the stream: the author, unless the stream has
  /// boosts alone, and the boosters.
  fileprivate var people: [Person] { (isOriginal ? [post.author] : []) + boosters }
}

extension CatchUpDigest.DigestGroup.DigestGroupKind {
  /// True if long threads in a catch-up group of this kind are folded to the first and last post.
  fileprivate var mayFold: Bool {
    switch self {
    case .person, .thread: true
    case .toReader, .quiet, .others, .boosts: false
    }
  }
}

/// A table of the topmost known post of each missed post's thread.
private struct ThreadRoots {
  private var parentPosts: [Post.ID: Post.ID]

  init(_ pieces: [CatchUpDigest.MissedPostWithEntries]) {
    parentPosts = Dictionary(
      pieces.compactMap { piece in piece.post.reply.map { (piece.post.id, $0.post) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the id of the topmost post of a post's thread, as far up as the missed posts name the
  /// posts that they answer.
  func threadRootID(of post: Post) -> Post.ID {
    var root = post.id
    var steps = 0
    // The number of steps is limited, since a service may return posts that reply to each other in
    // a circle.
    while let next = parentPosts[root], steps < parentPosts.count {
      root = next
      steps += 1
    }
    return root
  }
}

extension Post {
  /// Returns true if the post replies to the user, mentions them, or quotes one of their posts.
  fileprivate func isAddressed(to reader: Account) -> Bool {
    func isOwnHandle(_ handle: String) -> Bool { !handle.isEmpty && reader.isMeantByName(handle) }
    let content = content
    return reply?.handle.map(isOwnHandle) == true
      || content.quote.map { isOwnHandle($0.handle) } == true
      || content.mentions.contains(where: isOwnHandle)
      || content.text.runs.contains { $0.kind == .mention(reader.person) }
  }
}

extension Post.PostContent {
  /// True if the user's mutes or filters fold the post.
  fileprivate var isMutedOrFiltered: Bool { foldingMute != nil || foldReason != nil }
}
