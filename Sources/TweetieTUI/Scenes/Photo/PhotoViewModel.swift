import FeedDomain
import Terminal

/// A photo in words, and what is around it.
struct PhotoCaption: Equatable {
  /// What it shows.
  let description: SafeText
  /// Who took it, where, and under which terms it may be used.
  let credit: StyledText
  /// What stands in its place while it is covered; nil for one that need not be.
  let cover: SafeText?
  /// What it is and its shape, where no picture can be shown.
  let kind: SafeText
  /// How to see the film; nil for a still.
  let film: SafeText?
}

/// The top line, in words.
struct PhotoHeading: Equatable {
  /// Whose photo it is, and which of the post's.
  var title: SafeText = ""
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong; empty for nothing.
  var failure: SafeText = ""
}

/// What is known of a photo: a name and a value a line.
struct PhotoFact: Equatable {
  /// What it is about.
  let name: SafeText
  /// What is known.
  let value: SafeText
  /// Where it leads.
  let link: Hyperlink?

  /// A fact, which may lead somewhere.
  init(_ name: SafeText, _ value: SafeText, link: Hyperlink? = nil) {
    self.name = name
    self.value = value
    self.link = link
  }
}

/// Shows a photo.
@MainActor protocol PhotoDisplaying: PostDisplaying {
  /// Shows that photo of the post.
  func show(_ photo: Photo, of item: PostItem, _ caption: PhotoCaption)
  /// Shows the top line.
  func show(_ heading: PhotoHeading)
  /// Shows what is known of the photo.
  func show(_ facts: [PhotoFact])
  /// Shows what stands in the middle while there is no photo.
  func show(_ notice: StreamNotice?)
  /// Shows the post differently; the photo is the same.
  func change(_ post: Post?, undelivered: Set<Post.ID>)
  /// Is told whether the original is on its way to its file.
  func show(isSaving: Bool)
  /// Is told which photos come next.
  func expect(_ photos: [Photo])
  /// Hands a film to the player.
  func play(_ film: Hyperlink)
}
