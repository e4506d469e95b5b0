internal import FeedDomain

// How calls are named in the log: by their kind alone, since who and what is nobody's business
// there, and so that nothing of an account is left in it after signing out.

extension Feed {
  /// What kind of stream it is.
  var fact: String {
    switch self {
    case .home: "home"
    case .everything: "everything"
    case .local: "local"
    case .federated: "federated"
    case .photos: "photos"
    case .trending: "trending"
    case .nearby: "nearby"
    case .tag: "tag"
    case .search: "search"
    case .person: "person"
    case .answers: "answers"
    case .portfolio: "portfolio"
    case .likes: "likes"
    case .bookmarks: "bookmarks"
    case .list: "list"
    }
  }
}

extension Stretch {
  /// Which part of a stream it is.
  var fact: String {
    switch self {
    case .latest: "latest"
    case .older: "older"
    case .newer: "newer"
    }
  }
}
