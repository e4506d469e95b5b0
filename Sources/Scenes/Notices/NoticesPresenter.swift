import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts what happened to the reader into words.
@MainActor final class NoticesPresenter: Presenting {
  weak var display: (any Displaying<NoticesViewModel>)?

  private let posts: PostPresentation
  private let refreshKey: String
  private let report: ActionReport
  private var viewModel = NoticesViewModel()
  /// Whose notices they are; nil before any are known.
  private var account: Account?
  private var tab = NoticeTab.all
  private var together = Together()
  private var asking = Asking.nothing
  private var failure: FeedError?

  /// A presenter in the words of those posts; its display is set once there is one.
  init(posts: PostPresentation, keys: KeyMap) {
    self.posts = posts
    refreshKey = keys.name(for: .refresh) ?? ""
    report = ActionReport(wording: posts.wording, keys: keys)
    viewModel.title = posts.wording.notifications
  }

  func present(_ response: Notices.Response) {
    var cues: [PostCue] = []
    switch response {
    case .notices(let shown):
      account = shown.account
      failure = nil
      take(shown.company)
      viewModel.tabs = shown.tabs.map { NoticesTab(tab: $0, name: wording.name(of: $0)) }
      viewModel.current = shown.tabs.firstIndex(of: shown.tab) ?? 0
      tab = shown.tab
      viewModel.count = shown.unread.isEmpty ? "" : wording.newNotices(shown.unread.count)
      viewModel.rows = shown.notices.map { row($0, in: shown) }
      viewModel.hasMore = shown.hasMore
    case .loading(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error): failure = error
    case .action(let news): cues = report.tell(news, of: account, in: &viewModel.rows)
    }
    show(cues)
  }
}

extension NoticesPresenter {
  private var wording: Wording { posts.wording }

  private func show(_ cues: [PostCue]) {
    viewModel.activity = wording.activity(asking, wording.say("loading"), key: refreshKey)
    viewModel.failure =
      failure.map { wording.sentence(for: $0) + " " + wording.triesAgain(key: refreshKey) } ?? ""
    viewModel.notice = viewModel.rows.isEmpty ? notice : nil
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  private var notice: StreamNotice {
    if let failure {
      return StreamNotice(
        sentence: wording.sentence(for: failure), next: wording.triesAgain(key: refreshKey))
    }
    guard account != nil, asking == .nothing else {
      return StreamNotice(asking: wording.fetchingNotices, asking, wording, key: refreshKey)
    }
    return tab == .all
      ? StreamNotice(sentence: wording.noNotices, next: wording.noNoticesNext)
      : StreamNotice(sentence: wording.noneOfThese)
  }
}

extension NoticesPresenter {
  private func take(_ company: Notices.Shown.Company) {
    together = Together(company.members)
    viewModel.together = company.isOffered ? !company.members.isEmpty : nil
    viewModel.title = company.members.isEmpty ? wording.notifications : wording.noticesOfAll
    viewModel.silence = wording.silent(company.silent)
  }

  private func row(_ notice: Notice, in shown: Notices.Shown) -> NoticeRow {
    let (sign, role) = sign(of: notice.kind)
    let reader = together.account(of: notice.id) ?? shown.account
    let canWrite = (together.abilities(of: notice.id) ?? posts.abilities).canWrite
    return NoticeRow(
      id: notice.topic, sign: sign, role: role, words: words(of: notice, to: reader, naming: 2),
      shortWords: words(of: notice, to: reader, naming: 1), at: notice.at,
      isUnread: shown.unread.contains(notice.id),
      post: notice.post.map { together.item(report.item($0, for: reader)) },
      showsPost: notice.post.map { $0.author.id != reader.person } ?? false,
      person: notice.people.first?.id.own, route: route(of: notice, account: reader),
      page: (notice.subject?.url).flatMap { Hyperlink($0) },
      asking: canWrite ? notice.people.first { notice.asks($0.id) }?.id : nil,
      owner: together.sign(of: notice.id).map { .init(account: reader.id, sign: $0) })
  }

  private func words(of notice: Notice, to reader: Account, naming most: Int) -> SafeText {
    wording.happened(notice, to: reader, naming: most, posts.name)
  }

  private func sign(of kind: Notice.Kind) -> (SafeText, Role) {
    guard !posts.options.isPlain else { return ("", .text) }
    return switch kind {
    case .like, .likeOfBoosted: ("♥", .liked)
    case .boost, .boostOfBoosted: ("↻", .boosted)
    case .follow, .request, .newcomer, .joined, .contact: ("+", .good)
    case .mention: ("@", .mention)
    case .quote: ("»", .mention)
    case .poll: ("≡", .poll)
    case .edit, .quoteEdit: ("✎", .strong)
    case .severed, .warning, .report: ("!", .bad)
    case .reaction, .published, .verified, .unverified, .collected, .collectionEdit, .other:
      ("*", .strong)
    }
  }

  /// Where it leads: to the post, or to whoever did it.
  private func route(of notice: Notice, account: Account) -> Route? {
    if let post = notice.post { return .conversation(post.id.own) }
    let abilities = together.abilities(of: notice.id) ?? posts.abilities
    guard let lists = abilities.people, let person = notice.people.first else { return nil }
    let goesToList = notice.count > 1 && lists.contains(.followers)
    return goesToList ? .people(.followers(account.person)) : .profile(person.id.own)
  }
}
