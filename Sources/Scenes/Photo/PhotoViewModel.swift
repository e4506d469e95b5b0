import FeedDomain
import Preferences
import Terminal

/// A photo as it is to be seen, and what is around it.
struct PhotoViewModel: Equatable {
  /// The top line.
  var heading = PhotoHeading()
  /// What stands in the middle while there is no photo.
  var notice: EmptyState?
  /// The photo; nil before there is one.
  var exhibit: CaptionedPhoto?
  /// What is known of it.
  var facts: [PhotoFact] = []
  /// The photos that come next.
  var neighbours: [Photo] = []
  /// Whether the original is on its way to its file.
  var isSaving = false
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something that is done once.
  enum Cue: Equatable {
    /// What any scene with posts may be told to do.
    case post(PostCue)
    /// Begins with a photo: it is looked at whole.
    case arrive
    /// Goes on with a photo that another account sees.
    case leave(Post.ID, index: Int)
    /// Hands a film to the player.
    case play(Film)
  }
}

/// A photo of a post, and the words below it.
struct CaptionedPhoto: Equatable {
  /// The photo.
  let photo: Photo
  /// The post.
  var item: PostItem
  /// The words.
  let caption: PhotoCaption
}

/// A photo in words.
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
  /// Whether it says what the photo shows.
  let isDescription: Bool

  /// A fact, which may lead somewhere.
  init(_ name: SafeText, _ value: SafeText, link: Hyperlink? = nil, isDescription: Bool = false) {
    self.isDescription = isDescription
    self.name = name
    self.value = value
    self.link = link
  }
}
