package import FeedDomain

/// A web page that several people shared in the home timeline.
package struct SharedLink: Equatable, Sendable {
  /// A post that links to a shared page, together with the person who brought the post into the
  /// home timeline.
  package struct LinkSharingPost: Equatable, Sendable {
    package let person: Person
    package let post: Post
    /// True if the person brought the shared page by boosting another person's post.
    package let isBoost: Bool
  }

  /// The address of the web page that several people shared, as in the latest post that links to
  /// it.
  package let url: String
  /// The title of the shared page; nil if no post has one.
  package fileprivate(set) var title: String?
  /// The first share of the page by each person, the latest first.
  package fileprivate(set) var shares: [LinkSharingPost]

  /// Returns the content of a post that shares the page, without the page's bare address.
  package func contentWithoutAddress(of share: LinkSharingPost) -> Post.PostContent {
    var content = share.post.content
    content.text = content.text.withoutBareLinks(to: url.pageKey)
    return content
  }
}

/// A digest of the posts of a home timeline, from which shared pages, popular posts and posts of
/// quiet people are chosen. Posts folded by the user's filters and mutes, and the user's own, are
/// left out.
package struct HomeDigest {
  /// A post with the people who brought it into the home timeline.
  private struct PostWithSharers {
    let post: Post
    /// The people who brought the post into the home timeline, the latest first: the author, unless
    /// the timeline has boosts alone, and the boosters.
    var sharers: [Person]
    /// True if the home timeline contains the post as its author published it, and not only boosts
    /// of the post.
    var isOriginal: Bool
  }

  /// Maximum number of timeline rows that are read for a digest.
  package static let mostRows = 2_000
  private static let mostPosts = 200
  /// The number of likes for which a boost by a followed person counts in the ranking of popular
  /// posts.
  private static let likesPerBooster = 10
  package static let day = Duration.seconds(86_400)
  package static let week = Duration.seconds(7 * 86_400)

  /// Returns the span of the home timeline by which quiet people, who post rarely, are found: the
  /// last four weeks.
  package static func spanForFindingQuietPeople(until now: Timestamp) -> MissedPostsSpan {
    .since(now.timeAdvanced(by: .zero - week * 4))
  }

  /// The posts of the digest, the latest in the timeline first.
  private let posts: [PostWithSharers]

  /// Creates a digest of the rows of a home timeline, given from the top. `reader` is the user,
  /// whose own posts are left out.
  package init(_ rows: [FeedRow], reader: Person.ID?) {
    var posts: [PostWithSharers] = []
    var places: [Post.ID: Int] = [:]
    for case .entry(let entry) in rows {
      let (post, author, sender) = (entry.post, entry.post.authorID, entry.senderID)
      guard author != reader, sender != reader else { continue }
      let content = post.content
      guard content.foldingMute == nil, content.foldReason == nil else { continue }
      let person = entry.isBoost ? entry.boostedBy ?? post.author : post.author
      let isOriginal = sender == author
      guard let place = places[post.id] else {
        places[post.id] = posts.count
        posts.append(PostWithSharers(post: post, sharers: [person], isOriginal: isOriginal))
        continue
      }
      posts[place].isOriginal = posts[place].isOriginal || isOriginal
      if !posts[place].sharers.contains(where: { $0.id == sender }) {
        posts[place].sharers.append(person)
      }
    }
    self.posts = posts
  }

  /// The web pages that at least two people shared in the home timeline, most people first.
  package var links: [SharedLink] {
    var (order, links): ([String], [String: SharedLink]) = ([], [:])
    for received in posts {
      for (address, title) in received.post.linkedPages {
        let key = address.pageKey
        if links[key] == nil { order.append(key) }
        var link = links[key] ?? SharedLink(url: address, title: nil, shares: [])
        link.title = link.title ?? title
        for person in received.sharers
        where !link.shares.contains(where: { $0.person.id == person.id }) {
          link.shares.append(
            SharedLink.LinkSharingPost(
              person: person, post: received.post,
              isBoost: person.id != received.post.authorID))
        }
        links[key] = link
      }
    }
    return order.compactMap { links[$0] }.filter { $0.shares.count > 1 }
      .stableSorted { $0.shares.count > $1.shares.count }
  }

  /// Returns the posts of the digest that link to a page, the latest first.
  package func posts(linkingTo address: String) -> [Post] {
    let key = address.pageKey
    return posts.map(\.post).filter { $0.linkedPages.contains { $0.0.pageKey == key } }
  }

  /// The posts of the home digest with most likes and boosts, best first. A boost by a followed
  /// person counts as several likes.
  package var popular: [Post] {
    func popularityScore(_ received: PostWithSharers) -> Int {
      let boosters = received.sharers.count - (received.isOriginal ? 1 : 0)
      let counts = received.post.counts
      return (counts.likes ?? 0) + (counts.boosts ?? 0) + boosters * Self.likesPerBooster
    }
    let scores = posts.map { (post: $0.post, score: popularityScore($0)) }.filter { $0.score > 0 }
    return scores.stableSorted { $0.score > $1.score }.prefix(Self.mostPosts).map(\.post)
  }

  /// The ids of the people with at most one post a week in the home timeline, as far as it reaches
  /// back; empty if all write rarely.
  package var quietPeople: Set<Person.ID> {
    var counts: [Person.ID: Int] = [:]
    var span: ClosedRange<Timestamp>?
    for received in posts where received.isOriginal {
      let moment = received.post.createdAt
      counts[received.post.authorID, default: 0] += 1
      span = span.map { min($0.lowerBound, moment)...max($0.upperBound, moment) } ?? moment...moment
    }
    guard let span else { return [] }
    let weeks = max(1, Int(span.upperBound.elapsedTime(since: span.lowerBound) / Self.week))
    // If all people write rarely, none of them counts as quiet.
    guard counts.values.contains(where: { $0 > weeks }) else { return [] }
    return Set(counts.filter { $0.value <= weeks }.keys)
  }

  /// The posts of the home digest by the people who write least, the latest first.
  package var postsOfQuietPeople: [Post] {
    let quiet = quietPeople
    return posts.filter { $0.isOriginal && quiet.contains($0.post.authorID) }.map(\.post)
      .prefix(Self.mostPosts).map(\.self)
  }
}

extension Post {
  /// The web pages that the post links to, without repetitions, with their titles.
  package var linkedPages: [(String, title: String?)] {
    var found = content.card.map { [($0.url, title: $0.title.isEmpty ? nil : $0.title)] } ?? []
    // A server may send a post with any number of links, so that their keys are compared only once.
    var keys = Set(found.map(\.0.pageKey))
    for run in content.text.runs {
      guard case .link(let address) = run.kind, keys.insert(address.pageKey).inserted else {
        continue
      }
      found.append((address, title: nil))
    }
    return found
  }
}

extension RichText {
  /// Returns the text without the links to a page that show only its address.
  fileprivate func withoutBareLinks(to pageKey: String) -> RichText {
    var kept: [RichTextRun] = []
    var rest = runs[...]
    while let run = rest.first {
      guard case .link(let address) = run.kind, address.pageKey == pageKey else {
        kept.append(rest.removeFirst())
        continue
      }
      // Servers split an address into several runs of one link.
      let link = rest.prefix { $0.kind == run.kind }
      rest = rest.dropFirst(link.count)
      let shown = RichTextRun(link.map(\.text).joined(), run.kind)
      if shown.withWholeAddress != address { kept += link }
    }
    return RichText(runs: kept)
  }
}

extension String {
  /// The names of query items of a web address that say where a link was clicked.
  private static let trackingNames = ["fbclid", "gclid", "igshid", "mc_cid", "mc_eid"]

  /// The web address as a key of the page: without the parts in which links to the same page may
  /// differ, such as scheme, "www.", tracking items, fragment and last slash.
  package var pageKey: String {
    var whole = prefix { $0 != "#" }
    for beginning in ["https://", "http://", "www."]
    where whole.prefix(beginning.count).lowercased() == beginning {
      whole = whole.dropFirst(beginning.count)
    }
    let path = whole.prefix { $0 != "?" }
    let items = whole.dropFirst(path.count + 1).split(separator: "&").filter { item in
      !item.hasPrefix("utm_") && !Self.trackingNames.contains(String(item.prefix { $0 != "=" }))
    }
    let page = path.hasSuffix("/") ? path.dropLast() : path
    let host = page.prefix { $0 != "/" }
    let address = host.lowercased() + page.dropFirst(host.count)
    return items.isEmpty ? address : address + "?" + items.joined(separator: "&")
  }
}

extension Array {
  package func stableSorted(_ precedes: (Element, Element) -> Bool) -> [Element] {
    // Only indices are sorted, so that the program contains the sorting once, not for each type.
    sortedIndices(below: count) { one, other in
      precedes(self[one], self[other]) || !precedes(self[other], self[one]) && one < other
    }.map { self[$0] }
  }
}

@inline(never)
private func sortedIndices(below count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  Array(0..<count).sorted(by: precedes)
}

extension FeedStore {
  /// Returns the pages that several people shared in an account's stored home timeline within a
  /// time before now.
  package func sharedLinks(
    of account: Account, within length: Duration, now: Timestamp
  ) async throws(StoreError) -> [SharedLink] {
    let rows = try await missedRows(
      .since(now.timeAdvanced(by: .zero - length)), of: .stream(.home, account.id),
      limit: HomeDigest.mostRows
    ).rows
    return HomeDigest(rows, reader: account.person).links
  }
}
