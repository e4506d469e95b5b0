import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts a list of messages into words.
@MainActor final class MessagesPresenter: Presenting {
  weak var display: (any Displaying<MessagesViewModel>)?
  private let wording: Wording
  private let account: Account
  private let world: any World
  private let keys: KeyMap
  private var viewModel = MessagesViewModel()
  private var asking = Asking.nothing
  private var failure: FeedError?
  private var isKnown = false

  init(for account: Account, wording: Wording, keys: KeyMap, world: any World) {
    (self.account, self.wording, self.keys, self.world) = (account, wording, keys, world)
    viewModel.title = wording.messagesTitle
  }

  /// Shows the scene before anything is known.
  func begin() { show() }

  func present(_ response: Messages.Response) {
    switch response {
    case .shown(let all, let hasMore):
      isKnown = true
      failure = nil
      viewModel.rows = all.map(row)
      viewModel.hasMore = hasMore
      viewModel.aside = wording.unreadMessages(all.count(where: \.isUnread))
    case .asking(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error):
      failure = error
      if error == .signedOut { viewModel.cues = [.askToSignIn(account)] }
    case .notMarked(let error):
      viewModel.cues = [.say(Message(text: wording.notMarkedRead(error), tone: .bad))]
    }
    show()
  }
}

extension MessagesPresenter {
  private func show() {
    let key = keys.name(for: .refresh) ?? ""
    viewModel.activity = wording.activity(asking, wording.fetchingMessages, key: key)
    viewModel.failure =
      failure.map { wording.sentence(for: $0) + " " + wording.triesAgain(key: key) } ?? ""
    viewModel.notice = viewModel.rows.isEmpty ? notice(key: key) : nil
    display?.display(viewModel)
    viewModel.cues = []
  }

  private func notice(key: String) -> StreamNotice? {
    if let failure {
      return StreamNotice(
        sentence: wording.sentence(for: failure), next: wording.triesAgain(key: key))
    }
    if asking != .nothing || !isKnown {
      return StreamNotice(asking: wording.fetchingMessages, asking, wording, key: key)
    }
    return StreamNotice(
      sentence: wording.noMessages,
      next: wording.messagesBegin(key: keys.name(for: .compose) ?? ""))
  }

  private func row(_ talk: Correspondence) -> MessageRow {
    MessageRow(
      id: talk.id, people: wording.partners(talk.people),
      words: wording.lastSaid(talk.last, by: account.person),
      time: talk.last.map { wording.relativeTime($0.createdAt, now: world.now) } ?? "",
      isUnread: talk.isUnread, last: talk.last?.id,
      partner: talk.people.count == 1 ? talk.people[0].id : nil)
  }
}
