internal import FeedDomain

extension MastodonReader {
  /// Notices, with those together that tell the same of several people.
  func notices(_ json: JSON) -> [Notice] {
    var notices: [Notice] = []
    var places: [String: Int] = [:]
    for notice in json.array.compactMap(notice) {
      guard let topic = notice.topic else {
        notices.append(notice)
        continue
      }
      if let place = places[topic] {
        notices[place] = notices[place].joined(by: notice)
      } else {
        places[topic] = notices.count
        notices.append(notice)
      }
    }
    return notices
  }

  private func notice(_ json: JSON) -> Notice? {
    guard let id = json["id"].id, verdict(json["status"]) != .hide else { return nil }
    let people = person(json["account"]).map { [$0] } ?? []
    let post = post(json["status"])
    // Nobody did nothing: there is no line to be made of that.
    guard !people.isEmpty || post != nil else { return nil }
    return Notice(
      id: Notice.ID(id), kind: Notice.Kind(mastodon: json["type"].string ?? ""), people: people,
      post: post,
      at: json["created_at"].string.flatMap(ISODate.timestamp) ?? Timestamp(milliseconds: 0))
  }
}

extension Notice {
  /// What several people can have done together; nil where each stands for itself.
  fileprivate var topic: String? {
    switch kind {
    case .like, .boost, .reaction: post.map { "\(kind.rawValue):\($0.id.rawValue)" }
    case .follow: "follow"
    case .mention, .poll, .quote, .request, .other: nil
    }
  }
}

extension Notice.Kind {
  /// The kind by the name that Mastodon or one of its family gives it.
  init(mastodon name: String) {
    self =
      switch name {
      case "favourite": .like
      case "reblog", "share": .boost
      case "follow": .follow
      case "follow_request": .request
      case "mention", "direct", "comment", "tagged": .mention
      case "poll": .poll
      case "quote": .quote
      case "reaction", "pleroma:emoji_reaction": .reaction
      default: .other
      }
  }
}
