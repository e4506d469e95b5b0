package import FeedDomain
import Terminal
import UseCases

/// A post in a list, with its display state. Its view model is made only when the post becomes
/// visible.
package struct PostItem: Equatable, Sendable {
  /// The post of a list item, including the user's pending changes.
  package var post: Post
  /// The person whose boost brought the post into the stream; nil if none did.
  var boostedBy: Person? { boosterReference?.value }
  var isBoosted: Bool { boosterReference != nil }
  /// True if the user is the author of the post.
  var isOwn = false
  /// True if the user's change to the post is not delivered yet.
  var isWaiting = false
  /// True if the post's folded text and covered photos are shown.
  var isRevealed = false
  /// True if the post's long text is unfolded until the user folds it, as for the post whose
  /// conversation is open.
  var isWhole = false
  /// True if the post was fetched from its own server to complete a conversation, and is marked so.
  var isFromOwnServer = false
  /// True if the post is pinned to the profile it is shown on.
  var isPinned = false
  /// The index of the photo that the list shows of a post with several photos.
  var shownPhoto = 0
  /// True if the user was offered the post's web page, because the post contains no link.
  var isPageOffered = false
  /// The account that a post belongs to in a merged list; nil in other lists.
  var account: AccountOfMergedListPost?
  /// The nesting depth of a post below the posts it answers, in a conversation or in a stream that
  /// is ordered by threads; 0 elsewhere.
  var depth = 0
  /// True if a thumbs-up is shown on the post because the user has just liked it.
  var isFlashing = false
  private let boosterReference: SharedReference<Person>?

  init(_ post: Post, boostedBy: Person? = nil, isOwn: Bool = false, isWaiting: Bool = false) {
    self.post = post
    boosterReference = boostedBy.map { SharedReference($0) }
    self.isOwn = isOwn
    self.isWaiting = isWaiting
  }

  init(_ post: Post, of account: Account, _ marks: PostIDsWithUnsentChanges) {
    self.init(
      post, isOwn: post.authorID == account.person, isWaiting: marks.hasUnsentChange(post.id))
  }

  /// Creates the item of a stream's entry for the account that reads it; the item shares the
  /// entry's post and booster.
  init(_ entry: FeedEntry, of account: Account, isWaiting: Bool) {
    (post, boosterReference) = (entry.post, entry.boosterReference)
    isOwn = post.authorID == account.person
    self.isWaiting = isWaiting
  }

  /// True if the post's text is longer than about a screen, so that it can be folded.
  var isLong: Bool { PostTextParagraphSplitter.foldedTextBeginning(of: post.content.text) != nil }

  /// True if the screen shows only the beginning of a long post. A post with a warning is never
  /// shortened: once revealed, all its text is shown.
  var isTextFolded: Bool { isRevealed == isWhole && !post.content.hasContentToReveal && isLong }

  /// True if the post has folded text or covered photos that are not shown.
  var hidesContent: Bool { post.content.hasContentToReveal && !isRevealed || isTextFolded }

  /// Returns the address that a click action opens, or the @handle or #tag of a person or tag
  /// without a page; for a nil action, the address of the post's page. nil if there is no address.
  func addressOpenedByClick(of action: PostAction?) -> String? {
    switch action {
    case .openProfile(let person):
      [post.author, boostedBy].first { $0?.id == person }??.url
        ?? firstFacetText(of: .mention(person))
    case .viewTag(let tag): firstFacetText(of: .tag(tag))
    case .viewPhoto(let index?): photoAddress(at: index)
    case .viewQuoted: nil
    default: post.page?.address
    }
  }

  func firstFacetText(of kind: RichText.RichTextRun.RichTextRunKind) -> String? {
    let runs = post.content.text.runs + (post.content.quote?.text.runs ?? [])
    return runs.first { $0.kind == kind }?.text
  }

  private func photoAddress(at photo: Int) -> String? {
    guard post.content.photos.indices.contains(photo) else { return nil }
    return post.content.photos[photo].renditions.last { !$0.isOwnFile }?.url
  }

  /// Returns the index of the post's photo a number of steps after the shown one, wrapping around;
  /// nil for a post with less than two photos.
  func wrappedPhotoIndex(afterSteps step: Int) -> Int? {
    let count = post.content.photos.count
    guard count > 1 else { return nil }
    return (shownPhoto + step + count) % count
  }
}
