import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

extension PostViewModelFactory {
  func photoDescription(of photo: Photo) -> SafeText {
    wording.photoDescription(of: photo)
  }

  /// Returns the text on a post's covered photo: the reason, and the key that uncovers the photo.
  func coveredPhotoText(of item: PostItem) -> SafeText {
    let covered = wording.coveredPhotoHint(key: revealKey)
    let content = item.post.content
    guard let warning = wording.foldReasonText(of: content) else { return covered }
    // The sign "⚠" stands for warnings by the author, not for the user's filters and mutes.
    let sign: SafeText = options.isPlain || content.cover == nil ? "" : "⚠ "
    return sign + warning + " · " + covered
  }

  /// Returns the photographer's name of a post's shown photo; the name of the post's author if
  /// unknown.
  func photographerName(of item: PostItem) -> SafeText {
    let named = SafeText(sanitizing: item.photo?.photographer ?? "")
    return named.isBlank || !options.isDisplayableText(named)
      ? displayName(of: item.post.author) : named
  }

  func photoCredit(of item: PostItem) -> PhotoCredit {
    PhotoCredit(photographer: photographerName(of: item), post: item.post, terms: terms)
  }

  /// Returns credit and licence of a post's photo if the service requires attribution, else nil.
  func requiredCreditAndLicence(of item: PostItem) -> StyledText? {
    guard terms.creditName != nil, item.photo != nil else { return nil }
    let licence = requiredLicence(of: item).map { [StyledSpan(" · " + $0, .faint)] }
    return photoCredit(of: item).creditText(.faint) + (licence ?? [])
  }

  /// Returns the licence of a post's photo if the service requires attribution, else nil.
  func requiredLicence(of item: PostItem) -> SafeText? {
    guard terms.creditName != nil else { return nil }
    return item.photo?.licence.map { SafeText(sanitizing: $0) }
  }

  /// Returns the name of the place of a post's shown photo, or of the post itself; nil if unknown.
  func placeName(of item: PostItem) -> SafeText? {
    placeName(of: item.photo?.place) ?? placeName(of: item.post.content.place)
  }

  /// Returns the sanitized name of a place; nil if blank.
  func placeName(of place: Place?) -> SafeText? {
    guard let place else { return nil }
    let name = SafeText(sanitizing: place.name)
    return name.isBlank ? nil : options.displayablePlaceName(name, wording)
  }

  /// Returns the text with the number of a post's photos, and the number of the shown one unless it
  /// is the first; nil for a post with less than two photos.
  func photoCountText(of item: PostItem) -> SafeText? {
    let count = item.post.content.photos.count
    guard count > 1 else { return nil }
    if options.saysInWords { return wording.photoCountText(count) }
    return item.shownPhoto > 0 ? "▣ \(item.shownPhoto + 1)/\(count)" : "▣ \(count)"
  }

  /// Returns the symbol "▣" for the photos of a one-line post, or for screen readers their number;
  /// nil for a post without photos.
  func photosIncludedSign(of item: PostItem) -> SafeText? {
    let count = item.post.content.photos.count
    guard count > 0 else { return nil }
    return options.saysInWords ? wording.photoCountText(count) : "▣"
  }

  /// The symbol for a post's change that is not delivered yet; for screen readers, words.
  var waitingSign: SafeText { options.saysInWords ? wording.notSent : "◷" }

  /// Returns a post's like count for the caption of its photo; nil if neither the service nor the
  /// post has likes.
  func likeCount(of item: PostItem) -> PostViewModel.PostCount? {
    postCounts(of: item).first {
      $0.signAction == .mark(.liked) || $0.signAction == .likers
    }
  }
}

/// A credit of a photo: the photographer and, if the service requires it, the name of the service;
/// then both names are links.
struct PhotoCredit {
  let photographer: SafeText
  package let post: Post
  let terms: PhotoDisplayTerms

  /// Returns the credit of a photo as text, with the photographer's name in the style of a role.
  func creditText(_ role: TextRole) -> StyledText {
    guard let creditName = terms.creditName else { return [StyledSpan(photographer, role)] }
    return [
      StyledSpan(photographer, role, link: post.author.url.flatMap(SafeWebLink.init)),
      StyledSpan(" · ", .faint),
      StyledSpan(
        SafeText(sanitizing: creditName), .faint,
        link: (terms.home ?? post.url).flatMap(SafeWebLink.init)),
    ]
  }
}

extension PostItem {
  /// The photo that a list shows of a post, which may have several; nil if the post has no photos.
  var photo: Photo? {
    let photos = post.content.photos
    return photos.indices.contains(shownPhoto) ? photos[shownPhoto] : photos.first
  }

  /// True if the shown photo of a post is covered, because of a content warning or as sensitive.
  var isCovered: Bool {
    !isRevealed && (post.content.isFolded || photo?.isSensitive == true)
  }
}

extension PictureBoxPainter {
  /// Creates a painter of profile pictures, without alt texts, because names stand beside the
  /// pictures.
  init(ofPeople drawing: DrawingParameters, _ options: DisplayOptions) {
    self.init(
      pictures: drawing.pictures, theme: drawing.theme, options: options, wording: Wording(),
      keys: ("", ""), frame: drawing.frame)
  }

  /// Creates a painter of the photos of posts for one drawing of the screen.
  init(_ drawing: DrawingParameters, _ posts: PostViewModelFactory) {
    self.init(
      pictures: drawing.pictures, theme: drawing.theme, options: posts.options,
      wording: posts.wording, keys: (posts.retryKey, posts.revealKey), frame: drawing.frame)
    moves = drawing.isFront
  }
}
