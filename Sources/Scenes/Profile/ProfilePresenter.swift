import FeedDomain
import Preferences
import Terminal
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
  private var account: Account?
  private var asking = Asking.nothing
  /// Whether they wrote nothing, as far as that is known.
  private var isEmpty = false
  private var failure: FeedError?

  init(wording: Wording, abilities: PostAbilities, keys: KeyMap) {
    self.wording = wording
    self.abilities = abilities
    leaving = SignOutWords(wording: wording, keys: keys)
    self.keys = keys
    report = ActionReport(wording: wording, keys: keys)
  }

  func present(_ response: Profile.Response) {
    switch response {
    case .person(let person, let isOneself, let account):
      self.account = account
      show(heading(of: person, isOneself: isOneself))
    case .posts(let entries, let hasMore):
      isEmpty = entries.isEmpty
      viewModel.hasMore = hasMore
      viewModel.rows =
        viewModel.rows.filter { $0.post == nil }
        + entries.map { .post(report.item($0.post, boostedBy: $0.boostedBy, for: account)) }
    case .collections(let feeds, let hasMore): show(feeds, hasMore: hasMore)
    case .changed(let posts): report.change(posts, in: &viewModel.rows)
    case .loading(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error): failure = error
    case .action(let news):
      viewModel.cues = report.tell(news, of: account, in: &viewModel.rows).map { .post($0) }
    case .storeFailed(let error):
      let message = Message(text: wording.sentence(for: error), tone: .bad)
      viewModel.cues = [.askNoMore, .post(.say(message))]
    case .confirmSignOut(let losses):
      viewModel.cues = [.ask(leaving.question(losses, handle: account?.handle ?? ""))]
    case .confirmBlock(let person): viewModel.cues = [.ask(blockQuestion(person))]
    case .signingOut: viewModel.cues = [.ask(leaving.goingOn)]
    case .signedOut(let error): viewModel.cues = [.leave(leaving.farewell(error))]
    }
    show()
  }
}

extension ProfilePresenter {
  private func show(_ heading: ProfileHeading) {
    viewModel.title = heading.name
    guard heading != viewModel.heading else { return }
    viewModel.rows = [.heading(heading)] + viewModel.rows.filter { $0.id != .heading }
  }

  private func show(_ feeds: [Feed], hasMore: Bool) {
    let rows = feeds.map { feed in
      ProfileRow.collection(
        ProfileCollection(feed: feed, name: wording.collection(wording.name(of: feed))))
    }
    viewModel.rows =
      viewModel.rows.filter { $0.id == .heading } + rows
      + (hasMore ? [.moreCollections(wording.moreCollections)] : [])
      + viewModel.rows.filter { $0.post != nil }
  }

  private func show() {
    let isKnown = viewModel.heading != nil
    viewModel.activity = wording.activity(asking, wording.say("loading"), key: refreshKey)
    viewModel.failure = isKnown ? failure.map { wording.sentence(for: $0) } ?? "" : ""
    viewModel.footer = isEmpty && asking == .nothing && failure == nil ? wording.noPosts : ""
    viewModel.notice = isKnown ? nil : notice
    display?.display(viewModel)
    viewModel.cues = []
  }

  private var refreshKey: String { keys.name(for: .refresh) ?? "" }

  private var notice: StreamNotice {
    guard let failure else {
      return StreamNotice(asking: wording.fetchingProfile, asking, wording, key: refreshKey)
    }
    return StreamNotice(
      sentence: wording.sentence(for: failure),
      next: wording.triesAgain(key: refreshKey), isBusy: false)
  }
}

extension ProfilePresenter {
  private func heading(of person: Person, isOneself: Bool) -> ProfileHeading {
    let row = PersonRow(person)
    let relationship: Relationship? = isOneself ? .oneself : person.relationship
    return ProfileHeading(
      id: person.id, name: row.name, handle: row.handle,
      bio: PostText.paragraphs(person.bio).paragraphs,
      link: person.url.flatMap { Hyperlink($0) },
      counts: ProfileNumbers(wording: wording, lists: abilities.people ?? []).counts(of: person),
      relationship: relationship.map {
        Span(wording.relationship($0), $0 == .followed ? .good : .faint)
      },
      isOneself: isOneself, portrait: person.portrait,
      hintWords: relationship.map { wording.hints(for: $0) } ?? [:])
  }
}
