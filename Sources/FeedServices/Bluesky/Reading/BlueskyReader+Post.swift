internal import FeedDomain

extension BlueskyReader {
  /// A post; nil where it has no id, nobody wrote it, or it is not to be shown there.
  func post(_ json: JSON, in place: Place = .elsewhere, answering parent: JSON = .null) -> Post? {
    guard let uri = json["uri"].filledString, let author = profile(json["author"]),
      !recent.isGone(Post.ID(uri))
    else { return nil }
    let record = json["record"]
    let text = BlueskyFacets.text(record["text"].string ?? "", facets: record["facets"])
    let verdict = verdict(on: json, saying: text, by: author)
    if verdict == .hide, place != .alone { return nil }
    let moment = moment(json)
    let post = Post(
      id: Post.ID(uri), author: author, createdAt: moment ?? now,
      content: content(json, text, verdict), reply: reply(record, by: author, parent: parent),
      url: ATAddress(uri)?.page,
      counts: Post.Counts(
        replies: json["replyCount"].tally, boosts: json["repostCount"].tally,
        likes: json["likeCount"].tally), own: own(json["viewer"]),
      canBeAnswered: json["viewer"]["replyDisabled"].bool != true,
      canBeQuoted: json["viewer"]["embeddingDisabled"].bool != true, isDated: moment != nil)
    return recent.applied(to: post)
  }

  private func content(
    _ json: JSON, _ text: RichText, _ verdict: BlueskyVerdict
  ) -> Post.Content {
    let embed = BlueskyEmbed(
      json["embed"], of: json["uri"].string ?? "", isCovered: verdict == .coverPictures
    ) { quoted in
      let record = quoted["record"]
      let words = BlueskyFacets.text(record["text"].string ?? "", facets: record["facets"])
      return person(quoted["author"]).map { self.verdict(on: quoted, saying: words, by: $0) }
        ?? .show
    }
    return Post.Content(
      text: embed.appendingLinks(to: text), fold: verdict.fold, photos: embed.photos,
      card: embed.card, quote: embed.quote,
      language: json["record"]["langs"].array.first?.string.flatMap(LanguageTag.written))
  }

  /// One's own posts are never judged.
  private func verdict(
    on json: JSON, saying text: RichText, by author: Person
  ) -> BlueskyVerdict {
    guard author.id != me else { return .show }
    let judge = LabelJudge(taste: taste, now: now)
    let labels = judge.verdict(
      on: json["labels"], own: json["record"]["labels"], by: author.id.rawValue
    ).and(judge.verdict(onAuthor: json["author"]["labels"]))
    if json["uri"].string.map({ taste.hiddenPosts.contains(Post.ID($0)) }) == true { return .hide }
    let isMuted = isMuted(json["record"], text, byFollowed: author.relationship?.isFollowed == true)
    return isMuted ? .hide : labels
  }

  private func isMuted(_ record: JSON, _ text: RichText, byFollowed: Bool) -> Bool {
    guard !taste.words.isEmpty else { return false }
    let tags =
      record["tags"].array.compactMap(\.string)
      + text.runs.compactMap { run -> String? in
        if case .tag(let tag) = run.kind { tag } else { nil }
      }
    let plain = text.plain
    return taste.words.contains {
      $0.mutes(text: plain, tags: tags, byFollowed: byFollowed, at: now)
    }
  }

  /// When it was written, as its author says; as the server says, where the author cannot be right;
  /// nil where nobody says.
  private func moment(_ json: JSON) -> Timestamp? {
    let told = json["record"]["createdAt"].string.flatMap(ISODate.timestamp)
    let seen = json["indexedAt"].string.flatMap(ISODate.timestamp)
    guard let told, told.milliseconds >= 0 else { return seen }
    return min(told, seen ?? told)
  }

  private func reply(_ record: JSON, by author: Person, parent: JSON) -> Post.Reply? {
    guard let id = record["reply"]["parent"]["uri"].filledString else { return nil }
    let told = parent["uri"].string == id ? parent["author"]["handle"].filledString : nil
    let owner = ATAddress(id)?.owner
    // A post says whom it answers by its address alone.
    let known = owner == author.id.rawValue ? author.handle : owner == me.rawValue ? handle : nil
    return Post.Reply(to: Post.ID(id), handle: known ?? told)
  }

  private func own(_ viewer: JSON) -> Post.OwnActions {
    var own: Post.OwnActions = []
    if viewer["like"].filledString != nil { own.insert(.liked) }
    if viewer["repost"].filledString != nil { own.insert(.boosted) }
    if viewer["bookmarked"].bool == true { own.insert(.bookmarked) }
    if viewer["pinned"].bool == true { own.insert(.pinned) }
    if viewer["threadMuted"].bool == true { own.insert(.silenced) }
    return own
  }
}
