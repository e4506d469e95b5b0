import FeedDomain
import Preferences
import Terminal
import UseCases

/// A row of a profile: who it is, what they put together, then what they wrote.
indirect enum ProfileRow: PostRow {
  /// Who it is.
  case heading(ProfileHeading)
  /// A stream that they put together.
  case collection(ProfileCollection)
  /// Leads to more of those.
  case moreCollections(SafeText)
  /// A post of theirs.
  case post(PostItem)

  /// A row's id.
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

  /// What opening it does; nil where a post or the heading says so.
  var opening: ProfileAction? {
    switch self {
    case .collection(let collection): .collection(collection.feed)
    case .moreCollections: .moreCollections
    case .heading, .post: nil
    }
  }

  /// The post; nil for any other row.
  package var post: PostItem? {
    get { if case .post(let item) = self { item } else { nil } }
    set { if let newValue { self = .post(newValue) } }
  }
}

/// A stream that somebody put together, in words.
struct ProfileCollection: Equatable {
  let feed: Feed
  let name: SafeText
}

/// Who somebody is, in words.
struct ProfileHeading: Equatable {
  /// A number that leads to the people it counts.
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
  /// How the reader stands to them, and what is between them besides; nil where that is not told.
  let relationship: StyledText?
  /// What the reader wrote down about them; empty where nothing.
  var note: SafeText = ""
  let isOneself: Bool
  /// Their picture; nil where they have none.
  let portrait: Photo?
  /// Whether all that they tell of themselves is shown.
  var isWhole = true
  /// What the keys do that undo how the reader stands to them.
  var hintWords: [Command: SafeText] = [:]
}

/// What a click in a profile does.
enum ProfileAction: Equatable, Sendable {
  /// What a click on a part of a post, or of the bio, does.
  case post(PostClick)
  /// Shows who follows them, or whom they follow.
  case people(PeopleList)
  /// Follows them, or no longer.
  case follow
  /// Reads a stream that they put together.
  case collection(Feed)
  /// Shows more of those.
  case moreCollections
}

/// What a profile shows.
struct ProfileViewModel: Equatable {
  /// Whose it is.
  var title: SafeText = ""
  /// The tabs, and which of them is looked at.
  var tabs: [ProfileTab] = []
  var current = 0
  /// Who it is; nil before that is known.
  var heading: ProfileHeading?
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong; empty for nothing.
  var failure: SafeText = ""
  /// What is looked at: who it is, what they put together, what they posted.
  var rows: [ProfileRow] = []
  /// Whether their photos hang on a wall.
  var isWall = false
  /// Whether they wrote more.
  var hasMore = false
  /// What stands below the last row.
  var footer: SafeText = ""
  /// What stands in the middle while it is not known who it is.
  var notice: EmptyState?
  /// A question before something that cannot be undone, or its progress.
  var dialog: ProfileDialog?
}

/// A tab of a profile, by its name.
struct ProfileTab: Equatable {
  let tab: Profile.Tab
  let name: SafeText
}

/// The question before something that cannot be taken back, and its going on.
struct ProfileDialog: Equatable {
  /// What is asked for.
  enum Purpose: Equatable {
    case signOut
    case block
    case blockServer
  }

  /// What is asked for.
  var purpose = Purpose.signOut
  /// What is asked, or goes on.
  let lines: [StyledText]
  /// What the keys do; none while it goes on.
  let keys: [Hint]
  /// Whether it goes on.
  var isBusy: Bool { keys.isEmpty }
}
