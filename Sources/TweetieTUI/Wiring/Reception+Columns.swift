import FeedDomain
import PhotoDisplay
import Scenes
import Terminal
import UseCases
import Words

/// The columns beside whoever is in front.
extension Reception {
  /// The columns whose accounts are signed in and can be used.
  var shownColumns: [DeckColumn] {
    guard let book = columns?.book, !book.columns.isEmpty else { return [] }
    let known = Set(root.storeRoom.allAccounts().filter { !$0.isLocked }.map(\.account.id))
    return book.columns.filter { known.contains($0.account) }
  }

  /// The desk at which one works in a column: in the first, that of whoever is in front.
  func desk(in column: DeckColumn?) -> FrontDesk? {
    guard let account = column?.account, account != desk?.session.account.id else { return desk }
    return columns?.desk(of: account)
  }

  /// Has something as a column, or no longer; says whether it is one now, and nothing where it cannot
  /// be.
  func keepColumn(_ content: DeckColumn.Content, beside pinned: DeckColumn?) -> Bool? {
    guard let book = columns?.book, let account = desk(in: pinned)?.session.account.id else {
      return nil
    }
    let column = DeckColumn(content, of: account)
    book.choose(book.toggling(column))
    Task { [weak self] in
      do throws(StoreError) { try await book.keep() } catch {
        self?.tell(self?.words.sentence(for: error))
      }
    }
    return book.columns.contains(column)
  }

  /// Whose a column is, in words; empty where all are of one account.
  func owner(of column: DeckColumn?) -> SafeText {
    guard let front = desk?.session.account, let book = columns?.book,
      book.columns.contains(where: { $0.account != front.id }),
      let account = desk(in: column)?.session.account
    else { return "" }
    return words.handle(of: account)
  }

  /// The photos of whoever a column is of.
  func album(of column: DeckColumn?) -> any PictureShelf {
    guard let pictures else { return NoPictures() }
    guard let account = column?.account, account != desk?.session.account.id,
      let desk = columns?.desk(of: account)
    else { return pictures.front }
    return pictures.shelf(of: desk)
  }

  /// Those columns are in sight from now on, and no others; nil is the first, which is a stream.
  func attend(_ columns: [DeckColumn?]) {
    let first = desk.map { DeckColumn(.stream(.feed(.home)), of: $0.session.account.id) }
    let seen = columns.compactMap { $0 ?? first }
    self.columns?.attend(seen, besides: desk, every: factory.material.pacing.interval)
    pictures?.keep(only: Set(seen.map(\.account).filter { $0 != desk?.session.account.id }))
  }
}
