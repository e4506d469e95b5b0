internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

/// `tweetie feed everything`: prints the top of the homes of all accounts as one stream.
struct EverythingCommand {
  let options: FeedOptions
  /// The account that is meant where several see a post; nil for the current one.
  let account: String?
  let backstage: Backstage
  let pace: Duration
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    let homes = try accounts.members { $0.streams.contains(.feed(.home)) }.map(\.connection)
    guard !homes.isEmpty else { throw .nobodySignedIn }
    if options.follows { return await follow(homes) }
    if !options.offline { await bringUpToDate(homes) }
    let count = try await show(homes.map(\.account))
    guard count == 0, options.count > 0, !options.json else { return }
    printer.remark(
      options.offline
        ? wording.say("Nothing of this stream is stored here.") : wording.say("Nothing here yet."))
  }

  private var accounts: AccountsTogether {
    AccountsTogether(
      backstage: backstage, account: account, offline: options.offline, printer: printer,
      wording: wording)
  }
}

// MARK: - Fetching

extension EverythingCommand {
  /// Why an account's home is not up to date.
  private enum Trouble: Error {
    case service(FeedError)
    case store(StoreError)
  }

  /// Asks all at once; each that fails is a line, and what is held of it is printed all the same.
  private func bringUpToDate(_ homes: [ServiceConnection]) async {
    let (store, world, count) = (backstage.shelf.feeds, backstage.world, options.count)
    let troubles = await withTaskGroup(of: (Account, Trouble?).self) { group in
      for home in homes {
        group.addTask {
          await (home.account, Self.trouble(bringingUpToDate: home, count, in: store, world))
        }
      }
      var troubles: [(Account, Trouble?)] = []
      for await trouble in group { troubles.append(trouble) }
      return troubles
    }
    for case (let account, let trouble?) in troubles.sorted(by: {
      $0.0.id.rawValue < $1.0.id.rawValue
    }) {
      switch trouble {
      case .service(let error): accounts.complain(.service(error), of: account)
      case .store(let error): printer.complain(wording.notStored(error))
      }
    }
  }

  private static func trouble(
    bringingUpToDate home: ServiceConnection, _ count: Int, in store: any FeedStore,
    _ world: any World
  ) async -> Trouble? {
    do throws(Trouble) {
      try await bringUpToDate(home, count, in: store, world)
      return nil
    } catch {
      return error
    }
  }

  private static func bringUpToDate(
    _ home: ServiceConnection, _ count: Int, in store: any FeedStore, _ world: any World
  ) async throws(Trouble) {
    var stretch: Stretch? = .latest
    var walk = PageWalk()
    var placement = PagePlacement.top
    var known: Set<FeedEntry.ID> = []
    while let asked = stretch, known.count < count {
      let page: FeedPage
      do throws(FeedError) { page = try await home.feeds.page(of: .home, asked) } catch {
        throw .service(error)
      }
      do throws(StoreError) {
        _ = try await store.commit(
          page, to: .home, account: home.account.id, at: placement, now: world.now)
      } catch {
        throw .store(error)
      }
      let before = known.count
      known.formUnion(page.entries.map(\.id))
      if let last = page.entries.last { placement = .below(last.id) }
      stretch = walk.step(to: page.older, foundNew: known.count > before).map { .older($0) }
    }
  }
}

// MARK: - Printing

extension EverythingCommand {
  /// So many rows are read from the store at a time.
  private static let rowsAtOnce = 200

  /// Prints what is stored, as many as are wanted; returns how many there were.
  private func show(_ accounts: [Account]) async throws(CommandFailure) -> Int {
    guard let store = backstage.shelf.everything else { return 0 }
    let listing = backstage.listing(printer, wording, json: options.json)
    var known: Set<FeedEntry.ID> = []
    var anchor = WindowAnchor.top
    while known.count < options.count, printer.failure == nil {
      let window = try await remembering { [anchor] () async throws(StoreError) in
        try await store.everything(
          of: accounts.map(\.id), around: anchor, above: 0, below: Self.rowsAtOnce)
      }
      var last: FeedEntry.ID?
      for case .entry(let entry) in window.rows where known.count < options.count {
        last = entry.id
        guard known.insert(entry.id).inserted else { continue }
        listing.show(entry, among: accounts, first: known.count == 1)
      }
      printer.flush()
      guard window.hasMoreBelow, let last, anchor != .entry(last) else { break }
      anchor = .entry(last)
    }
    return known.count
  }

  /// Prints each new post of any account in a line, until that is called off or nobody reads on.
  private func follow(_ homes: [ServiceConnection]) async {
    if let trouble = backstage.inMemoryBecause { printer.complain(wording.notStored(trouble)) }
    let (news, mouth) = AsyncStream.makeStream(of: (Account, FeedFollowing.News).self)
    let (store, world) = (backstage.shelf.feeds, backstage.world)
    let pace = pace > .zero ? pace : StreamPacing.usualInterval
    let count = max(1, options.count / homes.count)
    let asking = Task {
      await withTaskGroup(of: Void.self) { group in
        for home in homes {
          group.addTask {
            let following = FeedFollowing(.home, of: home, store: store, world: world, pace: pace)
            do throws(FeedError) {
              try await following.run(showing: count) { news in
                mouth.yield((home.account, news))
                return true
              }
            } catch {
              mouth.yield((home.account, .failed(error)))
            }
          }
        }
      }
      mouth.finish()
    }
    defer { asking.cancel() }
    let listing = backstage.listing(printer, wording, json: options.json)
    for await (account, news) in news {
      switch news {
      case .entries(let entries):
        for entry in entries {
          let post = entry.post.seen(by: account.id)
          listing.showLine(for: entry.with(post), among: homes.map(\.account))
        }
      case .failed(let error): accounts.complain(.service(error), of: account)
      case .notKept(let error): printer.complain(wording.notStored(error))
      }
      printer.flush()
      if printer.failure != nil { return }
    }
  }
}
