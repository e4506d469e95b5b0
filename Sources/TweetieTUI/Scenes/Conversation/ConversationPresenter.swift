import FeedDomain
import Terminal

/// Puts into words what reading a conversation did.
@MainActor final class ConversationPresenter: ConversationPresenting {
  weak var display: (any ConversationDisplaying)?

  private let wording: Wording
  private let keys: KeyMap
  private let messages: ActionMessages
  private var account: Account?
  private var undelivered = UndeliveredPosts()
  private var count = 0
  private var isLoading = false
  private var failure: FeedError?

  /// A presenter in these words; its display is set once there is one.
  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    self.keys = keys
    messages = ActionMessages(wording: wording, keys: keys)
  }

  func present(_ response: ConversationReading.Response) {
    switch response {
    case .conversation(let conversation, let account):
      self.account = account
      count = conversation.nodes.count
      display?.show(rows(of: conversation, account: account))
      showSurroundings()
    case .changed(let posts): display?.change(posts, undelivered: undelivered.marked)
    case .loading(let isLoading):
      self.isLoading = isLoading
      if isLoading { failure = nil }
      showSurroundings()
    case .failed(let error):
      failure = error
      showSurroundings()
      if error == .signedOut { askToSignIn() }
    case .action(let news): hear(news)
    }
  }
}

extension ConversationPresenter {
  private func rows(of conversation: Conversation, account: Account) -> [ConversationRow] {
    let branches = Branch.branches(depths: conversation.nodes.map(\.depth))
    return zip(conversation.nodes, branches).map { node, branch in
      ConversationRow(
        item: PostItem(
          node.post, isOwn: node.post.author.id == account.person,
          isWaiting: undelivered.marked.contains(node.post.id)),
        isFocus: node.post.id == conversation.focus, branch: branch)
    }
  }

  private func hear(_ news: ActionNews) {
    let before = undelivered.marked
    undelivered.hear(news)
    if case .acted(.mark(let post, .liked, true)) = news { display?.flash(post) }
    if news == .signedOut { askToSignIn() }
    if before != undelivered.marked { display?.change([], undelivered: undelivered.marked) }
    if let message = messages.message(for: news) { display?.say(message) }
  }

  private func askToSignIn() {
    if let account { display?.askToSignIn(account) }
  }

  private func showSurroundings() {
    display?.show(
      ConversationHeading(
        title: SafeText(sanitizing: wording.conversation),
        count: count > 0 ? wording.posts(count) : "",
        activity: isLoading ? SafeText(sanitizing: wording.loading) : "",
        failure: failure.map { SafeText(sanitizing: wording.conversationFailed($0)) } ?? ""))
    display?.show(notice)
  }

  private var notice: StreamNotice? {
    guard count == 0 else { return nil }
    guard let failure else {
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.loadingConversation), next: "", isBusy: true)
    }
    let key = keys.name(for: .refresh) ?? ""
    return StreamNotice(
      sentence: SafeText(sanitizing: wording.nothingToShow(failure)),
      next: SafeText(sanitizing: wording.pressToTryAgain(key: key)), isBusy: false)
  }
}
