/// Choosing which streams are tabs, and in which order.
package enum Tabs {
  /// A stream that is a tab, or could be one.
  package struct Entry: Equatable, Sendable {
    package let tab: StreamTab
    package let isShown: Bool

    package init(_ tab: StreamTab, isShown: Bool) {
      (self.tab, self.isShown) = (tab, isShown)
    }
  }

  package enum Request: Equatable, Sendable {
    case open
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
