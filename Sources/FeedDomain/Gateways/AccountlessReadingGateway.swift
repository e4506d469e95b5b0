/// An id of a post or person at a server that is read without an account, made of the server's host
/// and the id there.
public struct AccountlessEntityID: Equatable, Sendable {
  private static let prefix = "tweetie:"

  public let host: String
  public let id: String

  package init(host: String, id: String) { (self.host, self.id) = (host, id) }

  /// Creates the id at another server from the id of a post read without an account; nil for the id
  /// of a post at the account's own service.
  public init?(_ post: Post.ID) { self.init(marked: post.rawValue) }

  /// Creates the id at another server from the id of a person read without an account; nil for the
  /// id of a person at the account's own service.
  public init?(_ person: Person.ID) { self.init(marked: person.rawValue) }

  private init?(marked text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let rest = text.dropFirst(Self.prefix.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    (host, id) = (String(rest[..<slash]), String(rest[rest.index(after: slash)...]))
  }

  /// The text of the post's or person's id as the program stores it: a prefix, the host, and the id
  /// at that server. No id of a service has this form.
  public var marked: String { "\(Self.prefix)\(host)/\(id)" }
}

/// A protocol of gateways to servers of the Mastodon family that are read without an account.
/// Private addresses are refused; a server that shows nothing without an account throws
/// `membersOnly`.
public protocol AccountlessReadingGateway: Sendable {
  /// Fetches a page of the public posts of the server with this host.
  func publicTimelinePage(of host: String, _ fetchRange: FetchRange) async throws(FeedError)
    -> FeedPage
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation
  /// Returns the id of the post at its own server; nil for a post of the account's server, and for
  /// addresses that are no post of the Mastodon family.
  func idAtOriginalServer(of post: Post) -> AccountlessEntityID?
}

extension Conversation {
  /// Returns the conversation with the posts that another server knows and this one lacks, each
  /// below the post it answers. Posts are matched by their addresses.
  package func addingMissingPosts(from other: Conversation) -> Conversation {
    var known: [String: Post.ID] = [:]
    for post in nodes.map(\.post) {
      if let address = post.address { known[address] = known[address] ?? post.id }
    }
    var local: [Post.ID: Post.ID] = [:]
    var added: [Post] = []
    let ids = Set(nodes.map(\.post.id))
    for post in other.nodes.map(\.post) where local[post.id] == nil {
      let id = post.address.flatMap { known[$0] } ?? (ids.contains(post.id) ? post.id : nil)
      local[post.id] = id ?? post.id
      if id == nil { added.append(post) }
    }
    guard !added.isEmpty else { return self }
    var parents = treeParents
    for post in other.nodes.map(\.post) {
      guard let id = local[post.id], let parent = post.reply.flatMap({ local[$0.post] }),
        parent != id
      else { continue }
      parents[id] = parents[id] ?? parent
    }
    return replacingNodes(
      Self.conversationNodes(nodes.map(\.post) + added, parents: parents),
      cut: postsWithMissingReplies)
  }

  /// The ids of the answered posts by the ids of their replies, found from the depths of the
  /// conversation's nodes.
  private var treeParents: [Post.ID: Post.ID] {
    var parents: [Post.ID: Post.ID] = [:]
    var path: [Post.ID] = []
    for node in nodes {
      let depth = min(max(0, node.depth), path.count)
      path.removeSubrange(depth...)
      if let parent = path.last { parents[node.post.id] = parent }
      path.append(node.post.id)
    }
    return parents
  }

  /// Returns posts as nodes of a conversation in reading order, given the id of the post that each
  /// answers. Posts that answer each other in a circle appear once.
  private static func conversationNodes(_ posts: [Post], parents: [Post.ID: Post.ID])
    -> [ConversationNode]
  {
    var below: [Post.ID: [Post]] = [:]
    var roots: [Post] = []
    for post in posts {
      if let parent = parents[post.id] {
        below[parent, default: []].append(post)
      } else {
        roots.append(post)
      }
    }
    var (nodes, shown): ([ConversationNode], Set<Post.ID>) = ([], [])
    for root in roots + posts {
      var waiting = [(post: root, depth: 0)]
      while let (post, depth) = waiting.popLast() {
        guard shown.insert(post.id).inserted else { continue }
        nodes.append(ConversationNode(post, depth: depth))
        waiting += (below[post.id] ?? []).reversed().map { ($0, depth + 1) }
      }
    }
    return nodes
  }
}
