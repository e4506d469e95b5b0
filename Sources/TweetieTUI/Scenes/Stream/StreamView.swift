import FeedDomain
import Terminal

/// Draws a stream, and turns keys into requests.
@MainActor final class StreamView: Scene {
  /// How long a thumb stays up.
  static let flashTime = Duration.milliseconds(700)

  weak var stage: (any Stage)?
  let interactor: any StreamInteracting
  let posts: PostPresentation
  let world: any World
  let requests = SceneRequests()

  var pane = ListPane<StreamRow, PostAction>(gap: 1)
  var heading = StreamHeading()
  var streams: [StreamTab] = []
  var notice: StreamNotice?
  var footer: (words: SafeText, isBusy: Bool) = ("", false)
  var hasMore = (above: false, below: false)
  /// What is shown although it is folded or covered.
  var revealed: Set<Post.ID> = []
  /// Until when a post's thumb is up.
  var flashes: [Post.ID: Timestamp] = [:]
  /// The gap that was asked for, and from where the reader came to it.
  var asked: (gap: Gap.ID, edge: Stream.Edge)?
  /// From which side the selection came to where it is.
  var cameFrom = Stream.Edge.above
  /// What was last told of the reader, so that it is told once.
  var told: (place: ReadingPlace?, seen: FeedEntry.ID?, preview: Route?)
  /// The outermost rows for which more was asked.
  var askedMore: (above: StreamRow.ID?, below: StreamRow.ID?)
  /// How wide the top line is.
  private(set) var columns = 80
  /// Whether pictures are shown, so that one may stand beside the stream.
  private(set) var showsPictures = false
  /// The stream that is read; nil before that is known.
  var feed: Feed?
  private let firstFeed: Feed?
  private var isOpen = false
  private var tick = 0

  /// The scene of a stream; without one, of the one read last.
  init(
    _ feed: Feed? = nil, interactor: any StreamInteracting, posts: PostPresentation,
    world: any World
  ) {
    firstFeed = feed
    self.interactor = interactor
    self.posts = posts
    self.world = world
  }

  var takesMainPane: Bool { true }

  var header: Header {
    StreamHeader(wording: posts.wording, options: posts.options)
      .header(of: heading, now: world.now)
  }

  var hints: [Command] {
    let unread: [Command] = heading.unread.string.isEmpty ? [] : [.firstUnread]
    let tail: [Command] = posts.abilities.canWrite ? [.refresh, .compose] : [.refresh]
    let others: [Command] = (streams.count > 1 ? [.nextStream] : []) + [.quit]
    let place: [Command] = heading.isNearby ? [.place] : []
    guard let selected = pane.selected else { return [.refresh] + place + [.help] + others }
    guard let post = selected.post else { return [.open] + unread + tail + [.help] + others }
    let own = posts.abilities.hints(for: post)
    return Array(own.prefix(4)) + place + unread + [.refresh, .help] + tail.dropFirst()
      + own.dropFirst(4)
      + others
  }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return !flashes.isEmpty || !heading.activity.string.isEmpty || footer.isBusy
      || notice?.isBusy == true
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    columns = rect.size.columns
    showsPictures = drawing.pictures.isOn
    lowerThumbs(at: drawing.now)
    fit(rect.size, drawing)
    if pane.items.isEmpty {
      guard let notice else { return }
      let sign = notice.isBusy ? Spinner.sign(frame: drawing.frame, posts.options) : nil
      return NoticeBox(theme: drawing.theme)
        .draw(notice.sentence, next: notice.next, sign: sign, on: &canvas, in: rect)
    }
    let mark = ListPane<StreamRow, PostAction>.Mark(drawing.theme, posts.options)
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? mark : nil)
    tellWhereReaderIs()
  }

  func opened() {
    if !isOpen { request(.open(firstFeed)) }
    isOpen = true
    told.preview = nil
    tellWhereReaderIs()
  }

  func closed() { request(.close) }

  func timePassed() {
    tick += 1
    stage?.redraw()
  }

  /// Makes a request of the interactor, which answers what it can in the same frame.
  func request(_ request: Stream.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}

extension StreamView {
  private func fit(_ size: CellSize, _ drawing: Drawing) {
    let theme = drawing.theme
    let layout = StreamLayout(posts: posts, theme: theme, now: drawing.now)
    pane.footer = footerLines(drawing)
    pane.fit(size, look: .init(theme: theme, tick: tick)) { layout.block($0, columns: $1) }
  }

  private func footerLines(_ drawing: Drawing) -> [Line] {
    guard endsBelow, !footer.words.string.isEmpty else { return [] }
    var line = Line()
    if footer.isBusy {
      line.append(
        Spinner.sign(frame: drawing.frame, posts.options) + " ", drawing.theme.style(.busy))
    }
    line.append(footer.words, drawing.theme.style(.faint))
    return [line]
  }

  private func lowerThumbs(at now: Timestamp) {
    let over = flashes.filter { $0.value <= now }.map(\.key)
    guard !over.isEmpty else { return }
    for post in over { flashes[post] = nil }
    update(where: { over.contains($0.post.id) }) { $0.isFlashing = false }
  }

  /// Changes the posts among the rows that are asked for; the others keep their layout.
  func update(where isMeant: (PostItem) -> Bool, _ change: (inout PostItem) -> Void) {
    for row in pane.items {
      guard case .post(let id, var item) = row, isMeant(item) else { continue }
      change(&item)
      pane.replace(.post(id, item))
    }
  }
}
