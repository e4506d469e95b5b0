import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor struct DeckColumnListTests {
  private let home = DeckColumn(.stream(.feed(.home)), of: Account.ID("sol"))
  private let photos = DeckColumn(.stream(.feed(.photos)), of: Account.ID("sol"))
  private let notifications = DeckColumn(.notifications, of: Account.ID("tom"))
  private let store = FakeTabs()

  @Test func `a column is added at the right end, and removed again`() {
    let book = DeckColumnList([home], store: store)

    #expect(book.togglingColumn(notifications) == [home, notifications])
    #expect(book.togglingColumn(home) == [])
  }

  @Test(arguments: [(-1, [1, 0, 2]), (1, [0, 2, 1]), (2, [0, 1, 2]), (-2, [0, 1, 2])])
  func `a column cannot be moved beyond the ends`(step: Int, order: [Int]) {
    let columns = [home, photos, notifications]
    let book = DeckColumnList(columns, store: store)

    #expect(book.movingColumn(photos, by: step) == order.map { columns[$0] })
    #expect(
      book.movingColumn(DeckColumn(.notifications, of: Account.ID("sol")), by: step) == columns)
  }

  @Test func `changed columns are announced at once, and stored in order`() async throws {
    let book = DeckColumnList([], store: store)
    var told: [[DeckColumn]] = []
    book.onChange = { [unowned book] in told.append(book.columns) }

    book.replaceColumns(with: [home])
    async let first: Void = book.storeColumns()
    book.replaceColumns(with: [home, notifications])
    book.replaceColumns(with: [home, notifications])
    try await book.storeColumns()
    try await first
    await book.waitUntilStored()

    #expect(told == [[home], [home, notifications]])
    #expect(await store.columns == [home, notifications])
  }

  @Test func `columns that cannot be stored stay for this run, and an error is thrown`() async {
    let book = DeckColumnList([], store: FakeTabs(failure: .full))
    book.replaceColumns(with: [home])

    await #expect(throws: StoreError.full) { try await book.storeColumns() }

    #expect(book.columns == [home])
  }

  @Test func `signing out of an account removes its columns`() {
    let book = DeckColumnList([home, notifications, photos], store: store)

    book.removeColumns(of: Account.ID("sol"))

    #expect(book.columns == [notifications])
  }

  @Test func `the column Everything is passed to another account, once`() {
    let content = DeckColumn.DeckColumnContent.stream(.feed(.everything))
    let (sols, adas) = (
      DeckColumn(content, of: Account.ID("sol")), DeckColumn(content, of: Account.ID("ada"))
    )
    let book = DeckColumnList([home, sols, notifications], store: store)

    book.removeColumns(of: Account.ID("sol"), leaving: Account.ID("ada"))

    #expect(book.columns == [adas, notifications])
    book.replaceColumns(with: [sols, adas])
    book.removeColumns(of: Account.ID("sol"), leaving: Account.ID("ada"))
    #expect(book.columns == [adas])
  }
}
