extension Act.Kind {
  /// What something is done to.
  package enum Aim: Sendable {
    case tag, server, person, post
    /// One of the reader's lists.
    case list
    /// What the reader says it is.
    case words
    /// Something that only the service's own id tells.
    case thing
    /// What lies at an address.
    case address
    /// The reader.
    case oneself
  }

  package var aim: Aim {
    switch self {
    case .followTag: .tag
    case .blockServer: .server
    case .hideBoosts, .tellOfPosts, .note, .muteFor, .report, .enlist, .feature, .takeLabels,
      .message:
      .person
    case .react: .post
    case .renameList, .dropList: .list
    case .makeList, .filter: .words
    case .unschedule, .reschedule, .answerNews: .thing
    case .publishMedia, .pinFeed, .likeFeed: .address
    case .profile: .oneself
    }
  }

  /// Whether it can be taken back once it is done; a filter is, by what it is called.
  package var canBeTakenBack: Bool { row.canBeUndone || self == .filter }

  /// What is said with it.
  package var fields: [AskedField] { row.fields }
}
