import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Somebody, and what they wrote below.
@MainActor final class ProfileView: PostListScene {
  weak var stage: (any Stage)?
  private let person: Person.ID
  let posts: PostPresentation
  let world: any World
  private let requests: SceneRequests<Profile.Request>

  package var pane = ListPane<ProfileRow, ProfileAction>(gap: 1)
  var states = PostStates()
  private(set) var viewModel = ProfileViewModel()
  /// What is asked before something that cannot be taken back, until it is answered.
  private(set) var dialog: ProfileDialog?

  init(
    of person: Person.ID, interactor: any Interacting<Profile.Request>, posts: PostPresentation,
    world: any World
  ) {
    self.person = person
    requests = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: Header {
    Header(viewModel.title, failure: viewModel.failure, activity: viewModel.activity)
  }

  var hints: [Command] {
    guard dialog == nil else { return [] }
    let tail: [Command] = [.refresh, .help]
    if let item = pane.selected?.post {
      let own = posts.abilities.hints(for: item, at: world.now).filter { $0 != .profile }
      return [.back] + own.prefix(5) + tail + own.dropFirst(5)
    }
    if pane.selected?.opening != nil { return [.back, .open] + tail }
    guard let heading = viewModel.heading else { return [.back] + tail }
    let acts: [Command] =
      heading.isOneself
      ? [.signOut] : posts.abilities.canWrite && heading.relationship != nil ? [.follow] : []
    let people: [Command] =
      posts.abilities.permission(toSee: .followers) == .allowed ? [.followers, .following] : []
    let refusals: [Command] = acts == [.follow] ? [.mute, .block] : []
    return [.back] + acts + refusals + people + (heading.link == nil ? [] : [.openLink])
      + [.help, .refresh]
  }

  /// Whom one may follow, one follows here.
  var claims: [Command] { viewModel.heading?.isOneself == true ? [] : [.follow] }

  var spots: [Spot] { dialog == nil ? spotsInList : [] }

  var hintWords: [Command: SafeText] { viewModel.heading?.hintWords ?? [:] }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return states.isMoving || viewModel.notice?.isBusy == true || dialog?.isBusy == true
  }

  func opened() { requests.once(.open(person)) }

  func closed() { request(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    lowerThumbs(at: drawing.now)
    let theme = drawing.theme
    let sign = Spinner.sign(frame: drawing.frame, posts.options)
    if let notice = viewModel.notice {
      notice.draw(on: &canvas, in: rect, drawing, posts.options)
    } else {
      let room = PictureRoom(drawing.pictures, pane: rect.size, posts.options)
      let layout = ProfileLayout(posts: posts, theme: theme, now: drawing.now, room: room)
      pane.footer =
        viewModel.footer.isEmpty ? [] : [Line(viewModel.footer, theme.style(.faint))]
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
    requests(request)
  }

  /// Takes the question away.
  func closeDialog() {
    dialog = nil
    stage?.redraw()
  }
}

extension ProfileView: Displaying {
  func display(_ viewModel: ProfileViewModel) {
    show(viewModel.rows, insteadOf: self.viewModel.rows)
    self.viewModel = viewModel
    viewModel.cues.forEach(obey)
    stage?.redraw()
  }

  private func obey(_ cue: ProfileCue) {
    switch cue {
    case .post(let cue): obey(cue)
    case .ask(let dialog): self.dialog = dialog
    case .askNoMore: dialog = nil
    case .leave(let message):
      stage?.go(to: .signedOut)
      stage?.say(message)
    }
  }
}

extension ProfileView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}
