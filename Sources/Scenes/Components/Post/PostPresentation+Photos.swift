import FeedDomain
import Preferences
import Terminal
import Words

extension PostPresentation {
  /// What a photo shows, in words.
  func description(of photo: Photo) -> SafeText {
    wording.description(of: photo)
  }

  /// What stands on a photo that is covered: why, and the key that shows it.
  func cover(of item: PostItem) -> SafeText {
    let covered = wording.covered(key: revealKey)
    let content = item.post.content
    guard let warning = wording.cover(of: content) else { return covered }
    // What the reader mutes is no warning by its author.
    let sign: SafeText = options.isPlain || content.cover == nil ? "" : "⚠ "
    return sign + warning + " · " + covered
  }

  /// Who took a post's photo; its author where nobody else is named.
  func photographer(of item: PostItem) -> SafeText {
    let named = SafeText(sanitizing: item.photo?.photographer ?? "")
    return named.isBlank ? name(of: item.post.author) : named
  }

  /// The same, with who gave it where they ask to be named.
  func credit(of item: PostItem) -> PhotoCredit {
    PhotoCredit(photographer: photographer(of: item), post: item.post, terms: terms)
  }

  /// The same with the terms, for where nothing else names them; nil where nobody asks for it.
  func owedCredit(of item: PostItem) -> StyledText? {
    guard terms.giver != nil, item.photo != nil else { return nil }
    let licence = owedLicence(of: item).map { [Span(" · " + $0, .faint)] }
    return credit(of: item).text(.faint) + (licence ?? [])
  }

  /// Under which terms a post's photo may be used; nil where nobody says or asks for it.
  func owedLicence(of item: PostItem) -> SafeText? {
    guard terms.giver != nil else { return nil }
    return item.photo?.licence.map { SafeText(sanitizing: $0) }
  }

  /// Where a post's photo was taken; nil where that has no name.
  func place(of item: PostItem) -> SafeText? {
    name(of: item.photo?.place) ?? name(of: item.post.content.place)
  }

  /// What a place is called; nil where it has no name.
  func name(of place: Place?) -> SafeText? {
    guard let place else { return nil }
    let name = SafeText(sanitizing: place.name)
    return name.isBlank ? nil : name
  }

  /// How many photos a post has, where it is more than the one that is seen.
  func photoCount(of item: PostItem) -> SafeText? {
    let count = item.post.content.photos.count
    guard count > 1 else { return nil }
    if options.saysInWords { return wording.photos(count) }
    return item.shownPhoto > 0 ? "▣ \(item.shownPhoto + 1)/\(count)" : "▣ \(count)"
  }

  /// That a post has photos; nil where it has none.
  func photoSign(of item: PostItem) -> SafeText? {
    let count = item.post.content.photos.count
    guard count > 0 else { return nil }
    return options.saysInWords ? wording.photos(count) : "▣"
  }

  /// That something has not reached the service.
  var waitingSign: SafeText { options.saysInWords ? wording.notSent : "◷" }

  /// How often a post was liked; nil where the service has no likes.
  func likes(of item: PostItem) -> PostViewModel.Count? {
    counts(of: item).first {
      $0.signAction == .deed(.mark(.liked)) || $0.signAction == .deed(.likers)
    }
  }
}
