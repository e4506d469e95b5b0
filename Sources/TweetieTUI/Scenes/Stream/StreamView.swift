import FeedDomain
import Terminal

/// Draws a stream, and turns keys into requests.
@MainActor final class StreamView: PostListScene {
  /// How many pages a gallery is filled with before the reader moves again.
  static let patience = 5

  weak var stage: (any Stage)?
  let interactor: any Interacting<StreamReading.Request>
  let posts: PostPresentation
  let world: any World
  let requests = SceneRequests()

  var pane = ListPane<StreamRow, PostAction>(gap: 1)
  /// How the rows are laid out. What is selected is the pane's; the others follow it.
  var arrangement = Arrangement.list
  var wall = Wall<StreamRow.ID>()
  var carousel = Carousel()
  /// What stands in place of a gallery without photos.
  var bare = StreamNotice(sentence: "", next: "", isBusy: false)
  /// Whether any of the rows has a photo.
  var hasPhotos = false
  /// The turn of the carousel that is under way.
  var gliding: Task<Void, Never>?
  /// A click that opens, unless another follows it.
  var opening: Task<Void, Never>?
  /// How it was drawn last, to know what is clicked on.
  private(set) var last: (drawing: Drawing, size: CellSize)?
  var heading = StreamHeading()
  var streams: [StreamTab] = []
  var notice: StreamNotice?
  var footer: (words: SafeText, isBusy: Bool) = ("", false)
  var hasMore = (above: false, below: false)
  var states = PostStates()
  /// The gap that was asked for, and from where the reader came to it.
  var asked: (gap: Gap.ID, edge: StreamReading.Edge)?
  /// From which side the selection came to where it is.
  var cameFrom = StreamReading.Edge.above
  /// What was last told of the reader, so that it is told once.
  var told: (place: ReadingPlace?, seen: FeedEntry.ID?, preview: Route?)
  /// The outermost rows for which more was asked.
  var askedMore: (above: StreamRow.ID?, below: StreamRow.ID?)
  /// How many more pages a gallery asks for by itself, where few posts have photos.
  var pagesLeft = StreamView.patience
  /// How wide the top line is.
  private(set) var columns = 80
  /// Whether pictures are shown, so that one may stand beside the stream.
  private(set) var showsPictures = false
  /// The stream that is read; nil before that is known.
  var feed: Feed?
  /// Whether another stream was asked for and is not there yet.
  var isSwitching = false
  private let firstFeed: Feed?
  private var isOpen = false

  /// The scene of a stream; without one, of the one read last.
  init(
    _ feed: Feed? = nil, interactor: any Interacting<StreamReading.Request>,
    posts: PostPresentation,
    world: any World
  ) {
    firstFeed = feed
    self.interactor = interactor
    self.posts = posts
    self.world = world
  }

  var takesMainPane: Bool { true }

  var isReady: Bool { !isSwitching }

  var leavesRoomBeside: Bool { layout == .list }

  var header: Header {
    StreamHeader(wording: posts.wording, options: posts.options)
      .header(of: heading, now: world.now)
  }

  var hints: [Command] {
    let unread: [Command] = heading.unread.string.isEmpty ? [] : [.firstUnread]
    let tail: [Command] = posts.abilities.canBegin ? [.refresh, .compose] : [.refresh]
    let others: [Command] =
      (hasPhotos && layout == .list ? [.view] : []) + (streams.count > 1 ? [.nextStream] : []) + [
        .quit
      ]
    let place: [Command] = heading.isNearby ? [.place] : []
    guard let selected = pane.selected else { return [.refresh] + place + [.help] + others }
    guard let post = selected.post else { return [.open] + unread + tail + [.help] + others }
    let own = posts.abilities.hints(for: post, at: world.now)
    if layout != .list {
      // Here a photo is what opening opens.
      let own = own.filter { $0 != .viewPhoto }
      return Array(own.prefix(2)) + [.view] + place + unread + [.refresh, .help]
        + own.dropFirst(2) + others
    }
    return Array(own.prefix(4)) + place + unread + [.refresh, .help] + tail.dropFirst()
      + own.dropFirst(4)
      + others
  }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return states.isMoving || !heading.activity.string.isEmpty || footer.isBusy
      || notice?.isBusy == true
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    columns = rect.size.columns
    showsPictures = drawing.pictures.isOn
    last = (drawing, rect.size)
    lowerThumbs(at: drawing.now)
    if layout == .list { fit(rect.size, drawing) }
    if pane.items.isEmpty {
      guard let notice else { return }
      return notice.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    switch layout {
    case .list:
      let mark = ListPane<StreamRow, PostAction>.Mark(drawing.theme, posts.options)
      pane.draw(
        on: &canvas, in: rect, mark: drawing.isFront ? mark : nil,
        pictures: PictureBox(drawing, posts))
    case .wall where hasPhotos: drawWall(on: &canvas, in: rect, drawing)
    case .carousel where hasPhotos: drawCarousel(on: &canvas, in: rect, drawing)
    case .wall, .carousel:
      bare.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    tellWhereReaderIs()
  }

  func opened() {
    request(isOpen ? .showTabs : .open(firstFeed))
    isOpen = true
    told.preview = nil
    tellWhereReaderIs()
  }

  func closed() {
    gliding?.cancel()
    opening?.cancel()
    request(.close)
  }

  /// Makes a request of the interactor, which answers what it can in the same frame.
  func request(_ request: StreamReading.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}

extension StreamView {
  private func fit(_ size: CellSize, _ drawing: Drawing) {
    let theme = drawing.theme
    let room = PictureRoom(drawing.pictures, pane: size, posts.options)
    let layout = StreamLayout(posts: posts, theme: theme, now: drawing.now, room: room)
    pane.footer = footerLines(drawing)
    pane.fit(size, look: .init(theme: theme, second: drawing.second, pictures: room)) {
      layout.block($0, columns: $1)
    }
  }

  func footerLines(_ drawing: Drawing) -> [Line] {
    guard endsBelow, !footer.words.string.isEmpty else { return [] }
    var line = Line()
    if footer.isBusy {
      line.append(
        Spinner.sign(frame: drawing.frame, posts.options) + " ", drawing.theme.style(.busy))
    }
    line.append(footer.words, drawing.theme.style(.faint))
    return [line]
  }
}
