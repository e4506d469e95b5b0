internal import FeedDomain
internal import Terminal
import Words

struct PostFormatter {
  let wording: Wording
  let now: Timestamp
  /// True if the post formatter includes text that a content warning or a mute folds, as for a post
  /// that the command line names.
  var showsFolded = false
  /// The account that the post formatter prints beside each post, when posts of several accounts
  /// are printed; nil to print none.
  var reader: Account?

  /// Returns the lines of a post for printing: author and time, the text, attachments, and the
  /// counts with the post's id.
  func printedLines(for entry: FeedEntry) -> [PrintedLine] {
    let post = entry.post
    return [entryHeader(of: entry)]
      + contentLines(of: post.content).map { PrintedLine("  ").appendingText($0) }
      + [PrintedLine("  ").appendingText(postCountsAndIDText(of: post), .dim)]
  }

  /// Returns a post as a single printed line: time, author, text and id, and the booster and the
  /// reading account if there are any.
  func singlePrintedLine(for entry: FeedEntry) -> PrintedLine {
    let post = entry.post
    let boost = entry.boostedBy.map { wording.boostedByText(by: "@\($0.handle)") }
    let author = post.author.handle.isEmpty ? post.author.name : post.author.atHandle
    return PrintedLine(wording.localTimeText(post.createdAt, now: now), .dim)
      .appendingText(" " + SafeText(sanitizing: author), .bold).appendingOnSameLine("  ")
      .appendingText(
        (contentLines(of: post.content) + [boost].compactMap(\.self)).joined(separator: " ")
      )
      .appendingText("  \(post.id.rawValue)", .dim)
      .appendingText(reader.map { "  " + wording.accountHandle(of: $0) } ?? "", .dim)
  }

  static func styledName(of person: Person) -> PrintedLine {
    let name = PrintedLine(SafeText(sanitizing: person.name), .bold)
    return person.handle.isEmpty ? name : name.appendingText(" @\(person.handle)")
  }

  static func textLines(of text: String) -> [SafeText] {
    guard !text.isEmpty else { return [] }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map { SafeText(sanitizing: String($0)) }
  }

  private func entryHeader(of entry: FeedEntry) -> PrintedLine {
    var line = Self.styledName(of: entry.post.author)
      .appendingOnSameLine(" · ")
      .appendingText(wording.relativeTimeText(entry.post.createdAt, now: now), .dim)
    if let reader {
      line = line.appendingOnSameLine(" · ").appendingText(wording.accountHandle(of: reader), .dim)
    }
    if let booster = entry.boostedBy {
      line = line.appendingOnSameLine(" · ").appendingText(
        wording.boostedByText(by: "@\(booster.handle)"), .dim)
    }
    if let handle = entry.post.reply?.handle {
      line = line.appendingOnSameLine(" · ").appendingText(wording.replyingText(to: handle), .dim)
    }
    return line
  }

  /// Returns the text and attachments of a post as printed lines; folded by a content warning or a
  /// mute, as on the screen.
  func contentLines(of content: Post.PostContent) -> [SafeText] {
    let warning = content.cover.map { wording.say("[warning] {words}", ["words": $0]) }
    if content.isFolded, !showsFolded {
      let muted = content.foldingMute.map { wording.say("[muted] {what}", ["what": $0]) }
      return [muted, warning].compactMap(\.self) + [
        wording.say("(folded; open it in tweetie, or use --json)")
      ]
    }
    let photos = content.photos.map(photoLine)
    let options = (content.poll?.options ?? []).map { option in
      SafeText(sanitizing: "( ) \(option.title)" + (option.votes.map { "  \($0)" } ?? ""))
    }
    let card: SafeText? = content.card.map { "\($0.title) <\($0.url)>" }
    let quote: SafeText? = content.quote.map {
      "> "
        + ($0.unavailableReason.map(wording.missingQuoteText)
          ?? "@\($0.handle): \($0.warning ?? $0.text.withAddresses)")
    }
    return [warning].compactMap(\.self)
      + Self.textLines(of: wording.textWithTranslatedLabels(content.text).withAddresses) + photos
      + options
      + [card, quote].compactMap(\.self)
  }

  /// Returns the printed line about an attachment of a post: its description, and for anything but
  /// a still picture the address.
  private func photoLine(of photo: Photo) -> SafeText {
    let words =
      switch (photo.kind, photo.altText) {
      case (.audio, ""): wording.say("[audio without description]")
      case (.audio, let words): wording.say("[audio] {description}", ["description": words])
      case (.video, ""): wording.say("[video without description]")
      case (.video, let words): wording.say("[video] {description}", ["description": words])
      case (_, ""): wording.say("[picture without description]")
      case (_, let words): wording.say("[picture] {description}", ["description": words])
      }
    guard photo.kind != .still, let address = photo.url else { return words }
    return words + " <\(address)>"
  }

  private func postCountsAndIDText(of post: Post) -> SafeText {
    let counts = [
      post.counts.replies.map { wording.replyCountText($0) },
      post.counts.boosts.map { wording.boostCountText($0, own: false) },
      post.counts.likes.map { wording.likeCountText($0, own: false) },
    ].compactMap(\.self)
    let own = post.userMarks.contains(.liked) ? [wording.liked] : []
    return (counts + own + [SafeText(sanitizing: post.id.rawValue)]).joined(separator: " · ")
  }
}

/// A printer of posts to standard output, as JSON with every post in full, or as text in which
/// muted posts are folded.
struct PostPrinter {
  let printer: ResultPrinter
  let wording: Wording
  let now: Timestamp
  let json: Bool
  let mutes: [Mute]

  func printEntries(_ entries: [FeedEntry], to reader: Account, first isFirst: Bool = true) {
    for (index, entry) in entries.enumerated() {
      guard !json else {
        printer.printJSONLine(.postJSONObject(entry.post, boostedBy: entry.boostedBy))
        continue
      }
      if index > 0 || !isFirst { printer.printLine("") }
      PostFormatter(wording: wording, now: now).printedLines(
        for: entryWithMutedTextFolded(entry, to: reader)
      )
      .forEach { printer.printLine($0) }
    }
  }

  func printEntryLine(for entry: FeedEntry, to reader: Account) {
    guard !json else {
      return printer.printJSONLine(.postJSONObject(entry.post, boostedBy: entry.boostedBy))
    }
    printer.printLine(
      PostFormatter(wording: wording, now: now).singlePrintedLine(
        for: entryWithMutedTextFolded(entry, to: reader)))
  }

  func printEntry(_ entry: FeedEntry, among accounts: [Account], first isFirst: Bool) {
    printEntryForItsAccount(entry, among: accounts) { printed, entry in
      if !isFirst { printer.printLine("") }
      printed.printedLines(for: entry).forEach { printer.printLine($0) }
    }
  }

  func printEntryLine(for entry: FeedEntry, among accounts: [Account]) {
    printEntryForItsAccount(entry, among: accounts) { printed, entry in
      printer.printLine(printed.singlePrintedLine(for: entry))
    }
  }

  private func printEntryForItsAccount(
    _ entry: FeedEntry, among accounts: [Account], _ print: (PostFormatter, FeedEntry) -> Void
  ) {
    guard let reader = accounts.first(where: { $0.id == entry.post.id.whose }) else { return }
    let own = entry.replacingPost(entry.post.asOwn)
    guard json else {
      return print(
        PostFormatter(wording: wording, now: now, reader: reader),
        entryWithMutedTextFolded(own, to: reader)
      )
    }
    let accountPostIDs = entry.accountPostIDs.isEmpty ? [entry.post.id] : entry.accountPostIDs
    printer.printJSONLine(
      .postJSONObject(
        own.post, boostedBy: own.boostedBy,
        seenBy: accountPostIDs.compactMap { id in
          id.whose.map { (account: $0, post: id.withoutAccount) }
        },
        reader: reader.id))
  }

  /// Prints the posts of a conversation, each reply below the post it answers and indented further.
  func printConversation(_ conversation: Conversation, to reader: Account) {
    for (index, node) in conversation.nodes.enumerated() {
      guard !json else {
        printer.printJSONLine(.postJSONObject(node.post))
        continue
      }
      if index > 0 { printer.printLine("") }
      // A deeper indentation would leave no room for words.
      let margin = PrintedLine(SafeText(repeating: " ", count: 2 * min(node.depth, 12)))
      for line in PostFormatter(wording: wording, now: now).printedLines(
        for: entryWithMutedTextFolded(FeedEntry(node.post), to: reader))
      {
        printer.printLine(margin.appendingOnSameLine(line))
      }
    }
  }

  private func entryWithMutedTextFolded(_ entry: FeedEntry, to reader: Account) -> FeedEntry {
    entry.replacingPost(mutes.foldingMutedPost(entry.post, boostedBy: entry.boostedBy, to: reader))
  }
}
