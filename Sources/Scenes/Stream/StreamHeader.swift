import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// Makes the top line of a stream.
struct StreamHeader {
  let wording: Wording
  let options: DisplayOptions

  /// The line as it reads at that moment.
  func header(of heading: StreamHeading, now: Timestamp) -> Header {
    Header(left: left(of: heading), right: right(of: heading, now: now))
  }

  /// The title of a column: the stream, and how it stands as far as that is news.
  func columnTitle(of heading: StreamHeading, missed: SafeText, now: Timestamp) -> Header {
    var heading = heading
    (heading.notifications, heading.waiting, heading.refused) = ("", "", "")
    if !missed.isEmpty { heading.unread = missed }
    if case .fetched = heading.standing { heading.standing = .unknown }
    return Header(left: [Span(heading.name, .barStrong)], right: right(of: heading, now: now))
  }

  /// What a click on the top line asks for.
  enum Target: Equatable {
    case tab(Int)
    case accounts
    case firstUnread
    case notifications
    case outbox
  }

  /// What stands in that column of the top line; nil for nothing that can be clicked.
  func target(
    at column: Int, of heading: StreamHeading, now: Timestamp, columns: Int
  ) -> Target? {
    let left = Self.left(of: heading, isPlain: options.isPlain)
    let right = rightPieces(of: heading, now: now)
    let shown = Bar.divide(
      Header(left: left.map(\.span), right: right.map(\.span)), columns: columns)
    if (1...max(1, shown.room)).contains(column) {
      return Self.target(
        at: column, of: zip(shown.left, shown.kept).map { ($0, left[$1].target) }, from: 1)
    }
    let width = shown.right.reduce(0) { $0 + TextWidth.columns(of: $1.text) }
    let start = columns - 1 - min(width, max(0, columns - 2 - shown.room))
    return Self.target(
      at: column, of: zip(shown.right, right).map { ($0, $1.target) }, from: start)
  }

  /// Which tab stands in that column of the top line; nil for none.
  func tab(at column: Int, of heading: StreamHeading, now: Timestamp, columns: Int) -> Int? {
    guard case .tab(let tab)? = target(at: column, of: heading, now: now, columns: columns) else {
      return nil
    }
    return tab
  }

  private static func target(
    at column: Int, of pieces: [(span: Span, target: Target?)], from start: Int
  ) -> Target? {
    guard column >= start else { return nil }
    var end = start
    for (span, target) in pieces {
      end += TextWidth.columns(of: span.text)
      if column < end { return target }
    }
    return nil
  }
}

extension StreamHeader {
  private func left(of heading: StreamHeading) -> StyledText {
    Self.left(of: heading, isPlain: options.isPlain).map(\.span)
  }

  private static func left(
    of heading: StreamHeading, isPlain: Bool
  ) -> [(span: Span, target: Target?)] {
    var text: [(span: Span, target: Target?)] = []
    if !heading.account.isEmpty {
      text.append((Span(heading.account + "  ", .barStrong), .accounts))
    }
    for (index, name) in heading.tabs.enumerated() {
      let isCurrent = index == heading.current
      let label = isPlain && isCurrent ? "[" + name + "]" : " " + name + " "
      text.append((Span(label, isCurrent ? .currentTab : .tab), .tab(index)))
    }
    if heading.current == nil, !heading.title.isEmpty {
      text.append((Span(" " + heading.title + " ", .currentTab), nil))
    }
    return text
  }

  private func right(of heading: StreamHeading, now: Timestamp) -> StyledText {
    rightPieces(of: heading, now: now).map(\.span)
  }

  private func rightPieces(
    of heading: StreamHeading, now: Timestamp
  ) -> [(span: Span, target: Target?)] {
    var parts: [(span: Span, target: Target?)] = []
    func add(_ text: SafeText, _ role: Role, _ target: Target? = nil) {
      guard !text.isEmpty else { return }
      if !parts.isEmpty { parts.append((Span("  ", .barFaint), nil)) }
      parts.append((Span(text, role), target))
    }
    add(heading.unread, .barStrong, .firstUnread)
    add(heading.notifications, .barStrong, .notifications)
    add(heading.waiting, .busy, .outbox)
    add(heading.refused, .bad, .outbox)
    if !heading.activity.isEmpty {
      let frame = Int(truncatingIfNeeded: now.milliseconds / 100)
      let words = words(for: heading, now: now)
      add(Spinner.sign(frame: frame, options) + " " + words, .busy)
      if let stall = heading.stall { add(stall.hint, .barFaint) }
    } else {
      switch heading.standing {
      case .unknown: break
      case .fetched(let moment): add(wording.fetched(moment, now: now), .barFaint)
      case .failed(let words): add(words, .bad)
      }
    }
    return parts
  }

  /// What goes on; a count that goes on is for who sees it move.
  private func words(for heading: StreamHeading, now: Timestamp) -> SafeText {
    guard let stall = heading.stall, !options.isPlain else { return heading.activity }
    return wording.noAnswer(for: now.since(stall.since))
  }
}
