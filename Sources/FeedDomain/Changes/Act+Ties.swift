extension Act.Kind {
  /// What it changes between the reader and somebody; nil where it is about nobody.
  var tie: WritableKeyPath<Ties, Bool>? {
    switch self {
    case .hideBoosts: \.hidesBoosts
    case .tellOfPosts: \.tellsOfPosts
    case .blockServer: \.blocksServer
    case .feature: \.isFeatured
    case .takeLabels: \.takesLabels
    case .followTag, .note, .muteFor, .report, .react, .unschedule, .filter,
      .profile, .makeList, .renameList, .dropList, .enlist, .reschedule, .answerNews,
      .publishMedia, .message, .pinFeed, .likeFeed:
      nil
    }
  }
}

extension Person {
  /// Whether that is done to them.
  package func isTied(by kind: Act.Kind) -> Bool {
    kind.tie.flatMap { ties?[keyPath: $0] } ?? false
  }

  /// The same person after an act on them, or on their server.
  package func tied(by act: Act) -> Person {
    guard act.target == id.rawValue || act.target == server else { return self }
    var ties = ties ?? Ties()
    if let tie = act.kind.tie {
      ties[keyPath: tie] = act.isDone
    } else if act.kind == .note {
      ties.note = act.answers[.words] ?? ""
    }
    return tied(ties)
  }
}
