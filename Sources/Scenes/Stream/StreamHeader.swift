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
    (heading.notices, heading.waiting, heading.refused) = ("", "", "")
    if !missed.isEmpty { heading.unread = missed }
    if case .fetched = heading.standing { heading.standing = .unknown }
    return Header(left: [Span(heading.name, .barStrong)], right: right(of: heading, now: now))
  }

  /// Which tab stands in that column of the top line; nil for none.
  func tab(at column: Int, of heading: StreamHeading, now: Timestamp, columns: Int) -> Int? {
    let pieces = Self.left(of: heading, isPlain: options.isPlain)
    let shown = Bar.divide(header(of: heading, now: now), columns: columns)
    guard (1...max(1, shown.room)).contains(column) else { return nil }
    var end = 1
    for (span, place) in zip(shown.left, shown.kept) {
      end += TextWidth.columns(of: span.text)
      if column < end { return pieces[place].tab }
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
  ) -> [(span: Span, tab: Int?)] {
    var text: [(span: Span, tab: Int?)] = []
    if !heading.account.isEmpty {
      text.append((Span(heading.account + "  ", .barStrong), nil))
    }
    for (index, name) in heading.tabs.enumerated() {
      let isCurrent = index == heading.current
      let label = isPlain && isCurrent ? "[" + name + "]" : " " + name + " "
      text.append((Span(label, isCurrent ? .currentTab : .tab), index))
    }
    if heading.current == nil, !heading.title.isEmpty {
      text.append((Span(" " + heading.title + " ", .currentTab), nil))
    }
    return text
  }

  private func right(of heading: StreamHeading, now: Timestamp) -> StyledText {
    var parts: [StyledText] = []
    if !heading.unread.isEmpty { parts.append([Span(heading.unread, .barStrong)]) }
    if !heading.notices.isEmpty { parts.append([Span(heading.notices, .barStrong)]) }
    if !heading.waiting.isEmpty { parts.append([Span(heading.waiting, .busy)]) }
    if !heading.refused.isEmpty { parts.append([Span(heading.refused, .bad)]) }
    if !heading.activity.isEmpty {
      let frame = Int(truncatingIfNeeded: now.milliseconds / 100)
      let words = words(for: heading, now: now)
      parts.append([Span(Spinner.sign(frame: frame, options) + " " + words, .busy)])
      if let stall = heading.stall { parts.append([Span(stall.hint, .barFaint)]) }
    } else {
      switch heading.standing {
      case .unknown: break
      case .fetched(let moment):
        parts.append([Span(wording.fetched(moment, now: now), .barFaint)])
      case .failed(let words): parts.append([Span(words, .bad)])
      }
    }
    return Array(parts.joined(separator: [Span("  ", .barFaint)]))
  }

  /// What goes on; a count that goes on is for who sees it move.
  private func words(for heading: StreamHeading, now: Timestamp) -> SafeText {
    guard let stall = heading.stall, !options.isPlain else { return heading.activity }
    return wording.noAnswer(for: now.since(stall.since))
  }
}
