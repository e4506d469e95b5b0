import FeedDomain
import Preferences
import Terminal
import Words

extension PostListScene {
  /// Returns the contents of a list scene for screen readers, in which a row with a post is read as
  /// the lines of that post.
  func screenReaderContentsOfPosts(
    at now: Timestamp, notice: EmptySceneMessage?, isBusy: Bool = false, notes: [SafeText] = []
  ) -> ScreenReaderContents {
    var words = screenReaderContentsOfList(notice: notice, isBusy: isBusy, notes: notes) {
      [posts] row in
      row.post.map { posts.screenReaderLines(of: $0, now: now) }
    }
    words.marks = chosenPost?.post.userMarks
    return words
  }
}

extension PostViewModelFactory {
  /// Returns the lines of a post for screen readers: author and time, the text, the descriptions of
  /// pictures, and the counts with the user's own marks.
  func screenReaderLines(of item: PostItem, now: Timestamp) -> [SafeText] {
    let post = postViewModel(of: item, now: now)
    var lines = [screenReaderHeading(post.heading, of: item, now: now)]
    let context = post.context
    lines += [
      post.heading.boost?.words, context.reply, context.muteLine, context.warning, context.foldHint,
    ].compactMap(\.self)
    lines += plainParagraphs(post.paragraphs)
    if let shortened = post.shortenedNote { lines.append(shortened) }
    if let translation = post.translation {
      lines += [translation.heading] + (translation.warning.map { [$0] } ?? [])
      lines += plainParagraphs(translation.paragraphs)
    }
    if let poll = post.poll { lines += screenReaderLines(of: poll) }
    lines += post.gallery.photos.map { $0.title + ": " + $0.description }
    if let credit = post.gallery.credit { lines.append(credit.plain) }
    if let card = post.card {
      lines.append(
        [card.site, card.title, card.summary].filter { !$0.isBlank }.joined(separator: ". "))
    }
    if let quote = post.quote { lines += screenReaderLines(of: quote) }
    if !post.reactions.isEmpty { lines.append(post.reactions.plain) }
    if let place = post.place { lines.append(place) }
    let counts = post.counts.filter { !$0.isSelectedOnly }.map { count in
      [count.symbol, count.number].filter { !$0.isEmpty }.joined(separator: " ")
    }
    if !counts.isEmpty { lines.append(counts.joined(separator: ", ")) }
    return lines.filter { !$0.isBlank }
  }

  private func screenReaderHeading(
    _ heading: PostViewModel.PostHeading, of item: PostItem, now: Timestamp
  ) -> SafeText {
    let time =
      options.times == .clock
      ? heading.time : wording.elapsedTimeText(item.post.createdAt, now: now)
    let parts: [SafeText?] = [
      heading.isUnread == true ? heading.unreadWord : nil,
      heading.isNamed ? heading.author : nil,
      heading.isNamed && !heading.handle.isEmpty ? heading.handle : nil, time,
      heading.edited, heading.visibilityAndPin, heading.badges.first?.handle, heading.waiting,
    ]
    return parts.compactMap(\.self).joined(separator: ", ").spoken
  }

  private func plainParagraphs(_ paragraphs: [[PostViewModel.TextRun]]) -> [SafeText] {
    paragraphs.map { $0.map(\.span.text).joined() }
  }

  private func screenReaderLines(of poll: PostViewModel.PollBox) -> [SafeText] {
    let answers = poll.answers.map { answer in
      [answer.title, answer.share, answer.isChosen ? wording.say("your choice") : ""]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return answers + [poll.summary.spoken]
  }

  private func screenReaderLines(of quote: PostViewModel.QuoteBox) -> [SafeText] {
    if let missing = quote.missing { return [missing] }
    let heading = wording.say("Quotes {name}:", ["name": quote.author]) + " " + quote.handle
    let folds = [quote.warning, quote.foldHint].compactMap(\.self)
    return [heading] + folds + plainParagraphs(quote.paragraphs)
      + (quote.pictures.map { [$0] } ?? [])
  }
}
