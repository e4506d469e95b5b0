import FeedDomain
import Preferences
import Terminal

/// The caption line of a photo on the wall: photographer, licence, place and likes; on a person's
/// own wall, place or date.
struct WallCredit {
  /// The column width from which captions include the place. Below it no caption does, rather than
  /// only those with short names.
  private static let roomForPlace = 30

  let posts: PostPresentation
  let theme: Theme
  let now: Timestamp
  /// The person whose wall is shown, and who is not named in each caption; nil for a stream.
  var person: Person.ID?

  /// Returns the caption, as wide as the photo, with its click zones.
  func block(_ item: PostItem, columns: Int, isSelected: Bool) -> Block<PostClick> {
    let right = right(item)
    let room = columns - right.columns - (right.columns > 0 ? 1 : 0)
    var (line, name) = left(item, columns: max(0, room), hasPlace: columns >= Self.roomForPlace)
    line.pad(columns - line.columns - right.columns)
    let shift = line.columns
    for part in right { line.append(part.line) }
    line = line.prefix(columns: columns)
    if isSelected {
      let style = theme.style(.currentTab)
      line = line.restyled { _ in style }
    }
    var zones = [
      Block<PostClick>.Zone(line: 0, columns: 0..<name, action: .deed(.meet(item.post.author.id)))
    ]
    var start = shift
    for part in right {
      let end = start + part.line.columns
      if let action = part.action {
        zones.append(.init(line: 0, columns: start..<end, action: action))
      }
      start = end
    }
    return Block(lines: [line], zones: zones)
  }

  private func left(
    _ item: PostItem, columns: Int, hasPlace: Bool
  ) -> (Line, name: Int) {
    let place = hasPlace ? posts.place(of: item) : nil
    if item.post.author.id == person, posts.terms.creditName == nil {
      let words = posts.place(of: item) ?? posts.time(item.post.createdAt, now: now)
      return (Line(words, theme.style(.faint)).cut(columns: columns), 0)
    }
    // The name has the most of the line, and all that a place leaves of it.
    let room = place.map { max(columns - 3 - TextWidth.columns(of: $0), columns * 3 / 5) }
    if let account = item.account {
      var line = account.badges.line(theme, posts.options).prefix(columns: max(0, columns))
      line.append(" ", theme.style(.faint))
      line.append(theme.line(posts.credit(of: item).text(.author)).cut(columns: room ?? columns))
      return (line.cut(columns: columns), 0)
    }
    var line = theme.line(posts.credit(of: item).text(.author)).cut(columns: room ?? columns)
    let name = min(line.columns, TextWidth.columns(of: posts.photographer(of: item)))
    for (fact, least) in [(posts.owedLicence(of: item), 8), (place, 5)] {
      guard let fact, columns - line.columns >= least else { continue }
      line.append(" · ", theme.style(.faint))
      line.append(fact, theme.style(.faint))
    }
    return (line.cut(columns: columns), name)
  }

  private func right(_ item: PostItem) -> [(line: Line, action: PostClick?)] {
    var parts: [(line: Line, action: PostClick?)] = []
    func add(_ text: SafeText, _ role: Role, _ action: PostClick? = nil) {
      parts.append((Line(text, theme.style(role)), action))
    }
    if item.isFlashing { add("👍 ", .liked) }
    if item.isWaiting { add(posts.waitingSign + " ", .busy) }
    if let photos = posts.photoCount(of: item) { add(photos + " ", .faint) }
    if let likes = posts.likes(of: item) {
      add(likes.sign, likes.role, likes.signAction)
      if !likes.number.isEmpty {
        add(" ", likes.role, likes.signAction)
        add(likes.number, likes.role, likes.numberAction)
      }
    }
    return parts
  }
}

extension [(line: Line, action: PostClick?)] {
  fileprivate var columns: Int { reduce(0) { $0 + $1.line.columns } }
}
