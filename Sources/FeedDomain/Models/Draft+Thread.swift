extension Draft {
  /// Which post of a thread something is.
  public struct Place: Hashable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// How many posts the thread has, those that went out already among them.
    public let count: Int

    package init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  /// Where in its thread the first of these posts is; nil for a post by itself.
  public var place: Place? {
    let count = preceding + 1 + following.count
    return count > 1 ? Place(number: preceding + 1, count: count) : nil
  }

  /// The post and those that follow it, each by itself.
  public var posts: [Draft] { [alone] + following }

  /// The post without those that follow it.
  public var alone: Draft { followed(by: []) }

  /// The same post with these after it, each answering the one before.
  public func followed(by posts: [Draft]) -> Draft { changed(self) { $0.following = posts } }

  /// The post at that place by itself, the first at 0; nil where there is none.
  public func post(_ place: Int) -> Draft? {
    place == 0 ? alone : following.indices.contains(place - 1) ? following[place - 1] : nil
  }

  /// The same thread with another post at that place.
  package func with(_ post: Draft, at place: Int) -> Draft {
    guard place > 0 else { return post.followed(by: following) }
    return changed(self) { $0.following[place - 1] = post }
  }

  /// A post that follows this one, with nothing in it yet: for the same eyes, behind the same warning.
  package var successor: Draft {
    // Where whoever is named sees it and nobody else, who was named goes on being so.
    let handles = visibility == .mentioned ? TextMarks(text).handles : []
    return Draft(
      id: id, text: handles.reduce(into: "") { $0 += $1 + " " }, warning: warning,
      visibility: visibility, isSensitive: isSensitive, language: language, quoters: quoters)
  }

  /// The same thread without the posts in which there is nothing.
  package var tidied: Draft {
    let posts = posts.filter { !$0.isBlank }
    guard let first = posts.first, posts.count <= following.count else { return self }
    return changed(first) {
      ($0.replyTo, $0.quoting, $0.preceding) = (replyTo, quoting, preceding)
      $0.following = Array(posts.dropFirst())
    }
  }

  /// The rest of the thread once this post is there, as an answer to it, under an id of its own;
  /// nil where nothing follows.
  package func rest(answering post: Post.ID?, as id: ID) -> Draft? {
    guard let next = following.first else { return nil }
    return changed(next) {
      $0.id = id
      $0.replyTo = post
      $0.preceding = preceding + 1
      $0.following = following.dropFirst().map { follower in changed(follower) { $0.id = id } }
    }
  }
}
