/// Decides what choosing tabs does.
@MainActor public final class TabsInteractor: TabsInteracting {
  private let session: Session
  private let presenter: any TabsPresenting
  /// What was a tab while this was open: it can be had back.
  private var seen: [StreamTab] = []
  private let writes = SerialWork()

  /// Choosing the tabs of an account.
  public init(_ session: Session, presenter: any TabsPresenting) {
    self.session = session
    self.presenter = presenter
  }

  /// Answers a request.
  public func handle(_ request: Tabs.Request) async {
    switch request {
    case .open: show()
    case .toggle(let tab):
      guard let tabs = session.tabs(toggling: tab) else { return presenter.present(.lastOne) }
      await keep(tabs)
    case .move(let tab, let step):
      var tabs = session.tabs
      guard let place = tabs.firstIndex(of: tab), tabs.indices.contains(place + step) else {
        return
      }
      tabs.remove(at: place)
      tabs.insert(tab, at: place + step)
      await keep(tabs)
    }
  }
}

extension TabsInteractor {
  private func show() {
    for tab in session.tabs + session.connection.streams where !seen.contains(tab) {
      seen.append(tab)
    }
    let hidden = seen.filter { !session.tabs.contains($0) }
    presenter.present(
      .streams(
        session.tabs.map { Tabs.Entry($0, isShown: true) }
          + hidden.map { Tabs.Entry($0, isShown: false) }))
  }

  /// Shows it at once; that it is remembered comes after, in the order in which it was wished.
  private func keep(_ tabs: [StreamTab]) async {
    session.choose(tabs)
    show()
    await writes.add { [self] in
      do throws(StoreError) { try await session.keepTabs(tabs) } catch {
        presenter.present(.storeFailed(error))
      }
    }.value
  }
}
