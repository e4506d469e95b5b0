internal import FeedDomain

/// How the reader wants what was found put together.
struct SearchGrouping: Equatable {
  var order = Search.Order.time
  /// The group that alone is shown.
  var narrowed: Search.Group?

  /// The posts, which are the newest first, in groups: a post that stands in several streams is under
  /// the first of them. These are the streams that hold each post, and the reader's tabs.
  func sections(
    _ posts: [Post], in streams: [Post.ID: [Feed]], tabs: [StreamTab]
  ) -> [Search.Section] {
    guard order != .time else { return [Search.Section(posts: posts)] }
    var groups: [Search.Group] = []
    var members: [Search.Group: [Post]] = [:]
    for post in posts {
      let group = group(of: post, streams[post.id] ?? [], tabs)
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(post)
    }
    let sections = groups.sorted { rank($0, members, tabs) < rank($1, members, tabs) }
      .map { group in
        let posts = members[group] ?? []
        return Search.Section(
          group, author: order == .person ? posts.first?.author : nil, posts: posts)
      }
    return narrowed.map { group in sections.filter { $0.group == group } } ?? sections
  }

  private func group(of post: Post, _ streams: [Feed], _ tabs: [StreamTab]) -> Search.Group {
    guard order == .stream else { return .person(post.author.id) }
    let first = streams.min { place($0, tabs) < place($1, tabs) }
    return first.map { .stream($0) } ?? .noStream
  }

  /// Streams stand as the tabs do, the others behind; people by how much of them was found. What is
  /// alike keeps the order of time, since sorting does.
  private func rank(
    _ group: Search.Group, _ members: [Search.Group: [Post]], _ tabs: [StreamTab]
  ) -> Int {
    switch group {
    case .stream(let feed): place(feed, tabs)
    case .noStream: .max
    case .person: 0 - (members[group]?.count ?? 0)
    }
  }

  private func place(_ feed: Feed, _ tabs: [StreamTab]) -> Int {
    tabs.firstIndex { $0.offers(feed) } ?? tabs.count
  }
}
