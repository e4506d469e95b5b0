import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  /// Returns the title in the command palette of an action on all entries that a search finds.
  package func title(of act: BulkEntryAction) -> SafeText {
    let query = ["query": SafeText(sanitizing: act.query)]
    return switch act.kind {
    case .read: say("Mark as read: {query}", query)
    case .unread: say("Mark as unread: {query}", query)
    case .star: say("Bookmark: {query}", query)
    case .unstar: say("Remove bookmarks: {query}", query)
    case .open: say("Open in the browser: {query}", query)
    }
  }

  /// Returns the question whether an action is to be performed on a number of entries; for 0, a
  /// sentence that there are none.
  package func bulkActionQuestion(_ kind: BulkEntryAction.BulkActionKind, _ count: Int)
    -> SafeText
  {
    guard count > 0 else { return say("No entries match.") }
    switch kind {
    case .read: return plural("Mark {count} entry as read?", "Mark {count} entries as read?", count)
    case .unread:
      return plural("Mark {count} entry as unread?", "Mark {count} entries as unread?", count)
    case .star: return plural("Bookmark {count} entry?", "Bookmark {count} entries?", count)
    case .unstar:
      return plural(
        "Remove the bookmark from {count} entry?", "Remove the bookmarks from {count} entries?",
        count)
    case .open:
      let most = BulkActionEntrySearch.mostOpenedPages
      guard count <= most else {
        return say(
          "Open the newest {number} of {count} pages in the browser?",
          ["number": most, "count": count])
      }
      return plural(
        "Open {count} page in the browser?", "Open {count} pages in the browser?", count)
    }
  }

  package func markedEntriesMessage(_ count: Int, isRead: Bool) -> SafeText {
    isRead
      ? plural("Marked {count} entry as read.", "Marked {count} entries as read.", count)
      : plural("Marked {count} entry as unread.", "Marked {count} entries as unread.", count)
  }

  package func sentence(for failure: BulkActionEntrySearch.BulkActionSearchFailure) -> SafeText {
    switch failure {
    case .service(let error): sentence(for: error)
    case .store(let error): sentence(for: error)
    case .mistake(let mistake): sentence(for: mistake)
    }
  }
}
