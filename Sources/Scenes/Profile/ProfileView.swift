import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

/// The scene of a profile with its posts.
@MainActor final class ProfileView: PostListScene {
  weak var navigator: (any Navigator)?
  private let person: Person.ID
  let posts: PostPresentation
  let world: any World
  private let requests: SceneRequests<Profile.Request>

  package var pane = ListPane<ProfileRow, ProfileAction>(gap: 1)
  var displayStates = PostDisplayStates()
  private(set) var viewModel = ProfileViewModel()
  private(set) var strip = TabStrip()
  var wall = ProfileWall()
  /// The open confirmation dialog.
  var dialog: ProfileDialog?

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
    let tabs: [Command] = viewModel.tabs.isEmpty ? [] : [.nextStream]
    let tail: [Command] = tabs + [.refresh, .help]
    if let item = pane.selected?.post {
      let own = posts.abilities.hints(for: item, at: world.now).filter { $0 != .profile }
      let shown = viewModel.isWall ? [.open] + own.filter { $0 != .viewPhoto && $0 != .open } : own
      return [.back] + shown.prefix(4) + tail + shown.dropFirst(4)
    }
    if pane.selected?.opening != nil { return [.back, .open] + tail }
    guard let heading = viewModel.heading else { return [.back] + tail }
    let acts: [Command] =
      heading.isOneself
      ? [.signOut] : posts.abilities.canFollow && heading.relationship != nil ? [.follow] : []
    let people: [Command] =
      posts.abilities.permission(toSee: .followers) == .allowed ? [.followers, .following] : []
    let refusals: [Command] =
      acts == [.follow] && posts.abilities.canWrite ? [.mute, .block] : []
    return [.back] + tabs + acts + refusals + people
      + (heading.link == nil ? [] : [.openLink]) + [.help, .refresh]
  }

  /// Keys for following take precedence on the profile of someone else.
  var priorityCommands: [Command] { viewModel.heading?.isOneself == true ? [] : [.follow] }

  var traits: SceneTraits { SceneTraits(hasAir: viewModel.tabs.isEmpty) }

  var clickTargets: [ClickTarget] {
    guard dialog == nil else { return [] }
    let below = viewModel.isWall ? clickTargetsOnWall : clickTargetsInList
    return strip.clickTargets + below.map { $0.moved(down: strip.rows) }
  }

  var hintWords: [Command: SafeText] { viewModel.heading?.hintWords ?? [:] }

  func takes(_ key: Key) -> Bool {
    viewModel.isWall && dialog == nil && Command(wallLetter: key, posts.options) != nil
  }

  func isMoving(at now: Timestamp) -> Bool {
    guard posts.options.isAnimated else { return false }
    return displayStates.isMoving || viewModel.notice?.isBusy == true || dialog?.isBusy == true
  }

  func opened() { requests.once(.open(person)) }

  func closed() { request(.close) }

  func draw(on canvas: inout Canvas, in whole: CellRect, _ drawing: Drawing) {
    endFlashes(at: drawing.now)
    let theme = drawing.theme
    let rect = strip.draw(
      viewModel.tabs.map(\.name), current: viewModel.current, on: &canvas, in: whole, theme,
      isPlain: posts.options.isPlain)
    let sign = Spinner.sign(frame: drawing.frame, posts.options)
    if let notice = viewModel.notice {
      notice.draw(on: &canvas, in: rect, drawing, posts.options)
    } else if viewModel.isWall {
      drawWall(on: &canvas, in: rect, drawing)
    } else {
      let room = PictureRoom(drawing.pictures, pane: rect.size, posts.options)
      let layout = ProfileLayout(
        posts: posts, theme: theme, now: drawing.now, room: room, person: viewModel.heading?.id)
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
    dialog?.draw(on: &canvas, in: whole, theme, sign: sign, options: posts.options)
  }

  func request(_ request: Profile.Request) {
    if request == .refresh { pane.resetLoadMore() }
    requests(request)
  }

  func closeDialog() {
    dialog = nil
    request(.dismiss)
    navigator?.redraw()
  }
}

extension ProfileView: Displaying {
  func display(_ viewModel: ProfileViewModel) {
    if viewModel.current != self.viewModel.current {
      // Another tab begins at its top.
      pane.show([])
      pane.resetLoadMore()
      wall = ProfileWall()
    }
    show(viewModel.rows, replacing: pane.items.isEmpty ? [] : self.viewModel.rows)
    self.viewModel = viewModel
    dialog = viewModel.dialog
    navigator?.redraw()
  }
}

extension ProfileView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}
