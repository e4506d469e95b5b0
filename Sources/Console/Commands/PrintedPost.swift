internal import FeedDomain
internal import Terminal
import Words

/// A post as lines of plain text.
struct PrintedPost {
  let wording: Wording
  let now: Timestamp

  /// Author and time, the text, what is attached, and the counts with the post's id.
  func lines(for entry: FeedEntry) -> [PrintedLine] {
    let post = entry.post
    return [header(of: entry)] + body(of: post.content).map { PrintedLine("  ").adding($0) }
      + [PrintedLine("  ").adding(footer(of: post), .dim)]
  }
}

extension PrintedPost {
  private func header(of entry: FeedEntry) -> PrintedLine {
    let author = entry.post.author
    var line = PrintedLine(SafeText(sanitizing: author.name), .bold)
      .adding(" @\(author.handle)")
      .adding(" · ")
      .adding(wording.relativeTime(entry.post.createdAt, now: now), .dim)
    if let booster = entry.boostedBy {
      line = line.adding(" · ").adding(wording.boosted(by: "@\(booster.handle)"), .dim)
    }
    if let handle = entry.post.reply?.handle {
      line = line.adding(" · ").adding(wording.replying(to: handle), .dim)
    }
    return line
  }

  /// A content warning folds what is behind it, here as on the screen.
  private func body(of content: Post.Content) -> [SafeText] {
    if content.isFolded {
      let muted = content.mute.map { wording.say("[muted] {what}", ["what": $0]) }
      let warning = content.cover.map { wording.say("[warning] {words}", ["words": $0]) }
      return [muted, warning].compactMap(\.self) + [
        wording.say("(folded; open it in tweetie, or use --json)")
      ]
    }
    let photos = content.photos.map { photo in
      switch (photo.kind, photo.altText) {
      case (.audio, ""): wording.say("[audio without description]")
      case (.audio, let words): wording.say("[audio] {description}", ["description": words])
      case (_, ""): wording.say("[picture without description]")
      case (_, let words): wording.say("[picture] {description}", ["description": words])
      }
    }
    let options = (content.poll?.options ?? []).map { option in
      SafeText(sanitizing: "( ) \(option.title)" + (option.votes.map { "  \($0)" } ?? ""))
    }
    let card: SafeText? = content.card.map { "\($0.title) <\($0.url)>" }
    let quote: SafeText? = content.quote.map {
      "> " + ($0.absence.map(wording.missing) ?? "@\($0.handle): \($0.warning ?? $0.text.plain)")
    }
    return textLines(content.text.plain) + photos + options + [card, quote].compactMap(\.self)
  }

  private func textLines(_ text: String) -> [SafeText] {
    guard !text.isEmpty else { return [] }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map { SafeText(sanitizing: String($0)) }
  }

  private func footer(of post: Post) -> SafeText {
    let counts = [
      post.counts.replies.map { wording.replies($0) },
      post.counts.boosts.map { wording.boosts($0, own: false) },
      post.counts.likes.map { wording.likes($0, own: false) },
    ].compactMap(\.self)
    let own = post.own.contains(.liked) ? [wording.liked] : []
    return (counts + own + [SafeText(sanitizing: post.id.rawValue)]).joined(separator: " · ")
  }
}
