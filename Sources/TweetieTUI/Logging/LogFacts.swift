import FeedDomain

// How things are named in the log: by their kind alone, since who and what is nobody's business
// there, and so that nothing of an account is left in it after signing out.

extension Feed {
  /// What kind of stream it is.
  var fact: String {
    switch self {
    case .home: "home"
    case .local: "local"
    case .federated: "federated"
    case .photos: "photos"
    case .trending: "trending"
    case .nearby: "nearby"
    case .tag: "tag"
    case .search: "search"
    case .person: "person"
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

extension PeopleList {
  /// What kind of list it is.
  var fact: String {
    switch self {
    case .likers: "likers"
    case .boosters: "boosters"
    case .followers: "followers"
    case .following: "following"
    case .matching: "people found"
    }
  }
}

extension Change {
  /// What kind of change it is.
  var fact: String {
    switch self {
    case .mark(_, let action, let isDone): "mark \(action.rawValue) \(isDone ? "on" : "off")"
    case .follow(_, let isDone): "follow \(isDone ? "on" : "off")"
    case .mute(_, let isDone): "mute \(isDone ? "on" : "off")"
    case .block(_, let isDone): "block \(isDone ? "on" : "off")"
    case .admit(_, let isDone): "admit \(isDone ? "on" : "off")"
    case .vote: "vote"
    case .publish(let draft): draft.editing == nil ? "publish" : "edit"
    case .delete: "delete"
    }
  }
}

extension FeedError {
  /// What kind of failure it is, without the service's words.
  var fact: String {
    switch self {
    case .unreachable: "unreachable"
    case .untrusted(let why): "untrusted, \(why.rawValue)"
    case .invalidCredentials: "invalid credentials"
    case .signedOut: "signed out"
    case .rateLimited: "rate limited"
    case .refused: "refused"
    case .misconfigured(let words): words
    case .notFound: "not found"
    case .serverFailed(let code): "server failed, \(code)"
    case .badReply: "bad reply"
    case .cancelled: "cancelled"
    }
  }
}
