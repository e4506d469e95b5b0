/// How a reader who looks elsewhere is called.
package enum AlertWay: String, CaseIterable, Sendable {
  case off
  /// By a notice on the desktop.
  case notice
  /// By the terminal's bell.
  case bell
  case both

  package var notifies: Bool { self == .notice || self == .both }
  package var rings: Bool { self == .bell || self == .both }
}

/// Which way a terminal is asked for a notice.
package enum NoticeChoice: String, CaseIterable, Sendable {
  /// The one that it seems to know.
  case auto
  case osc9 = "9"
  case osc99 = "99"
  case osc777 = "777"
}

/// What a reader who looks elsewhere wants to be told, and how.
package struct AlertWishes: Equatable, Sendable {
  /// Whether the terminal's title tells how much is unread.
  package let title: Bool
  /// How they are called where somebody mentions or answers them.
  package let mentions: AlertWay
  /// How they are called where somebody speaks to them alone.
  package let messages: AlertWay

  package init(title: Bool, mentions: AlertWay, messages: AlertWay) {
    (self.title, self.mentions, self.messages) = (title, mentions, messages)
  }
}
