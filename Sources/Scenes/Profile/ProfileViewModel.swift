import FeedDomain
import Preferences
import Terminal
import UseCases

/// A row of a profile.
indirect enum ProfileRow: PostRow {
  /// The description of the person.
  case heading(ProfileHeading)
  /// A collection of the person, which can be read as a stream.
  case collection(ProfileCollection)
  /// The row that loads more collections.
  case moreCollections(SafeText)
  case post(PostItem)

  enum ID: Hashable {
    case heading
    case collection(Feed)
    case moreCollections
    case post(Post.ID)
  }

  var id: ID {
    switch self {
    case .heading: .heading
    case .collection(let collection): .collection(collection.feed)
    case .moreCollections: .moreCollections
    case .post(let item): .post(item.post.id)
    }
  }

  /// The action of opening the row; nil for posts and the heading.
  var opening: ProfileAction? {
    switch self {
    case .collection(let collection): .collection(collection.feed)
    case .moreCollections: .moreCollections
    case .heading, .post: nil
    }
  }

  /// The post; nil for other rows.
  package var post: PostItem? {
    get { if case .post(let item) = self { item } else { nil } }
    set { if let newValue { self = .post(newValue) } }
  }
}

struct ProfileCollection: Equatable {
  let feed: Feed
  let name: SafeText
}

/// The description of the person at the top of a profile.
struct ProfileHeading: Equatable {
  /// A number that may open the list of the people counted.
  struct Count: Equatable {
    let words: SafeText
    let action: ProfileAction?
  }

  let id: Person.ID
  let name: SafeText
  let handle: SafeText
  let bio: [[PostViewModel.Run]]
  let link: Hyperlink?
  let counts: [Count]
  /// The relationship between the user and the person, with mutes and other flags; nil if unknown.
  let relationship: StyledText?
  /// The user's private note about the person; empty for none.
  var note: SafeText = ""
  let isOneself: Bool
  /// The profile picture; nil if there is none.
  let portrait: Photo?
  /// Whether the whole biography is shown.
  var isWhole = true
  /// The hints of commands that end the current relationship, such as "unfollow".
  var hintWords: [Command: SafeText] = [:]
}

/// The action of a click in a profile.
enum ProfileAction: Equatable, Sendable {
  /// A click on a part of a post or of the biography.
  case post(PostClick)
  /// Shows the followers or the followed people.
  case people(PeopleList)
  /// Follows or unfollows the person.
  case follow
  /// Opens a collection as a stream.
  case collection(Feed)
  /// Loads more collections.
  case moreCollections
}

struct ProfileViewModel: Equatable {
  /// The person's name.
  var title: SafeText = ""
  /// The tabs; empty if the profile is undivided.
  var tabs: [ProfileTab] = []
  var current = 0
  /// The description; nil until loaded.
  var heading: ProfileHeading?
  /// The progress of fetching; empty for none.
  var activity: SafeText = ""
  /// The last error; empty for none.
  var failure: SafeText = ""
  /// The rows of the current tab.
  var rows: [ProfileRow] = []
  /// Whether the photos are shown as a wall.
  var isWall = false
  /// Whether more posts can be fetched.
  var hasMore = false
  /// The line below the last row; empty for none.
  var footer: SafeText = ""
  /// The message while the profile is unknown, or the wall is empty.
  var notice: EmptyState?
  /// The open confirmation dialog, or its progress.
  var dialog: ProfileDialog?
}

struct ProfileTab: Equatable {
  let tab: Profile.Tab
  let name: SafeText
}

/// A confirmation of something irreversible, or its progress.
struct ProfileDialog: Equatable {
  /// The change to be confirmed.
  enum Purpose: Equatable {
    case signOut
    case block
    case blockServer
  }

  var purpose = Purpose.signOut
  /// The text.
  let lines: [StyledText]
  /// The key hints; none while the change is in progress.
  let keys: [Hint]
  /// Whether the change is in progress.
  var isBusy: Bool { keys.isEmpty }
}
