extension StreamInteractor {
  /// Reads what was photographed around the reader, as soon as it is known where that is.
  func openNearby() async {
    guard let whereabouts else { return }
    if let place = whereabouts.place { return await open(.nearby(place)) }
    stopWork()
    openings += 1
    let opening = openings
    await places.finish()
    guard opening == openings else { return }
    feed = nil
    isNearby = true
    rows = StreamRows()
    reader = nil
    shownStatus = nil
    presenter.present(
      .streams(session.tabs, current: nil, account: session.account))
    presenter.present(.rows(rows.rows(place: nil)))
    locating = Task {
      let place = await whereabouts.find()
      guard !Task.isCancelled, opening == openings else { return }
      locating = nil
      presentActivity()
      if let place { await open(.nearby(place)) } else { await openTrendingInstead() }
    }
    presentActivity()
  }

  /// Gives the place of the stream the name it has, once somebody knows it.
  func findName() {
    guard case .nearby(let place)? = feed, place.name.isEmpty, let whereabouts else { return }
    let opening = openings
    naming = Task {
      guard let name = await whereabouts.name(of: place), !Task.isCancelled,
        opening == openings
      else { return }
      let feed = Feed.nearby(place.named(name))
      self.feed = feed
      presenter.present(
        .streams(session.tabs, current: feed, account: session.account))
      await remember(feed)
    }
  }

  private func openTrendingInstead() async {
    await open(.trending)
    isNearby = true
    presenter.present(.nowhere(asks: whereabouts?.shouldAsk() == true))
  }
}

extension StreamInteractor: WhereaboutsHearing {
  /// Goes where the reader decided to look, if this stream is the one they decided for.
  public func hear(_ choice: Whereabouts.Choice) {
    guard isNearby || awaitsPlace else { return }
    awaitsPlace = false
    let opening = openings
    Task {
      guard opening == openings else { return }
      switch choice {
      case .place(let place): await open(.nearby(place))
      case .trending: await openTrendingInstead()
      }
    }
  }
}
