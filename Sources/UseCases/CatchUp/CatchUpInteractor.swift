internal import FeedDomain

/// Decides what catching up does: what is missing is fetched first, then all is read from the store
/// alone, so that it goes on without a line.
@MainActor package final class CatchUpInteractor: Interacting {
  private static let day = Duration.seconds(86_400)

  private let session: Session
  private let actions: PendingActions
  private let company: AccountGroupReader
  private let presenter: any Presenting<CatchUp.Response>
  private var feed: Feed?
  private var span = MissedSpan.unread
  /// Nil before it is known, or chosen.
  private var order: CatchUpOrder?
  private var rows = LivePosts<FeedRow>()
  /// The posts behind which nothing is folded any more.
  private var unfolded: Set<Post.ID> = []
  /// What was not seen, and what of it is shown.
  private var unread = UnreadPosts()
  private let fetching: FetchTask
  private let record = ReadingRecord()

  package init(
    _ session: Session, actions: PendingActions, company: AccountGroup? = nil,
    presenter: any Presenting<CatchUp.Response>
  ) {
    self.company = AccountGroupReader(company)
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    fetching = FetchTask(session.world) { presenter.present(.asking($0)) }
    actions.tell(self) { $0.hear($1) }
  }

  package func handle(_ request: CatchUp.Request) async {
    switch request {
    case .open(let feed):
      (self.feed, span) = (feed, .unread)
      hearOfAll()
      record.begin(ReadingMark(session, of: feed))
      await recallOrder()
      await begin(fetching: true)
    case .begin:
      fetching.stop()
      await begin(fetching: false)
    case .refresh: await begin(fetching: true)
    case .lookBack:
      span = .since(session.world.now.advanced(by: .zero - Self.day))
      await begin(fetching: false)
    case .arrange(let order):
      self.order = order
      show()
      await keep(order)
    case .unfold(let post):
      unfolded.insert(post)
      show()
    case .seen(let entries): see(entries)
    case .allSeen: seeAll()
    case .toggle(let id, let action):
      if let together {
        together.toggle(action, on: rows.post(id))
      } else {
        actions.toggle(action, on: rows.post(id), in: session)
      }
    case .delete(let id):
      if let together {
        together.delete(rows.post(id))
      } else {
        actions.delete(rows.post(id), in: session)
      }
    case .undo: if let together { together.undo() } else { actions.undo() }
    case .close: await close()
    }
  }

  package func resume() async { await begin(fetching: true) }
}

// MARK: - In which order

extension CatchUpInteractor {
  /// Goes on in the order of the last time.
  private func recallOrder() async {
    do throws(StoreError) {
      let last = try await session.shelf.feeds.catchUpOrder(account: session.account.id)
      order = order ?? last
    } catch {
      session.note(error, doing: "read in which order one catches up")
    }
  }

  private func keep(_ order: CatchUpOrder) async {
    do throws(StoreError) {
      try await session.shelf.feeds.setCatchUpOrder(order, account: session.account.id)
    } catch {
      // It holds until the end all the same.
      session.note(error, doing: "keep in which order one catches up")
    }
  }
}

extension CatchUpInteractor {
  /// Where several are read together, each is heard of by itself.
  private func hear(_ news: ActionEvent) {
    if together == nil { take(news) }
  }

  /// The accounts that are read together; nil where one is read alone.
  private var together: AccountGroup? { feed == .everything ? company.company : nil }

  private var look: any Overlaying { together ?? actions }

  private func hearOfAll() {
    guard let together else { return }
    together.gather()
    presenter.present(.company(together.members))
    company.news.listen(to: together.desks) { [weak self] news, account in
      guard let self, self.together != nil else { return }
      if news == .signedOut, account != session.account.id { return }
      take(news)
    }
  }

  private func held(_ feed: Feed) -> StreamLocation {
    StreamLocation(feed, of: session, with: company.company)
  }

  private func take(_ news: ActionEvent) {
    guard feed != nil, !fetching.isRunning else { return }
    switch news {
    case .stored(let posts): rows.confirm(posts)
    case .changed(let changes): tell(rows.overlay(changes, through: look))
    case .delivered(_, .post(let post)):
      rows.confirm([post])
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }
}

// MARK: - What was missed

extension CatchUpInteractor {
  /// Reads what was missed; where some of it is not there, that is fetched first.
  private func begin(fetching isWanted: Bool) async {
    guard let feed, !fetching.isRunning else { return }
    let turn = fetching.turn
    // What was seen a moment ago is not missed any more.
    await record.isKept()
    do throws(StoreError) {
      let rows = try await held(feed).missed(span, limit: GapClosing.mostRows)
      guard turn == fetching.turn, self.feed != nil else { return }
      if isWanted, span == .unread, rows.contains(where: { $0.gap != nil }) {
        return closeGaps(of: feed)
      }
      _ = self.rows.adopt(rows, through: look)
      unread = UnreadPosts(span == .unread ? rows.compactMap(\.entry?.id) : [])
      show()
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  private func closeGaps(of feed: Feed) {
    presenter.present(.fetching(0))
    let streams = together?.desks.map { ($0.session, Feed.home) } ?? [(session, feed)]
    fetching.run { [self] () async throws(FetchFailure) in
      var before = 0
      var failure: FetchFailure?
      for (session, feed) in streams {
        let closing = GapClosing(session, feed) { [weak self, before] came in
          self?.fetching.sign()
          self?.presenter.present(.fetching(before + came))
        }
        // Where one service fails, the others go on.
        do throws(FetchFailure) {
          before += try await closing.run()
        } catch {
          failure = failure ?? error
        }
        guard !Task.isCancelled else { throw .overtaken }
      }
      if let failure { throw failure }
    } then: { [self] answer in
      // Whoever shows the stream shows what came.
      actions.tellOfOthers(ChangeSet(feeds: [feed]))
      await begin(fetching: false)
      guard case .failure(let failure) = answer else { return }
      switch failure {
      case .service(.signedOut), .service(.invalidCredentials):
        presenter.present(.action(.signedOut))
      case .service(let error): presenter.present(.failed(error))
      case .store(let error): presenter.present(.storeFailed(error))
      case .heldBack, .unfinished, .overtaken: break
      }
    }
  }

  private func show() {
    guard let feed else { return }
    let shown = rows.shown
    let digest = CatchUpDigest(
      of: shown, for: session.account, as: together?.members.map(\.account) ?? [],
      by: order ?? .people, showing: unfolded)
    unread.show(shown)
    // One's own need no reading.
    see(digest.own)
    presenter.present(
      .missed(
        CatchUp.MissedPosts(
          account: session.account, feed: feed, span: span, order: order ?? .people,
          digest: digest,
          isCut: rows.confirmed.contains { $0.gap != nil }
            || rows.confirmed.count == GapClosing.mostRows)))
    tellHowManyAreLeft()
  }

  private func tell(_ news: RowChange) {
    switch news {
    case .nothing: break
    case .posts(let posts): presenter.present(.changed(posts))
    case .rows: show()
    }
  }

  private func close() async {
    fetching.stop()
    feed = nil
    await record.end()
  }
}

// MARK: - What was seen

extension CatchUpInteractor {
  private func see(_ entries: [FeedEntry.ID]) {
    let fresh = unread.see(entries)
    guard let feed, !fresh.isEmpty else { return }
    keep { [held = held(feed)] () async throws(StoreError) in try await held.setSeen(fresh) }
    tellHowManyAreLeft()
  }

  /// All is read that is there, and what is missing in between is left out.
  private func seeAll() {
    guard let feed, let newest = rows.confirmed.lazy.compactMap(\.entry).first?.id else { return }
    unread = UnreadPosts()
    keep { [held = held(feed)] () async throws(StoreError) in try await held.setLastRead(newest) }
    tellHowManyAreLeft()
  }

  private func keep(_ write: @escaping @MainActor () async throws(StoreError) -> Void) {
    guard !session.isOver else { return }
    record.keep(write) { [presenter] in presenter.present(.storeFailed($0)) }
  }

  private func tellHowManyAreLeft() { presenter.present(.left(unread.count)) }
}
