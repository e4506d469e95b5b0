import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A converter of posts from models to texts on the screen; it sanitizes all text from services.
package struct PostViewModelFactory: Sendable {
  let wording: Wording
  let abilities: PostAbilities
  let options: DisplayOptions
  /// The rules of a photo service about naming photographers and licences.
  let terms: PhotoDisplayTerms
  let revealKey: String
  let retryKey: String
  var voteKey: String
  let linkKey: String
  let catchUpKey: String

  init(
    wording: Wording, abilities: PostAbilities, options: DisplayOptions, keys: KeyMap = .defaults,
    terms: PhotoDisplayTerms = .none
  ) {
    self.wording = wording
    self.abilities = abilities
    self.options = options
    self.terms = terms
    revealKey = keys.keyName(for: .reveal) ?? ""
    retryKey = keys.keyName(for: .refresh) ?? ""
    voteKey = keys.keyName(for: .vote) ?? ""
    linkKey = keys.keyName(for: .openLink) ?? ""
    catchUpKey = keys.keyName(for: .catchUp) ?? ""
  }

  /// Returns the abilities of the account that a post belongs to.
  func abilities(for item: PostItem) -> PostAbilities {
    item.account?.member.abilities ?? abilities
  }

  /// Returns the sentence that says why an action on a post is not possible; nil if it is possible.
  func refusalReason(of action: PostAction, on item: PostItem) -> SafeText? {
    let abilities = abilities(for: item)
    if action == .reveal, item.isLong { return nil }
    guard
      case .withheld(let reason) = abilities.permission(
        to: action, on: item.post, isOwn: item.isOwn)
    else { return nil }
    return wording.sentence(for: reason, at: abilities.service)
  }

  /// Returns the view model of a post at a time.
  ///
  /// - under: the person whose profile is shown, not named again in the post.
  /// - tellsChange: includes the time of the last edit.
  /// - tellsReply: names the author of the parent post, if the parent is not shown above.
  func postViewModel(
    of item: PostItem, now: Timestamp, under person: Person.ID? = nil, tellsChange: Bool = false,
    tellsReply: Bool = true
  ) -> PostViewModel {
    let post = item.post
    let content = post.content
    let isFolded = content.isFolded && !item.isRevealed
    let beginning =
      isFolded || !item.isTextFolded
      ? nil : PostTextParagraphSplitter.foldedTextBeginning(of: content.text)
    let (paragraphs, isShortened) =
      isFolded
      ? ([], false)
      : PostTextParagraphSplitter.textParagraphs(
        wording.textWithTranslatedLabels(beginning ?? content.text))
    return PostViewModel(
      heading: postHeading(of: item, now: now, under: person, tellsChange: tellsChange),
      context: PostViewModel.PostContextLines(
        reply: tellsReply ? post.reply.map { wording.replyingText(to: $0.handle) } : nil,
        muteLine: content.foldingMute.map { wording.mutedReasonText(because: $0) },
        warning: content.cover.map { textWithEmojiNames($0, in: content) },
        warningRuns: content.cover.map { emojiTextRuns(of: $0, in: content) } ?? [],
        foldHint: isFolded ? wording.foldedPostHint(key: revealKey) : nil),
      paragraphs: options.displayableParagraphs(
        abilities(for: item).hasArticles
          ? PostTextParagraphSplitter.paragraphsStyledAsWebFeedEntry(
            paragraphs, photos: content.photos)
          : paragraphs,
        wording),
      continuation: beginning.map { _ in
        wording.say("Long text · {key} shows all of it", ["key": revealKey])
      }, translation: isFolded ? nil : translationBox(of: content),
      shortenedNote: isShortened
        ? wording.say("[…] The rest of the post is too long to show.") : nil,
      reactions: reactionsText(to: content),
      poll: isFolded ? nil : content.poll.map { pollViewModel($0, of: item, now: now) },
      gallery: PostViewModel.PostPhotos(
        photos: content.photos.map {
          photoBox($0, isCovered: ($0.isSensitive || isFolded) && !item.isRevealed)
        }, shownIndex: item.shownPhoto, credit: requiredCreditAndLicence(of: item)),
      card: isFolded ? nil : content.card.map { linkPreviewBox($0, isRevealed: item.isRevealed) },
      quote: isFolded ? nil : content.quote.map { quoteBox($0, isRevealed: item.isRevealed) },
      place: placeName(of: content.place), counts: postCounts(of: item), isFlashing: item.isFlashing
    )
  }

  private func postHeading(
    of item: PostItem, now: Timestamp, under person: Person.ID?, tellsChange: Bool
  ) -> PostViewModel.PostHeading {
    let (post, author) = (item.post, item.post.author)
    return PostViewModel.PostHeading(
      author: displayName(of: author), authorRuns: nameTextRuns(of: author), authorID: author.id,
      isNamed: author.id != person, handle: SafeText(sanitizing: author.atHandle),
      portrait: author.portrait, time: timeText(post.createdAt, now: now),
      edited: post.content.editedAt.map { editRemarkText($0, now: now, tellsTime: tellsChange) },
      visibilityAndPin: visibilityPinAndMuteText(of: item),
      boost: item.boostedBy.map { boostHeading($0, isNamed: $0.id != person) },
      waiting: item.isWaiting ? wording.notSent : nil, badges: item.account?.badges ?? [],
      isUnread: isUnread(item), unreadWord: wording.say("unread"))
  }

  /// Returns true if an entry of a web feed is unread, false if it was read; nil for accounts
  /// without read states.
  func isUnread(_ item: PostItem) -> Bool? {
    abilities(for: item).hasReadStates ? !item.post.userMarks.contains(.read) : nil
  }

  private func visibilityPinAndMuteText(of item: PostItem) -> SafeText? {
    let (post, own) = (item.post, item.post.userMarks)
    let words = [
      own.contains(.hidden) ? wording.say("hidden") : wording.audienceText(post.visibility),
      item.isPinned || own.contains(.pinned) ? wording.pinned : nil,
      own.contains(.conversationMuted) ? wording.say("conversation muted") : nil,
      item.isFromOwnServer
        ? wording.originServerText(AccountlessEntityID(post.id)?.host ?? "") : nil,
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " · ")
  }

  private func reactionsText(to content: Post.PostContent) -> StyledText {
    content.reactions.enumerated().map { place, reaction in
      let words = wording.reactionText(reaction)
      return StyledSpan(place > 0 ? "  " + words : words, reaction.isOwn ? .strong : .faint)
    }
  }

  private func translationBox(of content: Post.PostContent) -> PostViewModel.TranslationBox? {
    guard let translation = content.translation, translation.isShown else { return nil }
    return PostViewModel.TranslationBox(
      heading: wording.translationCredit(of: translation),
      warning: translation.warning.map { SafeText(sanitizing: $0) },
      paragraphs: PostTextParagraphSplitter.textParagraphs(translation.text).paragraphs)
  }

  /// Returns a time as text, in the format that the user has set.
  func timeText(_ moment: Timestamp, now: Timestamp) -> SafeText {
    options.times == .clock
      ? wording.localTimeText(moment, now: now) : wording.relativeTimeText(moment, now: now)
  }

  /// Returns a person's display name, or the handle if the name is blank or cannot be shown.
  func displayName(of person: Person) -> SafeText {
    let name = SafeText(sanitizing: person.spokenName)
    return name.isBlank || !options.isDisplayableText(name)
      ? SafeText(sanitizing: person.handle) : name
  }

  /// Returns the beginning of a post's text, to be shown in a single line.
  func excerpt(of content: Post.PostContent) -> SafeText {
    options.displayableText(wording.postExcerpt(of: content), wording)
  }

  private func nameTextRuns(of person: Person) -> [PostViewModel.TextRun] {
    person.emojis.isEmpty
      ? [] : PostTextParagraphSplitter.textParagraphs(person.richName).paragraphs.first ?? []
  }

  /// Returns a text of a post other than its body, such as the content warning, with the codes of
  /// custom emoji replaced by names.
  private func textWithEmojiNames(_ words: String, in content: Post.PostContent) -> SafeText {
    let isPlain = content.emojis.isEmpty
    return SafeText(
      sanitizing: isPlain ? words : RichText(words).splittingRunsAtEmoji(content.emojis).spoken)
  }

  /// Returns a one-line text of a post as runs with custom emoji; empty if it contains no emoji.
  private func emojiTextRuns(of words: String, in content: Post.PostContent) -> [PostViewModel
    .TextRun]
  {
    guard !content.emojis.isEmpty else { return [] }
    let line = RichText(SafeText(sanitizing: words).string).splittingRunsAtEmoji(content.emojis)
    return PostTextParagraphSplitter.textParagraphs(line).paragraphs.first ?? []
  }

  /// Returns the text that marks an edited post: a sign in streams, words in a conversation or for
  /// screen readers.
  private func editRemarkText(_ moment: Timestamp, now: Timestamp, tellsTime: Bool) -> SafeText {
    guard tellsTime || options.saysInWords else { return "✎" }
    return wording.editTimeText(at: tellsTime ? timeText(moment, now: now) : nil)
  }

  private func boostHeading(_ person: Person, isNamed: Bool) -> PostViewModel.BoostHeading {
    let name = displayName(of: person)
    return PostViewModel.BoostHeading(
      name: isNamed ? name : "", person: person.id, words: wording.boostedByText(by: name))
  }

  private func pollViewModel(
    _ poll: Poll, of item: PostItem, now: Timestamp
  ) -> PostViewModel.PollBox {
    let isSecret = poll.options.contains { $0.votes == nil }
    let votes = poll.options.reduce(0.0) { $0 + Double(max(0, $1.votes ?? 0)) }
    // In a poll with several choices, shares are parts of the voters, and their sum exceeds 100 %.
    let voters = poll.allowsSeveral ? poll.voters.flatMap { $0 > 0 ? $0 : nil } : nil
    let sum = voters.map(Double.init) ?? votes
    let most = poll.options.compactMap(\.votes).max() ?? 0
    let isLed = !isSecret && most > 0 && poll.options.count { $0.votes == most } == 1
    let answers = poll.options.enumerated().map { index, option in
      let perMille =
        isSecret
        ? nil : Int(sum > 0 ? min(1000, Double(max(0, option.votes ?? 0)) * 1000 / sum) : 0)
      return PostViewModel.PollAnswer(
        title: textWithEmojiNames(option.title, in: item.post.content),
        titleRuns: emojiTextRuns(of: option.title, in: item.post.content), perMille: perMille,
        share: perMille.map { "\(($0 + 5) / 10)%" } ?? "",
        isChosen: poll.chosenOptions.contains(index), isLeading: isLed && option.votes == most)
    }
    var summary: [SafeText] = isSecret ? [] : [wording.voteCountText(Int(exactly: votes) ?? .max)]
    if let voters { summary.append(wording.voterCountText(voters)) }
    if poll.isOver(at: now) {
      summary.append(wording.say("closed"))
    } else if let closesAt = poll.closesAt {
      summary.append(
        wording.pollClosingText(in: wording.roundedDurationText(closesAt.elapsedTime(since: now))))
    }
    if poll.isAnswered, poll.chosenOptions.isEmpty, !item.isOwn {
      summary.append(wording.say("you voted"))
    }
    let isOpen = abilities(for: item).canVote(on: item.post, isOwn: item.isOwn, at: now)
    if isOpen, !voteKey.isEmpty { summary.append(wording.voteKeyHint(key: voteKey)) }
    return PostViewModel.PollBox(
      answers: answers, summary: summary.joined(separator: " · "),
      isOpen: isOpen)
  }

  private func photoBox(_ photo: Photo, isCovered: Bool) -> PostPhotoViewModel {
    PostPhotoViewModel(
      photo: photo, title: wording.photoLabel(photo.kind, shape: photo.size.shape),
      description: isCovered
        ? wording.coveredPhotoHint(key: revealKey) : wording.photoDescription(of: photo),
      isCovered: isCovered)
  }

  private func linkPreviewBox(_ card: LinkPreview, isRevealed: Bool) -> PostViewModel.LinkPreviewBox
  {
    let host = card.url.split(separator: "/").dropFirst().first.map(String.init) ?? card.url
    return PostViewModel.LinkPreviewBox(
      site: SafeText(sanitizing: card.site ?? host), title: SafeText(sanitizing: card.title),
      summary: SafeText(sanitizing: card.summary), link: SafeWebLink(card.url),
      picture: card.picture.flatMap { $0.isSensitive && !isRevealed ? nil : $0 })
  }

  private func quoteBox(_ quote: Quote, isRevealed: Bool) -> PostViewModel.QuoteBox {
    let isFolded = quote.warning != nil && !isRevealed
    let name = SafeText(sanitizing: quote.name)
    return PostViewModel.QuoteBox(
      id: quote.id, author: name.isEmpty ? SafeText(sanitizing: quote.handle) : name,
      handle: "@\(quote.handle)",
      warning: quote.warning.map { SafeText(sanitizing: $0) },
      foldHint: isFolded ? wording.foldedPostHint(key: revealKey) : nil,
      paragraphs: isFolded ? [] : PostTextParagraphSplitter.textParagraphs(quote.text).paragraphs,
      pictures: isFolded || quote.pictures.isEmpty
        ? nil : wording.pictureSummary(showing: quote.pictures),
      missing: quote.unavailableReason.map { wording.missingQuoteText($0) })
  }

  /// Returns the counts in the last line of a post: replies, boosts and likes. A count of zero is
  /// left out if the account cannot reply, boost or like there, as for entries of web feeds. A
  /// count that the service does not state is drawn as its symbol or, for screen readers, as the
  /// user's own mark.
  func postCounts(of item: PostItem) -> [PostViewModel.PostCount] {
    let post = item.post
    let marks = abilities(for: item).toggleableMarks(for: post)
    let (own, counts) = (post.userMarks, post.counts)
    var result: [PostViewModel.PostCount] = []
    if post.canBeAnswered || !abilities(for: item).hasArticles || (counts.replies ?? 0) > 0 {
      result.append(replyCount(counts.replies))
    }
    if marks.contains(.boosted) || (counts.boosts ?? 0) > 0 {
      result.append(boostCount(counts.boosts, isOwn: own.contains(.boosted), marks))
    }
    if marks.contains(.liked) || (counts.likes ?? 0) > 0 {
      result.append(likeCount(counts.likes, isOwn: own.contains(.liked), marks))
    }
    if own.contains(.bookmarked) {
      result.append(
        PostViewModel.PostCount(
          symbol: options.saysInWords ? wording.bookmarked : "⚑", number: "",
          role: .bookmarked, signAction: .mark(.bookmarked),
          numberAction: .mark(.bookmarked)))
    }
    return result.filter { !$0.symbol.isEmpty || !$0.number.isEmpty }
  }

  /// Returns a person's numbers of posts and followers as text, as far as they are known.
  func personCountsText(of person: Person) -> SafeText {
    [
      person.counts?.posts.map { wording.postCountText($0) },
      person.counts?.followers.map { wording.followerCountText($0) },
    ].compactMap(\.self).joined(separator: " · ")
  }

  private func replyCount(_ count: Int?) -> PostViewModel.PostCount {
    PostViewModel.PostCount(
      symbol: options.saysInWords ? "" : "↩",
      number: countText(count, words: wording.replyCountText),
      role: .count,
      isSelectedOnly: (count ?? 0) <= 0, signAction: .viewConversation,
      numberAction: .viewConversation)
  }

  private func boostCount(
    _ count: Int?, isOwn: Bool, _ marks: Post.UserPostMarks
  ) -> PostViewModel.PostCount {
    PostViewModel.PostCount(
      symbol: options.saysInWords ? "" : "↻",
      number: countText(count, own: isOwn ? wording.boosted : "") {
        wording.boostCountText($0, own: isOwn)
      },
      role: isOwn ? .boosted : .count, isSelectedOnly: !isOwn && (count ?? 0) <= 0,
      signAction: marks.contains(.boosted) ? .mark(.boosted) : .boosters,
      numberAction: .boosters)
  }

  private func likeCount(
    _ count: Int?, isOwn: Bool, _ marks: Post.UserPostMarks
  ) -> PostViewModel.PostCount {
    PostViewModel.PostCount(
      symbol: options.saysInWords ? "" : isOwn ? "♥" : "♡",
      number: countText(count, own: isOwn ? wording.liked : "") {
        wording.likeCountText($0, own: isOwn)
      },
      role: isOwn ? .liked : .count, isSelectedOnly: !isOwn && (count ?? 0) <= 0,
      signAction: marks.contains(.liked) ? .mark(.liked) : .likers,
      numberAction: .likers)
  }

  private func countText(
    _ count: Int?, own: SafeText = "", words: (Int) -> SafeText
  ) -> SafeText {
    guard let count else { return options.saysInWords ? own : "" }
    if options.saysInWords { return words(count) }
    return count > 0 ? SafeText(sanitizing: Self.compactNumber(count)) : ""
  }

  /// Returns a number as text of at most four characters: "999", "1.2k", "12k", "3.4M".
  static func compactNumber(_ count: Int) -> String {
    let units: [(size: Int, name: String)] = [
      (1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k"),
    ]
    guard let unit = units.first(where: { count >= $0.size }) else { return String(count) }
    let whole = count / unit.size
    let tenths = count % unit.size / (unit.size / 10)
    return whole < 10 && tenths > 0 ? "\(whole).\(tenths)\(unit.name)" : "\(whole)\(unit.name)"
  }

  /// Returns the symbols in the row of a one-line post for its photos, its poll and its boost: "▣",
  /// "≡" and "↻".
  func contentSigns(of item: PostItem) -> StyledText {
    joinedSigns([
      photosIncludedSign(of: item).map { StyledSpan($0, .photo) },
      item.post.content.poll == nil ? nil : StyledSpan(signOrWords("≡", wording.pollKey), .poll),
      item.isBoosted ? StyledSpan(signOrWords("↻", wording.boosted), .boost) : nil,
    ])
  }

  /// Returns the symbols in the row of a one-line post for what the user did with it: the boost,
  /// the like, the bookmark and the unsent change.
  func ownMarkSigns(of item: PostItem) -> StyledText {
    let own = item.post.userMarks
    return joinedSigns([
      own.contains(.boosted) ? StyledSpan(signOrWords("↻", wording.boosted), .boosted) : nil,
      own.contains(.liked) ? StyledSpan(signOrWords("♥", wording.liked), .liked) : nil,
      item.isFlashing ? StyledSpan("👍", .liked) : nil,
      own.contains(.bookmarked)
        ? StyledSpan(signOrWords("⚑", wording.bookmarked), .bookmarked) : nil,
      item.isWaiting ? StyledSpan(waitingSign, .busy) : nil,
    ])
  }

  /// Joins the symbols for a one-line post, such as "♥" and "↻", with blanks into one text, or
  /// their words with commas for screen readers.
  func joinedSigns(_ marks: [StyledSpan?]) -> StyledText {
    Array(
      marks.compactMap { $0.map { [$0] } }
        .joined(separator: [StyledSpan(options.saysInWords ? ", " : " ")]))
  }

  private func signOrWords(_ sign: SafeText, _ words: SafeText) -> SafeText {
    options.saysInWords ? words : sign
  }
}

extension PhotoSize {
  /// The aspect ratio of a photo as text in small numbers: "3:2", "16:9", or the nearest usual one.
  var shape: String {
    guard width > 0, height > 0 else { return "" }
    var (a, b) = (width, height)
    while b != 0 { (a, b) = (b, a % b) }
    let (across, down) = (width / a, height / a)
    guard across > 32 || down > 32 else { return "\(across):\(down)" }
    // Photos are often cropped by a pixel or two: 1919×1080 is shown as 16:9.
    let ratio = Double(width) / Double(height)
    let known: [(Int, Int)] = [
      (1, 1), (5, 4), (4, 3), (3, 2), (16, 9), (2, 1), (21, 9), (3, 1), (4, 5), (3, 4), (2, 3),
      (9, 16), (1, 2), (9, 21), (1, 3),
    ]
    let nearest = known.min {
      abs(Double($0.0) / Double($0.1) / ratio - 1) < abs(Double($1.0) / Double($1.1) / ratio - 1)
    }
    return nearest.map { "\($0.0):\($0.1)" } ?? ""
  }
}
