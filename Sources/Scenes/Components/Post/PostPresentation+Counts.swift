import FeedDomain
import Preferences
import Terminal
import Words

extension PostPresentation {
  /// Returns the counts in a post's last line: replies, boosts, likes and bookmark.
  ///
  /// Counts of an unsupported action are left out if 0. If the service does not report a number,
  /// the sign stands alone; the plain mode shows only the user's own mark.
  func counts(of item: PostItem) -> [PostViewModel.Count] {
    let post = item.post
    let marks = abilities(for: item).marks(for: post)
    let (own, counts) = (post.own, post.counts)
    var result = [reply(counts.replies)]
    if marks.contains(.boosted) || (counts.boosts ?? 0) > 0 {
      result.append(boost(counts.boosts, isOwn: own.contains(.boosted), marks))
    }
    if marks.contains(.liked) || (counts.likes ?? 0) > 0 {
      result.append(like(counts.likes, isOwn: own.contains(.liked), marks))
    }
    if own.contains(.bookmarked) {
      result.append(
        PostViewModel.Count(
          sign: options.saysInWords ? wording.bookmarked : "⚑", number: "",
          role: .bookmarked, signAction: .deed(.mark(.bookmarked)),
          numberAction: .deed(.mark(.bookmarked))))
    }
    return result.filter { !$0.sign.isEmpty || !$0.number.isEmpty }
  }

  /// Returns the numbers of a person's posts and followers, as far as known.
  func numbers(of person: Person) -> SafeText {
    [
      person.counts?.posts.map { wording.posts($0) },
      person.counts?.followers.map { wording.followers($0) },
    ].compactMap(\.self).joined(separator: " · ")
  }

  private func reply(_ count: Int?) -> PostViewModel.Count {
    PostViewModel.Count(
      sign: options.saysInWords ? "" : "↩", number: number(count, words: wording.replies),
      role: .count,
      isQuiet: (count ?? 0) <= 0, signAction: .conversation, numberAction: .conversation)
  }

  private func boost(
    _ count: Int?, isOwn: Bool, _ marks: Post.OwnActions
  ) -> PostViewModel.Count {
    PostViewModel.Count(
      sign: options.saysInWords ? "" : "↻",
      number: number(count, own: isOwn ? wording.boosted : "") { wording.boosts($0, own: isOwn) },
      role: isOwn ? .boosted : .count, isQuiet: !isOwn && (count ?? 0) <= 0,
      signAction: marks.contains(.boosted) ? .deed(.mark(.boosted)) : .deed(.boosters),
      numberAction: .deed(.boosters))
  }

  private func like(
    _ count: Int?, isOwn: Bool, _ marks: Post.OwnActions
  ) -> PostViewModel.Count {
    PostViewModel.Count(
      sign: options.saysInWords ? "" : isOwn ? "♥" : "♡",
      number: number(count, own: isOwn ? wording.liked : "") { wording.likes($0, own: isOwn) },
      role: isOwn ? .liked : .count, isQuiet: !isOwn && (count ?? 0) <= 0,
      signAction: marks.contains(.liked) ? .deed(.mark(.liked)) : .deed(.likers),
      numberAction: .deed(.likers))
  }

  private func number(
    _ count: Int?, own: SafeText = "", words: (Int) -> SafeText
  ) -> SafeText {
    guard let count else { return options.saysInWords ? own : "" }
    if options.saysInWords { return words(count) }
    return count > 0 ? SafeText(sanitizing: Self.compact(count)) : ""
  }

  /// Returns a number in up to four characters: "999", "1.2k", "12k", "3.4M".
  static func compact(_ count: Int) -> String {
    let units: [(size: Int, name: String)] = [
      (1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k"),
    ]
    guard let unit = units.first(where: { count >= $0.size }) else { return String(count) }
    let whole = count / unit.size
    let tenths = count % unit.size / (unit.size / 10)
    return whole < 10 && tenths > 0 ? "\(whole).\(tenths)\(unit.name)" : "\(whole)\(unit.name)"
  }
}

extension PostPresentation {
  /// Returns signs for a post's photos, poll and boost, in the one-line layout.
  func contentMarks(of item: PostItem) -> StyledText {
    separated([
      photoSign(of: item).map { Span($0, .photo) },
      item.post.content.poll == nil ? nil : Span(sign("≡", wording.pollKey), .poll),
      item.boostedBy == nil ? nil : Span(sign("↻", wording.boosted), .boost),
    ])
  }

  /// Returns signs for the user's own boost, like, bookmark and undelivered changes.
  func ownMarks(of item: PostItem) -> StyledText {
    let own = item.post.own
    return separated([
      own.contains(.boosted) ? Span(sign("↻", wording.boosted), .boosted) : nil,
      own.contains(.liked) ? Span(sign("♥", wording.liked), .liked) : nil,
      item.isFlashing ? Span("👍", .liked) : nil,
      own.contains(.bookmarked) ? Span(sign("⚑", wording.bookmarked), .bookmarked) : nil,
      item.isWaiting ? Span(waitingSign, .busy) : nil,
    ])
  }

  /// Joins signs with blanks, or words with commas.
  func separated(_ marks: [Span?]) -> StyledText {
    Array(
      marks.compactMap { $0.map { [$0] } }
        .joined(separator: [Span(options.saysInWords ? ", " : " ")]))
  }

  private func sign(_ sign: SafeText, _ words: SafeText) -> SafeText {
    options.saysInWords ? words : sign
  }
}
