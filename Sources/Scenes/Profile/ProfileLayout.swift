import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

struct ProfileLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  var room: PhotoBoxLayout?

  private static let bioLines = 3

  func laidOutRow(_ row: ProfileRow, columns: Int) -> LaidOutLines<ProfileAction> {
    switch row {
    case .heading(let heading): laidOutHeading(of: heading, columns: columns)
    case .collection(let collection):
      laidOutClickableLine(of: collection.name, .collection(collection.feed), columns: columns)
    case .facts(let facts): laidOutProfileFacts(facts, columns: columns)
    case .moreCollections(let words):
      laidOutClickableLine(of: words, .moreCollections, columns: columns)
    case .post(let item):
      PostLayout.laidOutPost(
        posts.postViewModel(of: item, now: now), columns: columns, theme: theme,
        options: posts.options, room: room
      ).withProfileActions
    }
  }

  /// Lays out a row of the profile scene that is one line of text, with the action of a click on
  /// the text.
  private func laidOutClickableLine(
    of words: SafeText, _ action: ProfileAction, columns: Int
  ) -> LaidOutLines<ProfileAction> {
    let line = Line(words, theme.style(.link)).truncatedLine(columns: columns)
    let zone = LaidOutLines<ProfileAction>.ClickZone(
      line: 0, columns: 0..<line.columns, action: action)
    return LaidOutLines(lines: [line], zones: [zone])
  }

  private func laidOutProfileFacts(
    _ facts: [ProfileFact], columns: Int
  ) -> LaidOutLines<ProfileAction> {
    let columns = max(1, min(columns, PostLayout.widest))
    let named = facts.filter { !$0.value.allSatisfy(\.isEmpty) }
    let names = min(named.map { TextWidth.columnCount(of: $0.name) }.max() ?? 0, columns * 2 / 5)
    var block = LaidOutLines<ProfileAction>()
    for fact in facts {
      var value = PostLayout(
        theme: theme, options: posts.options, columns: max(1, columns - names - 2), room: nil)
      value.addParagraphs(fact.value, columns: max(1, columns - names - 2))
      var lines = value.block.withProfileActions
      if lines.lines.isEmpty { lines.lines = [Line()] }
      if !fact.verificationMark.isEmpty {
        let mark = Line(fact.verificationMark, theme.style(.good))
        let room = columns - names - 2
        if let last = lines.lines.last, last.columns + 1 + mark.columns <= room {
          lines.lines[lines.lines.count - 1].appendBlanks(1)
          lines.lines[lines.lines.count - 1].append(mark)
        } else {
          lines.lines.append(mark.truncatedLine(columns: room))
        }
      }
      // A name without a value is the heading of what follows.
      let room = fact.value.allSatisfy(\.isEmpty) ? columns : names
      let name = Line(fact.name, theme.style(.fieldLabel)).truncatedLine(columns: room)
      lines.indentLines(by: names + 2) { number in
        var guide = number == 0 ? name : Line()
        guide.appendBlanks(names + 2 - guide.columns)
        return guide
      }
      block.appendLines(lines)
    }
    return block
  }

  /// Adds the person's banner above the heading of the profile, as wide as the text; adds nothing
  /// on a low screen.
  private func addBannerOnHighScreen(
    of heading: ProfileHeading, to block: inout LaidOutLines<ProfileAction>, columns: Int
  ) {
    guard let banner = heading.banner, let room, room.rows >= Self.rowsForBanner else { return }
    let rows = room.rows / (heading.isLarge ? 2 : 3)
    var whole = LaidOutLines<ProfileAction>(lines: Array(repeating: Line(), count: rows))
    whole.pictures = [
      PlacedPhoto(
        box: CellRect(row: 0, column: 0, rows: rows, columns: columns), photo: banner,
        cropping: .filling, words: "", isCovered: false)
    ]
    whole.appendLines(block)
    block = whole
  }

  /// The minimum height of photos in the profile scene, in rows, for the banner to be shown.
  private static let rowsForBanner = 9

  /// The maximum height in rows of the profile picture in the profile scene's tab with the
  /// description.
  private static let largePortraitRows = 14

  private func laidOutHeading(of heading: ProfileHeading, columns: Int) -> LaidOutLines<
    ProfileAction
  > {
    let columns = max(1, min(columns, PostLayout.widest))
    var block: LaidOutLines<ProfileAction>
    if let portrait = heading.portrait,
      let box = room?.portraitBoxSize(
        besideTextIn: columns, highest: heading.isLarge ? Self.largePortraitRows : 8)
    {
      let indent = box.columns + 2
      block = headingTextLines(of: heading, columns: columns - indent)
      block.addPortraitBox(of: portrait, in: box, indent: indent)
    } else {
      block = headingTextLines(of: heading, columns: columns)
    }
    addBannerOnHighScreen(of: heading, to: &block, columns: columns)
    if !posts.options.isPlain {
      block.lines.append(Line(repeating: "─", count: columns, theme.style(.rule)))
    }
    return block
  }

  private func headingTextLines(of heading: ProfileHeading, columns: Int) -> LaidOutLines<
    ProfileAction
  > {
    var bio = PostLayout(
      theme: theme, options: posts.options, columns: columns, room: room)
    bio.addLine(
      Line(
        heading.name, theme.style(.strong), handle: heading.handle, columns: columns, theme))
    bio.addParagraphs(heading.bio, columns: columns)
    var block = bio.block.withProfileActions
    if !heading.isWhole { block.shortenNameAndBiography(to: 1 + Self.bioLines, columns: columns) }
    if let link = heading.link {
      block.lines.append(
        Line(SafeText(sanitizing: link.address), theme.style(.link), link: link)
          .truncatedLine(columns: columns))
    }
    addPersonCounts(heading.counts, to: &block, columns: columns)
    if let relationship = heading.relationship {
      let lines = TextWrapper.wrappedLines(of: theme.styledLine(relationship), columns: columns)
      if !heading.isOneself, let first = lines.first {
        block.zones.append(
          LaidOutLines.ClickZone(
            line: block.lines.count, columns: 0..<first.columns, action: .follow))
      }
      block.lines += lines
    }
    if !heading.note.isEmpty {
      block.lines += TextWrapper.wrappedLines(
        of: Line(heading.note, theme.style(.faint)), columns: columns)
    }
    return block
  }

  private func addPersonCounts(
    _ counts: [ProfileHeading.ProfileCount], to block: inout LaidOutLines<ProfileAction>,
    columns: Int
  ) {
    var line = Line()
    for count in counts {
      let words = Line(count.words, theme.style(.count)).truncatedLine(columns: columns)
      if line.columns > 0, line.columns + 3 + words.columns > columns {
        block.lines.append(line)
        line = Line()
      }
      if line.columns > 0 { line.appendBlanks(3) }
      if let action = count.action {
        let start = line.columns
        block.zones.append(
          LaidOutLines.ClickZone(
            line: block.lines.count, columns: start..<(start + words.columns), action: action))
      }
      line.append(words)
    }
    if line.columns > 0 { block.lines.append(line) }
  }
}

extension LaidOutLines {
  /// Shortens a profile's name and biography to a number of lines; the last line then ends in "…".
  fileprivate mutating func shortenNameAndBiography(to count: Int, columns: Int) {
    guard lines.count > count, let style = lines[count - 1].cells.last?.style else { return }
    lines.removeLast(lines.count - count)
    zones.removeAll { $0.line >= count }
    lines[count - 1] = lines[count - 1].prefix(columns: max(0, columns - 2))
    lines[count - 1].append(" …", style)
  }
}

extension LaidOutLines<PostAction> {
  /// The laid out lines of a post or biography, with click actions of the profile scene in place of
  /// those of a post.
  fileprivate var withProfileActions: LaidOutLines<ProfileAction> {
    var block = LaidOutLines<ProfileAction>(lines: lines)
    block.zones = zones.map { .init(line: $0.line, columns: $0.columns, action: .post($0.action)) }
    block.selectedOnly = selectedOnly
    block.pictures = pictures
    block.trailing = trailing
    return block
  }
}
