package import FeedDomain
package import Terminal

extension Wording {
  /// That a stream became a column, or is none any more, and how to go on.
  package func becameColumn(_ name: SafeText, key: String) -> SafeText {
    say("{stream} is a column now · {key} moves between columns", ["stream": name, "key": key])
  }
  /// That a stream is a column which shows once something else is read in the first.
  package func becomesColumnLater(_ name: SafeText) -> SafeText {
    say("{stream} is a column now · it stands beside what you read next", ["stream": name])
  }
  package func noLongerColumn(_ name: SafeText, key: String) -> SafeText {
    say("{stream} is no longer a column · {key} brings it back", ["stream": name, "key": key])
  }
  /// Why nothing here can be a column.
  package var noColumn: SafeText { say("Only a stream or your notifications can be a column.") }
  /// Why there is nowhere to move to.
  package func oneColumn(key: String) -> SafeText {
    say("There is only one column · {key} keeps this stream as another", ["key": key])
  }
  /// The name of what a column shows.
  package func name(of content: DeckColumn.Content) -> SafeText {
    switch content {
    case .stream(let tab): name(of: tab.feed)
    case .notices: notifications
    }
  }
  /// Whose a column is.
  package func handle(of account: Account) -> SafeText {
    SafeText(sanitizing: "@\(account.fullHandle)")
  }
  /// Where a stream stands among the columns.
  package func column(_ number: Int) -> SafeText {
    say("column {number}", ["number": String(number)])
  }
  /// What the keys do that move a column.
  package var moveColumn: SafeText { say("move column") }
}
