import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts somebody and their posts into words.
@MainActor final class ProfilePresenter: Presenting {
  weak var display: (any Displaying<ProfileViewModel>)?
  let wording: Wording
  private let abilities: PostAbilities
  private let leaving: SignOutWords
  let keys: KeyMap
  private let report: ActionReport
  private var viewModel = ProfileViewModel()
  private var sheet: ProfileSheet
  private var account: Account?
  private var asking = Asking.nothing
  private var failure: FeedError?

  init(
    wording: Wording, abilities: PostAbilities, keys: KeyMap, parts: [ProfilePart] = [.posts]
  ) {
    self.wording = wording
    self.abilities = abilities
    leaving = SignOutWords(wording: wording, keys: keys)
    self.keys = keys
    report = ActionReport(wording: wording, keys: keys)
    sheet = ProfileSheet(parts: parts)
    if sheet.tabs.count > 1 {
      viewModel.tabs = sheet.tabs.map { ProfileTab(tab: $0, name: wording.name(of: $0)) }
    }
  }

  func present(_ response: Profile.Response) {
    switch response {
    case .person(let person, let isOneself, let account):
      self.account = account
      sheet.heading = heading(of: person, isOneself: isOneself)
    case .tab(let tab): sheet.turn(to: tab)
    case .posts(let entries, let pinned, let hasMore):
      sheet.isEmpty = entries.isEmpty
      viewModel.hasMore = hasMore
      sheet.posts = entries.map { entry in
        var item = report.item(entry.post, boostedBy: entry.boostedBy, for: account)
        item.isPinned = pinned.contains(entry.post.id)
        return .post(item)
      }
    case .collections(let feeds, let hasMore): take(feeds, hasMore: hasMore)
    case .changed(let posts): report.change(posts, in: &sheet.posts)
    case .loading(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error): failure = error
    case .action(let news):
      viewModel.cues = report.tell(news, of: account, in: &sheet.posts).map { .post($0) }
    case .storeFailed(let error):
      let message = Message(text: wording.sentence(for: error), tone: .bad)
      viewModel.cues = [.askNoMore, .post(.say(message))]
    case .confirmSignOut(let losses):
      viewModel.cues = [.ask(leaving.question(losses, handle: account?.handle ?? ""))]
    case .confirmBlock(let person): viewModel.cues = [.ask(blockQuestion(person))]
    case .confirmBlockServer(let server): viewModel.cues = [.ask(blockQuestion(server))]
    case .ask(let kind, let person, let answers):
      viewModel.cues = [.go(.form(Form.Purpose(kind, .person(person), answers: answers)))]
    case .labelsNothing: say(wording.say("They are not a moderation service."))
    case .followFirst:
      say(wording.say("Follow them first ({key}).", ["key": keys.name(for: .follow) ?? ""]))
    case .ownServer: say(wording.say("They are at your own server."))
    case .signingOut: viewModel.cues = [.ask(leaving.goingOn)]
    case .signedOut(let error): viewModel.cues = [.leave(leaving.farewell(error))]
    }
    show()
  }
}

extension ProfilePresenter {
  private func say(_ words: SafeText) {
    viewModel.cues = [.post(.say(Message(text: words, tone: .plain)))]
  }

  private func take(_ feeds: [Feed], hasMore: Bool) {
    let rows = feeds.map { feed in
      ProfileRow.collection(
        ProfileCollection(feed: feed, name: wording.collection(wording.name(of: feed))))
    }
    sheet.collections = rows + (hasMore ? [.moreCollections(wording.say("More collections"))] : [])
  }

  private func show() {
    let isKnown = sheet.heading != nil
    viewModel.title = sheet.heading?.name ?? ""
    viewModel.heading = sheet.heading
    viewModel.rows = sheet.rows
    viewModel.current = sheet.tabs.firstIndex(of: sheet.tab) ?? 0
    viewModel.isWall = sheet.isWall
    viewModel.activity = wording.activity(asking, wording.say("loading"), key: refreshKey)
    viewModel.failure = isKnown ? failure.map { wording.sentence(for: $0) } ?? "" : ""
    let isKnownEmpty = sheet.isEmpty && asking == .nothing && failure == nil
    viewModel.footer = isKnownEmpty && !sheet.isWall ? wording.noPosts : ""
    viewModel.notice = isKnown ? bareWall : notice
    display?.display(viewModel)
    viewModel.cues = []
  }

  private var refreshKey: String { keys.name(for: .refresh) ?? "" }

  /// What stands in the place of photos.
  private var bareWall: StreamNotice? {
    guard sheet.isWall, sheet.posts.isEmpty else { return nil }
    return sheet.isEmpty && asking == .nothing && failure == nil
      ? StreamNotice(sentence: wording.say("No photos yet.")) : notice
  }

  private var notice: StreamNotice {
    guard let failure else {
      return StreamNotice(
        asking: wording.say("Fetching the profile"), asking, wording, key: refreshKey)
    }
    return StreamNotice(
      sentence: wording.sentence(for: failure),
      next: wording.triesAgain(key: refreshKey), isBusy: false)
  }
}

extension ProfilePresenter {
  private func standing(_ relationship: Relationship, _ ties: Ties?) -> StyledText {
    let sentences = ties.map { wording.sentences(for: $0) } ?? []
    return [Span(wording.relationship(relationship), relationship == .followed ? .good : .faint)]
      + sentences.map { Span(" " + $0, .faint) }
  }

  private func heading(of person: Person, isOneself: Bool) -> ProfileHeading {
    let row = PersonRow(person)
    let relationship: Relationship? = isOneself ? .oneself : person.relationship
    return ProfileHeading(
      id: person.id, name: row.name, handle: row.handle,
      bio: PostText.paragraphs(person.bio).paragraphs,
      link: person.url.flatMap { Hyperlink($0) },
      counts: ProfileNumbers(wording: wording, lists: abilities.people ?? []).counts(of: person),
      relationship: relationship.map { standing($0, isOneself ? nil : person.ties) },
      note: person.ties.map { $0.note.isEmpty ? "" : wording.note($0.note) } ?? "",
      isOneself: isOneself, portrait: person.portrait,
      hintWords: relationship.map { wording.hints(for: $0) } ?? [:])
  }
}
