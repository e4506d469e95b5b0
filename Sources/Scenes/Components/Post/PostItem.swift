package import FeedDomain
import Terminal
import UseCases

/// A post as a scene holds it: its words are made when it comes into view.
package struct PostItem: Equatable, Sendable {
  /// The post, with the reader's waiting actions in it.
  package var post: Post
  /// Who boosted it into the stream.
  var boostedBy: Person?
  /// Whether it is the reader's own.
  var isOwn = false
  /// Whether something the reader did to it has not reached the service.
  var isWaiting = false
  /// Whether what is folded away or covered is shown.
  var isRevealed = false
  /// Whether its author has it at the top of their profile, where that is what one looks at.
  var isPinned = false
  /// Which of its photos is looked at, counted from 0.
  var shownPhoto = 0
  /// Whether its page was offered in place of a link that it does not have.
  var isPageOffered = false
  /// Whose it is, where those of several accounts stand together.
  var account: PostAccount?
  /// How deep it stands below a post that it answers; 0 for one that stands by itself.
  var depth = 0
  /// Whether a thumb is up, because it was liked just now.
  var isFlashing = false

  /// A post.
  init(_ post: Post, boostedBy: Person? = nil, isOwn: Bool = false, isWaiting: Bool = false) {
    self.post = post
    self.boostedBy = boostedBy
    self.isOwn = isOwn
    self.isWaiting = isWaiting
  }

  /// A post as the reader of an account sees it.
  init(_ post: Post, boostedBy: Person? = nil, of account: Account, _ marks: UndeliveredPosts) {
    self.init(
      post, boostedBy: boostedBy, isOwn: post.author.id == account.person,
      isWaiting: marks.marks(post.id))
  }

  /// The address of what an action on it opens, else its own: a page, a file, or what people write
  /// to name somebody or something; nil where that has none.
  func address(of action: PostClick?) -> String? {
    switch action {
    case .deed(.meet(let person)):
      [post.author, boostedBy].first { $0?.id == person }??.url ?? words(meaning: .mention(person))
    case .tag(let tag): words(meaning: .tag(tag))
    case .photo(let index): file(of: index)
    case .quoted: nil
    case .deed, .conversation, .flip, nil: post.page?.address
    }
  }

  private func words(meaning kind: RichText.Run.Kind) -> String? {
    let runs = post.content.text.runs + (post.content.quote?.text.runs ?? [])
    return runs.first { $0.kind == kind }?.text
  }

  private func file(of photo: Int) -> String? {
    guard post.content.photos.indices.contains(photo) else { return nil }
    return post.content.photos[photo].renditions.last { !$0.isOwnFile }?.url
  }

  /// The photo so many further on, beyond the last one the first again; nil where there is but one.
  func photo(after step: Int) -> Int? {
    let count = post.content.photos.count
    guard count > 1 else { return nil }
    return (shownPhoto + step + count) % count
  }
}
