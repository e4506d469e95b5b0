/// The homes of several accounts as one stream, in the order of time.
///
/// Nothing is held twice: it is a window over the rows of all homes. Ids of entries, posts and gaps
/// are told apart by their accounts (`Identifier.of`). A post that several accounts see stands there
/// once, as the account sees it that is named first; its entry tells of the others.
public protocol EverythingStore: Sendable {
  /// Some rows around the anchor, as of any stream. Where a home goes on at its service below what is
  /// held, and others are held further down, a gap says so.
  func everything(
    of accounts: [Account.ID], around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow
  /// What is known besides the rows.
  func everythingStatus(of accounts: [Account.ID]) async throws(StoreError) -> FeedStatus
  /// What was not read of the homes, from the top downwards: at most so many rows, the oldest.
  func everythingUnread(
    of accounts: [Account.ID], limit: Int
  ) async throws(StoreError) -> [FeedRow]
  /// Keeps where the reader is, nil for nowhere else than before, and the newest entry they have seen:
  /// what stands below it is read in every home.
  func setEverythingPlace(
    _ place: ReadingPlace?, lastRead: FeedEntry.ID?, of accounts: [Account.ID]
  ) async throws(StoreError)
  /// Notes that these entries were seen, in every home they stand in.
  func setEverythingSeen(
    _ entries: [FeedEntry.ID], of accounts: [Account.ID]
  ) async throws(StoreError)
  /// Keeps how the reader wants it laid out.
  func setEverythingArrangement(_ arrangement: Arrangement) async throws(StoreError)
}
