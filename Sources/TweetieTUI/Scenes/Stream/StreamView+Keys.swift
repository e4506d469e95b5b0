import FeedDomain
import Terminal

extension StreamView {
  func handle(_ event: SceneEvent) -> Bool {
    // The button comes up after every click: that is no second one.
    if !event.isRelease { opening?.cancel() }
    switch event {
    case .command(let command): return obey(command)
    case .mouse(let mouse, let count): return handle(mouse, count: count)
    case .key, .paste, .edited: return false
    }
  }

  func obey(_ command: Command) -> Bool {
    if move(command) {
      moved()
      return true
    }
    if switchStream(command) { return true }
    switch command {
    case .refresh: request(.refresh)
    case .firstUnread: request(.jump(.firstUnread))
    case .undo: request(.undo)
    case .place where streams.contains(.nearby):
      request(.changePlace)
      stage?.go(to: .place)
    case .view: changeView()
    case .keepTab: request(.toggleTab)
    default:
      if go(by: command) { return true }
      return actOnSelection(command)
    }
    return true
  }

  private func move(_ command: Command) -> Bool {
    switch command {
    case .down, .halfPageDown, .pageDown, .lineDown, .right: cameFrom = .above
    case .up, .halfPageUp, .pageUp, .lineUp, .left: cameFrom = .below
    case .top where hasMore.above:
      request(.jump(end(.above)))
      return true
    case .bottom where hasMore.below:
      request(.jump(end(.below)))
      return true
    default: break
    }
    switch layout {
    case .list: return pane.move(command)
    case .carousel: return turn(command)
    case .wall:
      defer { followWall() }
      return wall.move(command)
    }
  }

  private func switchStream(_ command: Command) -> Bool {
    let count = streams.count
    if case .stream(let number) = command {
      showTab(number - 1)
      return true
    }
    guard count > 0, command == .nextStream || command == .previousStream else { return false }
    let step = command == .nextStream ? 1 : count - 1
    showTab(((heading.current ?? count - 1) + step) % count)
    return true
  }

  func show(_ tab: StreamTab) -> Bool {
    if let number = streams.firstIndex(of: tab) {
      showTab(number)
    } else if feed.map(tab.offers) != true {
      // One that is no tab is read all the same.
      read(tab)
    }
    return true
  }

  /// Reads another stream.
  func showTab(_ number: Int) {
    guard streams.indices.contains(number) else {
      return say(Message(text: SafeText(sanitizing: posts.wording.noSuchStream), tone: .plain))
    }
    guard number != heading.current else { return }
    read(streams[number])
  }

  private func read(_ tab: StreamTab) {
    pane.show([])
    wall.place(nil, row: 0)
    carousel.rest()
    told = (nil, nil, told.preview)
    isSwitching = true
    request(tab.feed.map { .open($0) } ?? .openNearby)
  }
}

extension StreamView {
  private func actOnSelection(_ command: Command) -> Bool {
    guard let selected = pane.selected else { return false }
    switch selected {
    case .gap(let row):
      guard command == .open else { return false }
      fill(row.gap.id)
      return true
    case .post(_, let item):
      if command == .open, layout != .list {
        stage?.go(to: .photo(item.post.id, index: item.shownPhoto))
        return true
      }
      return perform(command, on: item)
    }
  }

  private func fill(_ gap: Gap.ID) {
    asked = (gap, cameFrom)
    request(.fill(gap, from: inStream(cameFrom)))
  }
}

extension StreamView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}

extension SceneEvent {
  /// Whether the mouse's button came up.
  fileprivate var isRelease: Bool {
    guard case .mouse(let mouse, _) = self else { return false }
    return mouse.action == .release
  }
}
