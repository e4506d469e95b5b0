package import FeedDomain

/// Choosing which streams are tabs, which of them are columns of the deck, and in which order.
package enum Tabs {
  /// A stream that is a tab, or could be one.
  package struct Entry: Equatable, Sendable {
    package let tab: StreamTab
    package let isShown: Bool

    package init(_ tab: StreamTab, isShown: Bool) {
      (self.tab, self.isShown) = (tab, isShown)
    }
  }

  /// A column of the deck, or what could be one.
  package struct Column: Equatable, Sendable {
    package let column: DeckColumn
    /// Whose it is.
    package let account: Account
    /// Where it stands in the deck, counted from 1; nil where it is no column.
    package let place: Int?

    package init(_ column: DeckColumn, of account: Account, place: Int?) {
      (self.column, self.account, self.place) = (column, account, place)
    }
  }

  package enum Request: Equatable, Sendable {
    case open
    /// To have something as a column, or no longer.
    case toggleColumn(DeckColumn)
    /// To have a column so many places further to the right; to the left where it is negative.
    case moveColumn(DeckColumn, by: Int)
    /// To have a stream as a tab, or no longer.
    case toggle(StreamTab)
    /// To have a tab so many places further to the right; to the left where it is negative.
    case move(StreamTab, by: Int)
    /// To see which tags begin like what is typed; all that there are where that is nothing.
    case type(String)
    /// To have the posts with a tag as a tab.
    case add(String)
  }

  package indirect enum Response: Equatable, Sendable {
    /// The tabs in order, and between them what else there is.
    case streams([Entry])
    /// What can be a column: the reader's own first, then what other accounts offer.
    case columns([Column], of: Account)
    /// It is the only tab left, which stays.
    case lastOne
    /// Tags that begin like what is typed, without "#", the likeliest first.
    case tags([String])
    /// It is a tab now, or was one before.
    case added(StreamTab)
    /// What was typed is no tag.
    case noTag
    /// The choice could not be read or kept.
    case storeFailed(StoreError)
  }
}
