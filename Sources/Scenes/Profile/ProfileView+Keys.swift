import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

extension ProfileView {
  func handle(_ event: SceneEvent) -> Bool {
    if let dialog { return handle(event, in: dialog) }
    if case .mouse(let mouse, let count) = event {
      if case .press(1) = mouse.action, let tab = strip.tab(at: mouse.position) {
        look(at: tab)
        return true
      }
      let room = CellRect(row: strip.rows, column: 0, rows: 0, columns: 0)
      return handleBelow(.mouse(mouse.moved(into: room), count: count))
    }
    return handleBelow(event)
  }

  private func handleBelow(_ event: SceneEvent) -> Bool {
    viewModel.isWall ? handleOnWall(event) : handleInList(event)
  }

  func activate(_ place: CellPosition, copying: Bool) {
    if let tab = strip.tab(at: place) { return look(at: tab) }
    let below = CellPosition(row: place.row - strip.rows, column: place.column)
    viewModel.isWall
      ? reachOnWall(below, copying: copying) : activateInList(below, copying: copying)
  }

  private func look(at number: Int) {
    if viewModel.tabs.indices.contains(number) { request(.look(at: viewModel.tabs[number].tab)) }
  }

  /// Handles an event while a dialog is shown. It can be left unless signing out has begun.
  private func handle(_ event: SceneEvent, in dialog: ProfileDialog) -> Bool {
    guard case .command(let command) = event else { return true }
    switch (command, dialog.purpose) {
    case (.open, .block), (.block, .block):
      self.dialog = nil
      request(.reallyBlock)
      return true
    case (.open, .blockServer), (.block, .blockServer):
      self.dialog = nil
      request(.reallyBlockServer)
      return true
    default: break
    }
    switch command {
    case .open where dialog.purpose == .signOut, .signOut where dialog.purpose == .signOut:
      if !dialog.isBusy { request(.reallySignOut) }
    case .back: if !dialog.isBusy { closeDialog() }
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }

  func handleCommand(_ command: Command) -> Bool {
    if let tab = command.tab(after: viewModel.current, of: viewModel.tabs.count) {
      look(at: tab)
      return true
    }
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    case .follow: relate(.toggleFollow)
    // Where the service mutes nobody, the reader does.
    case .mute where !posts.abilities.canWrite && viewModel.heading?.isOneself != true:
      navigator?.go(to: .mutes(about: pane.selected?.post?.post.id))
    case .mute: relate(.toggleMute)
    case .block: relate(.toggleBlock)
    case .hideBoosts: relate(.toggleTie(.hideBoosts))
    case .tellOfPosts: relate(.toggleTie(.tellOfPosts))
    case .blockServer: relate(.toggleTie(.blockServer))
    case .feature: relate(.toggleTie(.feature))
    case .takeLabels: relate(.toggleTie(.takeLabels))
    case .statistics:
      guard let heading = viewModel.heading else { return true }
      navigator?.go(to: .listing(.statistics(heading.id)))
    case .message: relate(.say(.message))
    case .note: relate(.say(.note))
    case .muteFor: relate(.say(.muteFor))
    case .lists:
      guard let heading = viewModel.heading, !heading.isOneself else { return false }
      navigator?.go(to: .listing(.lists(with: heading.id)))
    case .editProfile:
      guard viewModel.heading?.isOneself == true else { return false }
      request(.say(.profile))
    // A post that is selected is what somebody is reported for.
    case .report where pane.selected?.post == nil: relate(.say(.report))
    case .signOut:
      guard viewModel.heading?.isOneself == true else { return false }
      request(.signOut)
    case .followers, .following, .familiar, .featured:
      guard let heading = viewModel.heading else { return true }
      let list: PeopleList =
        switch command {
        case .familiar: .familiar(heading.id)
        case .featured: .featured(heading.id)
        case .followers: .followers(heading.id)
        default: .following(heading.id)
        }
      switch posts.abilities.permission(toSee: list.kind) {
      case .allowed: navigator?.go(to: .people(list))
      case .withheld(let reason):
        say(
          Message(
            text: posts.wording.sentence(for: reason, at: posts.abilities.service), tone: .plain))
      }
    default: return handleSelected(command)
    }
    return true
  }

  /// Opens a link; the person's own page is opened in the browser, because inside the program it
  /// would lead back here.
  func follow(_ link: Hyperlink) {
    if link == viewModel.heading?.link { navigator?.browse(link) } else { navigator?.open(link) }
  }

  private func handleSelected(_ command: Command) -> Bool {
    // Whose profile it is, is on the screen already.
    if command == .profile, pane.selected?.post?.post.author.id == viewModel.heading?.id {
      return true
    }
    if command == .ownProfile, viewModel.heading?.isOneself == true { return true }
    if go(by: command) { return true }
    if let item = pane.selected?.post { return perform(command, on: item) }
    if command == .open, let action = pane.selected?.opening {
      perform(action)
      return true
    }
    guard let link = viewModel.heading?.link else { return false }
    switch command {
    case .openLink, .browse: navigator?.browse(link)
    case .copyLink: navigator?.copy(SafeText(sanitizing: link.address))
    default: return false
    }
    return true
  }

  private func relate(_ change: Profile.Request) {
    guard let heading = viewModel.heading else { return }
    guard !heading.isOneself else {
      return say(Message(text: posts.wording.notOneself, tone: .plain))
    }
    request(change)
  }

  func perform(_ action: ProfileAction) {
    switch action {
    case .people(let list): navigator?.go(to: .people(list))
    case .follow: relate(.toggleFollow)
    case .collection(let feed): navigator?.go(to: .stream(feed))
    case .moreCollections: request(.moreCollections)
    case .post(let action):
      if let item = pane.selected?.post { return perform(action, on: item) }
      // The bio names people and tags.
      switch action {
      case .deed(.meet(let person)): navigator?.go(to: .profile(person))
      case .tag(let tag): navigator?.go(to: .stream(.tag(tag)))
      default: break
      }
    }
  }

  func opensContent(_ action: ProfileAction) -> Bool {
    switch action {
    case .post(let action): action.opensContent
    case .follow: false
    case .people, .collection, .moreCollections: true
    }
  }

  func copyAddress(of action: ProfileAction?) {
    guard case .post(let action)? = action, let item = pane.selected?.post else {
      return say(Message(text: posts.wording.noAddress, tone: .plain))
    }
    copyAddress(of: action, on: item)
  }

  func moved() {
    navigator?.redraw()
    // Near the end, the next posts are fetched before they are missed.
    if viewModel.hasMore, pane.shouldLoadMore() { request(.more) }
  }
}
