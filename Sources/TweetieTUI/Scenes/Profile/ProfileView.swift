import FeedDomain
import Terminal

/// Somebody, and what they wrote below.
@MainActor final class ProfileView: PostListScene {
  weak var stage: (any Stage)?
  private let interactor: any ProfileInteracting
  private let person: Person.ID
  let posts: PostPresentation
  let world: any World
  private let requests = SceneRequests()
  private var isOpen = false

  var pane = ListPane<ProfileRow, ProfileAction>(gap: 1)
  var heading: ProfileHeading?
  var surroundings = ProfileSurroundings()
  var dialog: ProfileDialog?
  var hasMore = false
  var states = PostStates()

  init(
    of person: Person.ID, interactor: any ProfileInteracting, posts: PostPresentation,
    world: any World
  ) {
    self.person = person
    self.interactor = interactor
    self.posts = posts
    self.world = world
  }

  var header: Header {
    Header(
      surroundings.title, failure: surroundings.failure, activity: surroundings.activity)
  }

  var hints: [Command] {
    guard dialog == nil else { return [] }
    let tail: [Command] = [.refresh, .help]
    if let item = pane.selected?.post {
      let own = posts.abilities.hints(for: item, at: world.now).filter { $0 != .profile }
      return [.back] + own.prefix(5) + tail + own.dropFirst(5)
    }
    if pane.selected?.opening != nil { return [.back, .open] + tail }
    guard let heading else { return [.back] + tail }
    let acts: [Command] =
      heading.isOneself
      ? [.signOut] : posts.abilities.canWrite && heading.relationship != nil ? [.follow] : []
    let people: [Command] =
      posts.abilities.lists.contains(.followers) ? [.followers, .following] : []
    let refusals: [Command] = acts == [.follow] ? [.mute, .block] : []
    return [.back] + acts + refusals + people + (heading.link == nil ? [] : [.openLink])
      + [.help, .refresh]
  }

  var hintWords: [Command: SafeText] { heading?.hintWords ?? [:] }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return states.isMoving || surroundings.notice?.isBusy == true || dialog?.isBusy == true
  }

  func opened() {
    if !isOpen { request(.open(person)) }
    isOpen = true
  }

  func closed() { request(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    lowerThumbs(at: drawing.now)
    let theme = drawing.theme
    let sign = Spinner.sign(frame: drawing.frame, posts.options)
    if let notice = surroundings.notice {
      notice.draw(on: &canvas, in: rect, drawing, posts.options)
    } else {
      let room = PictureRoom(drawing.pictures, pane: rect.size, posts.options)
      let layout = ProfileLayout(posts: posts, theme: theme, now: drawing.now, room: room)
      pane.footer =
        surroundings.footer.isEmpty ? [] : [Line(surroundings.footer, theme.style(.faint))]
      pane.fit(rect.size, look: .init(theme: theme, second: drawing.second, pictures: room)) {
        layout.block($0, columns: $1)
      }
      let isMarked = drawing.isFront && dialog == nil
      pane.draw(
        on: &canvas, in: rect, mark: isMarked ? .init(theme, posts.options) : nil,
        pictures: PictureBox(drawing, posts))
    }
    dialog?.draw(on: &canvas, in: rect, theme, sign: sign, options: posts.options)
  }

  /// Makes a request of the interactor, which answers what it can in the same frame.
  func request(_ request: Profile.Request) {
    if request == .refresh { pane.leaveEnd() }
    requests.make { [interactor] in await interactor.handle(request) }
  }

  /// Takes the question away.
  func closeDialog() {
    dialog = nil
    stage?.redraw()
  }
}
