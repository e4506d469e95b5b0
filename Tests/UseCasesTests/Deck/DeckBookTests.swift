import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor struct DeckBookTests {
  private let home = DeckColumn(.stream(.feed(.home)), of: Account.ID("sol"))
  private let photos = DeckColumn(.stream(.feed(.photos)), of: Account.ID("sol"))
  private let notices = DeckColumn(.notices, of: Account.ID("tom"))
  private let store = FakeTabs()

  @Test func `a column is added at the right end, and taken away again`() {
    let book = DeckBook([home], store: store)

    #expect(book.toggling(notices) == [home, notices])
    #expect(book.toggling(home) == [])
  }

  @Test(arguments: [(-1, [1, 0, 2]), (1, [0, 2, 1]), (2, [0, 1, 2]), (-2, [0, 1, 2])])
  func `a column is moved, and not beyond the ends`(step: Int, order: [Int]) {
    let columns = [home, photos, notices]
    let book = DeckBook(columns, store: store)

    #expect(book.moving(photos, by: step) == order.map { columns[$0] })
    #expect(book.moving(DeckColumn(.notices, of: Account.ID("sol")), by: step) == columns)
  }

  @Test func `what is chosen is told at once, and remembered in that order`() async throws {
    let book = DeckBook([], store: store)
    var told: [[DeckColumn]] = []
    book.changed = { [unowned book] in told.append(book.columns) }

    book.choose([home])
    async let first: Void = book.keep()
    book.choose([home, notices])
    book.choose([home, notices])
    try await book.keep()
    try await first
    await book.finish()

    #expect(told == [[home], [home, notices]])
    #expect(await store.columns == [home, notices])
  }

  @Test func `columns that cannot be remembered are had all the same, and that is told`() async {
    let book = DeckBook([], store: FakeTabs(failure: .full))
    book.choose([home])

    await #expect(throws: StoreError.full) { try await book.keep() }

    #expect(book.columns == [home])
  }

  @Test func `the columns of an account go with it`() {
    let book = DeckBook([home, notices, photos], store: store)

    book.forget(Account.ID("sol"))

    #expect(book.columns == [notices])
  }

  @Test func `the column of everything stays for another account, once`() {
    let content = DeckColumn.Content.stream(.feed(.everything))
    let (sols, adas) = (
      DeckColumn(content, of: Account.ID("sol")), DeckColumn(content, of: Account.ID("ada"))
    )
    let book = DeckBook([home, sols, notices], store: store)

    book.forget(Account.ID("sol"), leaving: Account.ID("ada"))

    #expect(book.columns == [adas, notices])
    book.choose([sols, adas])
    book.forget(Account.ID("sol"), leaving: Account.ID("ada"))
    #expect(book.columns == [adas])
  }
}
