import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

/// Draws a photo as large as it goes, and turns keys into requests.
@MainActor final class PhotoView: Scene {
  weak var navigator: (any Navigator)?
  let posts: PostPresentation
  let world: any World
  let request: SceneRequests<PhotoViewing.Request>

  /// What was shown last.
  package private(set) var shown = PhotoViewModel()
  /// Whose thumb is up.
  private var displayStates = PostDisplayStates()
  var look = PhotoLook()
  var last = PhotoFrame()
  /// What is asked for when the scene opens; nil once it has.
  private var first: PhotoViewing.Request?
  /// Whether a photo that another account sees takes this one's place.
  private var closesWhenLeft = false
  /// Keeps this alive while what is being saved is not in its file: its name must be told.
  private var untilSaved: PhotoView?

  /// The scene of a photo of a post.
  init(
    of post: Post.ID, index: Int, interactor: any Interacting<PhotoViewing.Request>,
    posts: PostPresentation,
    world: any World
  ) {
    first = .open(post, index: index)
    request = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
    look.showsFacts = posts.options.isPlain
  }

  /// Whether words stand in the photo's place, for whoever listens to the screen.
  var isInWords: Bool { posts.options.isPlain }

  var traits: SceneTraits {
    SceneTraits(hasAir: false, fitsBeside: false, closesWhenLeft: closesWhenLeft)
  }

  var header: Header {
    let heading = shown.heading
    var right: StyledText = []
    if let measure = last.measure, look.zoom.isNear(measure) {
      right.append(Span("\(look.zoom.view(measure).percent) %", .barFaint))
    }
    if !heading.activity.isEmpty {
      if !right.isEmpty { right.append(Span("  ", .barFaint)) }
      let frame = Int(truncatingIfNeeded: world.now.milliseconds / 100)
      right.append(Span(Spinner.sign(frame: frame, posts.options) + " " + heading.activity, .busy))
    } else if !heading.failure.isEmpty {
      if !right.isEmpty { right.append(Span("  ", .barFaint)) }
      right.append(Span(heading.failure, .bad))
    }
    return Header(left: [Span(heading.title, .barStrong)], right: right)
  }

  var hints: [Command] {
    guard let exhibit = shown.exhibit else { return [.back, .refresh, .help] }
    var hints: [Command] = [.back]
    if isCovered { hints.append(.reveal) }
    if exhibit.caption.film != nil { hints.append(.play) }
    hints.append(.nextPhoto)
    if !isInWords { hints.append(.zoomIn) }
    if let measure = last.measure, look.zoom.isNear(measure) { hints += [.zoomOut, .zoomFit] }
    hints.append(.details)
    if posts.abilities.offers(.like, on: exhibit.item, at: world.now) {
      hints.append(.like)
    }
    hints.append(.savePhoto)
    let own = posts.abilities.hints(for: exhibit.item, at: world.now)
    return hints + own.filter { !hints.contains($0) && $0 != .viewPhoto } + [.help]
  }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || !shown.heading.activity.isEmpty
      || shown.notice?.isBusy == true
  }

  func opened() {
    guard let first else { return }
    self.first = nil
    request(first)
  }

  func closed() {
    request(.close)
    if shown.isSaving { untilSaved = self }
  }

  /// The post, as it is looked at.
  var item: PostItem? { shown.exhibit.map { displayStates.applied(to: $0.item) } }

  /// Whether the photo may not be seen until that is asked for.
  var isCovered: Bool {
    shown.exhibit.map { $0.caption.cover != nil && !look.revealed.contains($0.photo.id) } ?? false
  }

  /// Takes the thumb down that was up long enough.
  func lowerThumb(at now: Timestamp) { _ = displayStates.endFlashes(at: now) }
}

extension PhotoView: Displaying {
  func display(_ viewModel: PhotoViewModel) {
    let before = shown
    shown = viewModel
    shown.cues = []
    for cue in viewModel.cues { obey(cue) }
    if !shown.isSaving { untilSaved = nil }
    if viewModel != before { navigator?.redraw() }
  }

  func flash(_ post: Post.ID) {
    if posts.options.isAnimated { displayStates.flash(post, at: world.now) }
  }

  private func obey(_ cue: PhotoViewModel.Cue) {
    switch cue {
    case .post(let cue): obey(cue)
    case .arrive:
      look.arrive()
      // Whoever looks at the facts asks for them now, and what is known comes at once.
      if look.showsFacts { request(.details) }
    case .leave(let post, let index):
      closesWhenLeft = true
      navigator?.go(to: .photo(post, index: index))
      closesWhenLeft = false
    case .play(let film): navigator?.play(film)
    }
  }
}
