import FeedDomain
import PhotoDisplay
import Terminal
import UseCases

@MainActor final class ColumnAccounts {
  let columnList: DeckColumnList
  private let runningAccounts: RunningAccounts
  private let options: AccountSwitcher.SettingsSharedByAccounts
  private var activeAccounts: [Account.ID: ActiveAccount] = [:]
  /// The notification pollers, by account, of accounts whose only visible columns show
  /// notifications.
  private var pollers: [Account.ID: NotificationPoller] = [:]

  init(
    _ columnList: DeckColumnList, of runningAccounts: RunningAccounts,
    _ options: AccountSwitcher.SettingsSharedByAccounts
  ) {
    (self.columnList, self.runningAccounts, self.options) = (columnList, runningAccounts, options)
  }

  /// Returns the running account of a pinned column, with the objects that its scenes share,
  /// created at the first call; nil if the account is not running.
  func activeAccountCreatedIfNeeded(of account: Account.ID) -> ActiveAccount? {
    if let activeAccount = activeAccounts[account] { return activeAccount }
    guard
      let place = runningAccounts.startedAccounts.first(where: { $0.session.account.id == account })
    else {
      return nil
    }
    let activeAccount = ActiveAccount(
      place, of: runningAccounts, place: options.place, location: options.location)
    activeAccounts[account] = activeAccount
    return activeAccount
  }

  func existingActiveAccount(of account: Account.ID) -> ActiveAccount? { activeAccounts[account] }
  func removeAccount(_ account: Account.ID) -> ActiveAccount? {
    activeAccounts.removeValue(forKey: account)
  }

  /// Adds the formerly active account to the accounts of pinned columns; if it has no column, stops
  /// listening for its events.
  func keepFormerlyActiveAccount(_ activeAccount: ActiveAccount) {
    let account = activeAccount.session.account.id
    guard !activeAccount.session.isOver,
      columnList.columns.contains(where: { $0.account == account })
    else {
      return activeAccount.liveUpdates.stopListening()
    }
    activeAccounts[account] = activeAccount
  }

  /// Starts listening for events of accounts with visible columns and stops it for others, and
  /// polls the notifications of accounts of which only those are visible; a nil interval never
  /// polls.
  func listenOnlyToVisibleAccounts(
    for columns: [DeckColumn], besides front: ActiveAccount?, every interval: Duration?
  ) {
    let seen = Set(columns.map(\.account))
    for (account, activeAccount) in activeAccounts {
      if seen.contains(account) {
        activeAccount.startNotificationsAndLiveUpdates(listening: interval != nil)
      } else {
        activeAccount.liveUpdates.stopListening()
      }
    }
    let readers = Set(columns.filter { $0.content != .notifications }.map(\.account))
    let noticed = Set(columns.filter { $0.content == .notifications }.map(\.account))
    let wanted = interval == nil ? [] : noticed.subtracting(readers)
    for (account, round) in pollers where !wanted.contains(account) {
      round.stopPolling()
      pollers[account] = nil
    }
    for account in wanted where pollers[account] == nil {
      let activeAccount =
        front?.session.account.id == account
        ? front : self.activeAccountCreatedIfNeeded(of: account)
      guard let activeAccount, let board = activeAccount.notifications, let interval else {
        continue
      }
      let round = NotificationPoller(activeAccount.session, board, every: interval)
      pollers[account] = round
      round.startPolling()
    }
  }

  func removeSignedOutAccount(_ account: Account.ID) {
    activeAccounts.removeValue(forKey: account)?.liveUpdates.stopListening()
    let left = runningAccounts.allUnlockedAccounts.map(\.session).filter {
      !$0.isOver && $0.account.id != account && $0.connection.streams.contains(.feed(.home))
    }.map(\.account.id).sorted { $0.rawValue < $1.rawValue }
    columnList.removeColumns(of: account, leaving: left.count > 1 ? left.first : nil)
    Task { try? await columnList.storeColumns() }
  }

  /// Stops listening for events of all accounts of columns and polling their notifications; returns
  /// when the pinned columns are stored.
  func stopListeningForAllAccounts() async {
    for activeAccount in activeAccounts.values { activeAccount.liveUpdates.stopListening() }
    for round in pollers.values { round.stopPolling() }
    await columnList.waitUntilStored()
  }
}

@MainActor final class PhotoPipelines {
  let activePipeline: PhotoPipeline
  private var others: [Account.ID: PhotoPipeline] = [:]
  private let make: () -> PhotoPipeline
  private var detail: TerminalPictureResolution?
  private var isSwitched = false

  init(_ activePipeline: PhotoPipeline, others make: @escaping () -> PhotoPipeline) {
    (self.activePipeline, self.make) = (activePipeline, make)
  }

  /// Sets the resolution in which the pictures of all accounts are loaded and shown; nil shows
  /// none.
  func setPictureResolution(to detail: TerminalPictureResolution?) {
    self.detail = detail
    for pipeline in all { pipeline.setPictureResolution(to: detail) }
  }

  func photoPipeline(of activeAccount: ActiveAccount) -> any PictureProvider {
    let account = activeAccount.session.account.id
    if let pipeline = others[account] { return pipeline }
    let pipeline = make()
    pipeline.setPictureResolution(to: detail)
    if isSwitched { pipeline.togglePictures() }
    (pipeline.isWatched, pipeline.ground) = (activePipeline.isWatched, activePipeline.ground)
    pipeline.setPhotoSource(
      to: PhotoSource(activeAccount.session, with: activeAccount.accountGroup))
    others[account] = pipeline
    return pipeline
  }

  func keepPhotoPipelines(only accounts: Set<Account.ID>) {
    for (account, pipeline) in others where !accounts.contains(account) {
      pipeline.setPhotoSource(to: nil as PhotoSource?)
      others[account] = nil
    }
  }

  private var all: [PhotoPipeline] { [activePipeline] + others.values }
}

extension PhotoPipelines: PictureProvider {
  var isOn: Bool { activePipeline.isOn }
  var cell: PixelSize { activePipeline.cell }
  var isLineSlow: Bool { activePipeline.isLineSlow }
  var showsPortraits: Bool { activePipeline.showsPortraits }
  var drawsBlocks: Bool { activePipeline.drawsBlocks }
  var isWatched: Bool {
    get { activePipeline.isWatched }
    set { for pipeline in all { pipeline.isWatched = newValue } }
  }
  var ground: Colour {
    get { activePipeline.ground }
    set { for pipeline in all { pipeline.ground = newValue } }
  }
  var isBusy: Bool { all.contains(where: \.isBusy) }

  func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCropping) -> PictureState {
    activePipeline.pictureState(of: photo, in: box, cut)
  }

  func requestedAnimationIfReady(of photo: Photo, in box: CellSize, _ cut: PictureCropping)
    -> Animation?
  {
    activePipeline.requestedAnimationIfReady(of: photo, in: box, cut)
  }

  func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCropping) {
    activePipeline.prefetchPhotos(photos, in: box, cut)
  }

  func retryPhoto(_ photo: Photo.ID) { for pipeline in all { pipeline.retryPhoto(photo) } }
  func blurredPicture(of photo: Photo, in box: CellSize) -> Picture? {
    activePipeline.blurredPicture(of: photo, in: box)
  }

  func togglePictures() {
    isSwitched.toggle()
    for pipeline in all { pipeline.togglePictures() }
  }

  func retryShownPhotos() { for pipeline in all { pipeline.retryShownPhotos() } }
  func beginScreenFrame() { for pipeline in all { pipeline.beginScreenFrame() } }
  func endScreenFrame() { for pipeline in all { pipeline.endScreenFrame() } }
}
