import FeedDomain
import Terminal

/// Draws a photo as large as it goes, and turns keys into requests.
@MainActor final class PhotoView: Scene {
  weak var stage: (any Stage)?
  let interactor: any Interacting<PhotoViewing.Request>
  let posts: PostPresentation
  let world: any World
  let requests = SceneRequests()

  var photo: Photo?
  var item: PostItem?
  var caption: PhotoCaption?
  var heading = PhotoHeading()
  var notice: StreamNotice?
  var facts: [PhotoFact] = []
  var neighbours: [Photo] = []
  /// What is shown although it is covered.
  var revealed: Set<Photo.ID> = []
  /// Until when the thumb is up.
  var thumbUntil: Timestamp?
  var zoom = PhotoZoom()
  /// Whether what is known of the photo is shown, and from which line on.
  var showsFacts = false
  var factScroll = 0
  /// Where the mouse took hold of the photo, and what was seen then.
  var grip: (at: CellPosition, zoom: PhotoZoom)?

  /// What was drawn last, for keys and the mouse.
  var arrangement = PhotoArrangement(
    of: CellRect(row: 0, column: 0, rows: 0, columns: 0), factLines: nil)
  var measure: PhotoZoom.Measure?
  var captionBlock = Block<PostAction>()
  /// Where pictures come from.
  weak var shelf: (any PictureShelf)?

  private let post: Post.ID
  private let index: Int
  private var isOpen = false
  /// Keeps this alive while what is being saved is not in its file: its name must be told.
  private var untilSaved: PhotoView?

  /// The scene of a photo of a post.
  init(
    of post: Post.ID, index: Int, interactor: any Interacting<PhotoViewing.Request>,
    posts: PostPresentation,
    world: any World
  ) {
    self.post = post
    self.index = index
    self.interactor = interactor
    self.posts = posts
    self.world = world
    showsFacts = posts.options.isPlain
  }

  /// Whether words stand in the photo's place, for whoever listens to the screen.
  var isInWords: Bool { posts.options.isPlain }

  /// Alone, it has the whole screen.
  var fitsBeside: Bool { false }

  var header: Header {
    var right: StyledText = []
    if let measure, zoom.isNear(measure) {
      right.append(Span(SafeText(sanitizing: "\(zoom.view(measure).percent) %"), .barFaint))
    }
    if !heading.activity.string.isEmpty {
      if !right.isEmpty { right.append(Span("  ", .barFaint)) }
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      right.append(Span(Spinner.sign(frame: frame, posts.options) + " " + heading.activity, .busy))
    } else if !heading.failure.string.isEmpty {
      if !right.isEmpty { right.append(Span("  ", .barFaint)) }
      right.append(Span(heading.failure, .bad))
    }
    return Header(left: [Span(heading.title, .barStrong)], right: right)
  }

  var hints: [Command] {
    guard let item else { return [.back, .refresh, .help] }
    var hints: [Command] = [.back]
    if isCovered { hints.append(.reveal) }
    if caption?.film != nil { hints.append(.play) }
    hints.append(.nextPhoto)
    if !isInWords { hints.append(.zoomIn) }
    if let measure, zoom.isNear(measure) { hints += [.zoomOut, .zoomFit] }
    hints.append(.details)
    if posts.abilities.abilities(for: item.post).marks.contains(.liked) { hints.append(.like) }
    hints.append(.savePhoto)
    let own = posts.abilities.hints(for: item, at: world.now)
    return hints + own.filter { !hints.contains($0) && $0 != .viewPhoto } + [.help]
  }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return thumbUntil != nil || !heading.activity.string.isEmpty
      || notice?.isBusy == true
  }

  func opened() {
    if !isOpen { request(.open(post, index: index)) }
    isOpen = true
  }

  func closed() {
    request(.close)
    if isSaving { untilSaved = self }
  }

  /// Whether the photo may not be seen until that is asked for.
  var isCovered: Bool { photo.map { caption?.cover != nil && !revealed.contains($0.id) } ?? false }

  /// Whether the original is on its way to its file.
  var isSaving = false {
    didSet { if !isSaving { untilSaved = nil } }
  }

  /// Makes a request of the interactor, which answers what it can in the same frame.
  func request(_ request: PhotoViewing.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}
