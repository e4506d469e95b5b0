import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

struct ConversationLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  /// The size of the conversation's pane in cells.
  let pane: CellSize
  var room: PhotoBoxLayout?

  func laidOutRow(_ row: ConversationRow, columns: Int) -> LaidOutLines<PostAction> {
    let levels = Self.maximumReplyTreeLevels(in: columns)
    let first = replyTreePrefix(row.branch, maximumLevels: levels, isFirst: true)
    let rest = replyTreePrefix(row.branch, maximumLevels: levels, isFirst: false)
    guard let item = row.post else {
      let words = Line(row.words, theme.style(.gap)).truncatedLine(columns: columns - first.columns)
      var line = first
      line.append(words)
      return LaidOutLines(
        lines: [line, outerReplyBranchesLine(row.branch.continuesBelow, levels: levels)],
        trailing: 1)
    }
    let post = posts.postViewModel(
      of: item, now: now, tellsChange: true, tellsReply: first.columns == 0 || posts.options.isPlain
    )
    var block =
      row.placeholder.map {
        self.laidOutSelectedPostPlaceholder(
          $0, for: post, of: item, columns: columns - first.columns)
      }
      ?? PostLayout.laidOutPost(
        post, columns: columns - first.columns, theme: theme, options: posts.options, room: room)
    if row.isFocus, row.placeholder == nil, let heading = block.lines.first {
      let from = post.nameStyle(theme, posts.options)
      let to = theme.selectedPersonNameStyle(from)
      block.lines[0] = heading.restyled { $0 == from ? to : $0 }
    }
    block.indentLines(by: first.columns) { $0 == 0 ? first : rest }
    block.lines.append(outerReplyBranchesLine(row.branch.continuesBelow, levels: levels))
    block.trailing = 1
    return block
  }

  /// Returns the lines drawn in place of the selected post in a conversation beside a stream, since
  /// the stream shows the post already: a short line if there are other posts, and the author's
  /// card and the post's pictures if there are no replies.
  private func laidOutSelectedPostPlaceholder(
    _ placeholder: ConversationRow.SelectedPostPlaceholder, for post: PostViewModel,
    of item: PostItem,
    columns: Int
  ) -> LaidOutLines<PostAction> {
    var layout = PostLayout(theme: theme, options: posts.options, columns: columns)
    if placeholder.hasOthers {
      var line = Line(post.heading.author, post.nameStyle(theme, posts.options))
      line.append("  " + posts.excerpt(of: item.post.content), theme.style(.faint))
      layout.addLine(line.truncatedLine(columns: columns))
    }
    guard placeholder.isUnanswered else { return layout.block }
    if placeholder.hasOthers { layout.addLine(Line()) }
    layout.block.appendLines(laidOutAuthorCard(of: post, item.post.author, columns: columns))
    layout.addLine(Line())
    if let room, post.gallery.photos.contains(where: \.photo.hasPicture) {
      layout.room = room.layoutWidenedForSinglePhoto(
        in: pane, leavingTextRows: layout.block.lines.count + 2)
      layout.addPhotos(of: post)
    } else if item.post.counts.replies == 0 {
      layout.addLine([StyledSpan(posts.wording.say("No replies yet"), .faint)])
    }
    return layout.block
  }

  private func laidOutAuthorCard(
    of post: PostViewModel, _ person: Person, columns: Int
  ) -> LaidOutLines<PostAction> {
    let box =
      room?.person == nil
      ? nil : room?.portraitBoxSize(besideTextIn: min(columns, PostLayout.widest))
    let indent = box.map { $0.columns + 2 } ?? 0
    var card = PostLayout(
      theme: theme, options: posts.options, columns: min(columns, PostLayout.widest) - indent,
      room: room)
    card.addLine(
      [StyledSpan(post.heading.author, .strong), StyledSpan("  " + post.heading.handle, .handle)],
      clickable: .openProfile(person.id))
    card.addParagraphs(
      PostTextParagraphSplitter.textParagraphs(person.bio).paragraphs, columns: card.columns)
    let numbers = posts.personCountsText(of: person)
    if !numbers.isEmpty { card.addLine([StyledSpan(numbers, .count)]) }
    if let box {
      card.block.addAuthorPicture(of: post, in: box, indent: indent, theme, posts.options)
    }
    return card.block
  }

  /// Returns the maximum number of levels of the reply tree that are drawn in a width. For a deeper
  /// post, only the innermost levels are drawn.
  private static func maximumReplyTreeLevels(in columns: Int) -> Int {
    max(0, min(8, (columns - 16) / 4))
  }

  private func replyTreePrefix(_ branch: ReplyBranchLines, maximumLevels levels: Int, isFirst: Bool)
    -> Line
  {
    guard let hasSibling = branch.hasSibling, levels > 0 else { return Line() }
    var line = outerReplyBranchesLine(
      Array(branch.trunks.suffix(levels - 1)), levels: levels)
    let sign: SafeText =
      if isFirst { hasSibling ? "├ " : "╰ " } else { hasSibling ? "│ " : "  " }
    line.append(posts.options.isPlain ? "  " : sign, theme.style(.rule))
    return line
  }

  private func outerReplyBranchesLine(_ trunks: [Bool], levels: Int) -> Line {
    trunks.suffix(levels).reduce(into: Line()) { line, goesOn in
      line.append(goesOn && !posts.options.isPlain ? "│ " : "  ", theme.style(.rule))
    }
  }
}
