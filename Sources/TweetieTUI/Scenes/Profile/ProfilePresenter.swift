import FeedDomain
import Terminal

/// Puts somebody and their posts into words.
@MainActor final class ProfilePresenter: ProfilePresenting {
  weak var display: (any ProfileDisplaying)?
  let wording: Wording
  private let abilities: PostAbilities
  private let leaving: SignOutWords
  let keys: KeyMap
  private let refreshKey: String
  private let report: ActionReport
  private var account: Account?
  private var surroundings = ProfileSurroundings()
  private var isKnown = false
  private var isLoading = false
  private var count: Int?
  private var failure: FeedError?

  init(wording: Wording, abilities: PostAbilities, keys: KeyMap) {
    self.wording = wording
    self.abilities = abilities
    leaving = SignOutWords(wording: wording, keys: keys)
    self.keys = keys
    refreshKey = keys.name(for: .refresh) ?? ""
    report = ActionReport(wording: wording, keys: keys)
  }

  func present(_ response: Profile.Response) {
    switch response {
    case .person(let person, let isOneself, let account):
      self.account = account
      isKnown = true
      let heading = heading(of: person, isOneself: isOneself)
      surroundings.title = heading.name
      display?.show(heading)
    case .posts(let entries, let hasMore):
      count = entries.count
      display?.show(
        entries.map { report.item($0.post, boostedBy: $0.boostedBy, for: account) },
        hasMore: hasMore)
    case .collections(let feeds, let hasMore):
      display?.show(
        feeds.map { ProfileCollection(feed: $0, name: wording.collection(wording.name(of: $0))) },
        more: hasMore ? wording.moreCollections : nil)
    case .changed(let posts): showChanged(posts)
    case .loading(let isLoading):
      self.isLoading = isLoading
      if isLoading { failure = nil }
    case .failed(let error): failure = error
    case .action(let news):
      let before = report.undelivered.marked
      report.tell(news, of: account).forEach { display?.obey($0) }
      if before != report.undelivered.marked { showChanged([]) }
    case .storeFailed(let error):
      display?.show(nil)
      display?.say(Message(text: wording.sentence(for: error), tone: .bad))
    case .confirmSignOut(let losses):
      display?.show(leaving.question(losses, handle: account?.handle ?? ""))
    case .confirmBlock(let person): display?.show(blockQuestion(person))
    case .signingOut: display?.show(leaving.goingOn)
    case .signedOut(let error): display?.signedOut(leaving.farewell(error))
    }
    showSurroundings()
  }
}

extension ProfilePresenter {
  private func showChanged(_ posts: [Post]) {
    display?.change(posts, undelivered: report.undelivered.marked)
  }

  private func showSurroundings() {
    surroundings.activity = isLoading ? wording.say("loading") : ""
    surroundings.failure = isKnown ? failure.map { wording.sentence(for: $0) } ?? "" : ""
    surroundings.footer = count == 0 && !isLoading && failure == nil ? wording.noPosts : ""
    surroundings.notice = isKnown ? nil : notice
    display?.show(surroundings)
  }

  private var notice: StreamNotice {
    guard let failure else {
      return StreamNotice(sentence: wording.fetchingProfile, next: "", isBusy: true)
    }
    return StreamNotice(
      sentence: wording.sentence(for: failure), next: wording.triesAgain(key: refreshKey),
      isBusy: false)
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
      counts: ProfileNumbers(wording: wording, lists: abilities.lists).counts(of: person),
      relationship: relationship.map {
        Span(wording.relationship($0), $0 == .followed ? .good : .faint)
      },
      isOneself: isOneself, portrait: person.portrait,
      hintWords: relationship.map { wording.hints(for: $0) } ?? [:])
  }
}
