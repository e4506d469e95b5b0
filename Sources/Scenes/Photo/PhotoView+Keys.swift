import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

extension PhotoView {
  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(let command): return handle(command)
    case .mouse(let mouse, let count): return handle(mouse, count: count)
    case .key, .paste, .edited: return false
    }
  }

  private func handle(_ command: Command) -> Bool {
    if look(command) {
      navigator?.redraw()
      return true
    }
    switch command {
    case .nextPhoto, .pageDown, .right: request(.step(.next))
    case .previousPhoto, .pageUp, .left: request(.step(.previous))
    case .refresh:
      if let photo = shown.exhibit?.photo { last.shelf?.retry(photo.id) }
      request(.refresh)
    case .savePhoto: request(.save)
    case .play: request(.play)
    case .undo: request(.undo)
    case .openLink: openPage()
    case .viewPhoto: break  // It is what one looks at.
    default:
      if go(by: command) { return true }
      guard let item else { return false }
      return perform(command, on: item)
    }
    return true
  }

  /// What changes the view alone: nearer, further, elsewhere, with or without what is known.
  private func look(_ command: Command) -> Bool {
    guard let measure = last.measure else { return false }
    switch command {
    case .zoomIn where isInWords, .zoomOut where isInWords:
      say(Message(text: posts.wording.noPicturesInWords, tone: .plain))
    case .zoomIn: look.zoom.zoom(by: 1, measure)
    case .zoomOut: look.zoom.zoom(by: -1, measure)
    case .zoomFit: look.zoom = PhotoZoom()
    case .details:
      look.showsFacts.toggle()
      if look.showsFacts { request(.details) }
    // One thing at a time.
    case .back where look.showsFacts && !isInWords: look.showsFacts = false
    case .back where look.zoom.isNear(measure): look.zoom = PhotoZoom()
    case .up, .down, .left, .right: return move(command, measure)
    default: return false
    }
    return true
  }

  private func move(_ command: Command, _ measure: PhotoZoom.Measure) -> Bool {
    let right = command == .right ? 1 : command == .left ? -1 : 0
    let down = command == .down ? 1 : command == .up ? -1 : 0
    if look.zoom.isNear(measure) {
      look.zoom.pan(right: right, down: down, measure)
      return true
    }
    guard right == 0 else { return false }
    // Where nothing else moves, what is known does.
    if look.showsFacts { look.scrollFacts(by: down) }
    return true
  }

  private func openPage() {
    guard let link = item?.post.ownLink else {
      return say(Message(text: posts.wording.noLink, tone: .plain))
    }
    navigator?.browse(link)
  }
}

extension PhotoView {
  /// What the mouse does: the wheel looks nearer, dragging moves the photo, a click on its side
  /// leads to the one beside it, two clicks like it.
  private func handle(_ mouse: MouseEvent, count: Int) -> Bool {
    guard let measure = last.measure else { return false }
    switch mouse.action {
    case .wheelUp where isInWords: look.scrollFacts(by: -3)
    case .wheelDown where isInWords: look.scrollFacts(by: 3)
    case .wheelUp: look.zoom.zoom(by: 1, measure)
    case .wheelDown: look.zoom.zoom(by: -1, measure)
    case .press(1): return press(mouse.position, count: count, measure)
    case .drag: guard look.drag(to: mouse.position, measure) else { return false }
    case .release: look.release()
    default: return false
    }
    navigator?.redraw()
    return true
  }

  private func press(
    _ position: CellPosition, count: Int, _ measure: PhotoZoom.Measure
  ) -> Bool {
    // The mouse counts from the scene's own corner, where the photo's room begins as well.
    let room = last.arrangement.picture
    let (row, column) = (position.row, position.column)
    if (0..<room.size.rows).contains(row), (0..<room.size.columns).contains(column) {
      if isCovered { return perform(.reveal) }
      if count == 2 {
        if let item { like(item) }
        return true
      }
      if look.zoom.isNear(measure) {
        look.grip(at: position)
      } else if count == 1, column < room.size.columns / 6 {
        request(.step(.previous))
      } else if count == 1, column >= room.size.columns - room.size.columns / 6 {
        request(.step(.next))
      }
      return true
    }
    switch words()(position) {
    case .link(let link)?: navigator?.open(link)
    case .action(let action)?: item.map { perform(action, on: $0) }
    case nil: return false
    }
    return true
  }
}

/// What a click on the words beside and below a photo leads to.
private enum PhotoWord: Equatable {
  case link(Hyperlink)
  case action(PostClick)
}

extension PhotoView {
  var clickTargets: [ClickTarget] {
    let words = words()
    return ClickTarget.all(in: last.arrangement.size) {
      words($0)
    } make: { word, place in
      let opensContent = if case .action(let action) = word { action.opensContent } else { true }
      return ClickTarget(place: place, isSelected: true, opensContent: opensContent)
    }
  }

  func activate(_ place: CellPosition, copying: Bool) {
    guard let word = words()(place), let item else { return }
    switch (word, copying) {
    case (.link(let link), true): navigator?.copy(SafeText(sanitizing: link.address))
    case (.link(let link), false): navigator?.open(link)
    case (.action(let action), true): copyAddress(of: action, on: item)
    case (.action(let action), false): perform(action, on: item)
    }
  }

  /// Tells what words a click on a cell, counted from the scene's own corner, hits.
  private func words() -> (CellPosition) -> PhotoWord? {
    let (caption, arrangement) = (last.caption, last.arrangement)
    let rows = arrangement.caption.size.rows
    let first = caption.lines.count - rows
    let facts = factLinks()
    return { position in
      if let link = facts(position) { return .link(link) }
      let line = position.row - arrangement.picture.size.rows
      guard (0..<rows).contains(line) else { return nil }
      return caption.action(line: first + line, column: position.column - 1).map { .action($0) }
    }
  }

  private func factLinks() -> (CellPosition) -> Hyperlink? {
    let arrangement = last.arrangement
    guard let room = arrangement.facts else { return { _ in nil } }
    let isBeside = room.origin.column > arrangement.picture.origin.column
    let left = isBeside ? arrangement.picture.size.columns + 1 : 0
    let top =
      isBeside
      ? 0
      : arrangement.picture.size.rows + arrangement.caption.size.rows
        + (room.size.rows < 2 ? 0 : 1)
    let lines = factLines(columns: room.size.columns - 2, .none)
    let scroll = look.factScroll
    return { position in
      let line = position.row - top + scroll
      guard position.row >= top, lines.indices.contains(line) else { return nil }
      return lines[line].links.first { $0.cells.contains(position.column - left - 1) }?.target
    }
  }

  private func perform(_ command: Command) -> Bool {
    item.map { perform(command, on: $0) } ?? false
  }
}

extension PhotoView: PostActionScene {
  var chosenPost: PostItem? { item }

  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(action)) }

  func delete(_ post: Post.ID) { request(.delete) }

  func flip(_ post: Post.ID, to photo: Int) { request(.open(post, index: photo)) }

  /// A photo's link is its page.
  func offerPage(of post: Post.ID) { openPage() }

  func reveal(_ post: Post.ID) {
    guard let photo = shown.exhibit?.photo else { return }
    look.reveal(photo.id)
    navigator?.redraw()
  }
}
