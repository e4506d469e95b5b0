internal import FeedDomain

/// The timelines and notifications that can become columns, of all running accounts.
@MainActor package struct DeckChoice {
  let book: DeckColumnList
  private let accounts: RunningAccounts

  package init(_ book: DeckColumnList, of accounts: RunningAccounts) {
    (self.book, self.accounts) = (book, accounts)
  }

  /// Tabs of all accounts together: the merged home timeline.
  var together: [StreamTab] {
    let homes = accounts.all.count {
      !$0.session.isOver && $0.session.connection.streams.contains(.feed(.home))
    }
    return homes > 1 ? [.feed(.everything)] : []
  }

  /// Returns the columns of an account by rows, then those of other accounts.
  func columns(of session: Session, in rows: [StreamTab]) -> [Tabs.Column] {
    let others = accounts.all.map(\.session).filter {
      $0.account.id != session.account.id && !$0.isOver
    }.sorted { $0.account.id.rawValue < $1.account.id.rawValue }
    return columns(of: session, rows) + others.flatMap { columns(of: $0, $0.connection.streams) }
  }

  private func columns(of session: Session, _ streams: [StreamTab]) -> [Tabs.Column] {
    let account = session.account
    var contents = streams.map { DeckColumn.Content.stream($0) }
    if session.connection.notifications != nil { contents.append(.notifications) }
    // What is a column can be taken away, though nobody offers it.
    for column in book.columns where column.account == account.id {
      if !contents.contains(column.content) { contents.append(column.content) }
    }
    return contents.map { content in
      let column = DeckColumn(content, of: account.id)
      return Tabs.Column(
        column, of: account, place: book.columns.firstIndex(of: column).map { $0 + 1 })
    }
  }
}
