import FeedDomain
import Terminal

/// Puts into words what reading a conversation did.
@MainActor final class ConversationPresenter: ConversationPresenting {
  weak var display: (any ConversationDisplaying)?

  private let wording: Wording
  private let keys: KeyMap
  private let report: ActionReport
  private var account: Account?
  private var count = 0
  private var hasMore = false
  private var isLoading = false
  private var failure: FeedError?
  private var isGone = false

  /// A presenter in these words; its display is set once there is one.
  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    self.keys = keys
    report = ActionReport(wording: wording, keys: keys)
  }

  func present(_ response: ConversationReading.Response) {
    switch response {
    case .conversation(let conversation, let account):
      self.account = account
      isGone = false
      count = conversation.nodes.count
      hasMore = conversation.hasMore
      display?.show(rows(of: conversation, account: account))
      showSurroundings()
    case .changed(let posts): showChanged(posts)
    case .loading(let isLoading):
      self.isLoading = isLoading
      if isLoading { failure = nil }
      showSurroundings()
    case .failed(let error):
      failure = error
      showSurroundings()
      if error == .signedOut, let account { display?.obey(.askToSignIn(account)) }
    case .gone:
      isGone = true
      count = 0
      display?.show([])
      showSurroundings()
    case .action(let news):
      let before = report.undelivered.marked
      report.tell(news, of: account).forEach { display?.obey($0) }
      if before != report.undelivered.marked { showChanged([]) }
    }
  }
}

extension ConversationPresenter {
  private func rows(of conversation: Conversation, account: Account) -> [ConversationRow] {
    // What was left out stands where the answers would.
    let places = conversation.nodes.flatMap { node in
      let post = (node: node, isCut: false)
      return conversation.cut.contains(node.post.id) ? [post, (node: node, isCut: true)] : [post]
    }
    let branches = Branch.branches(depths: places.map { $0.node.depth + ($0.isCut ? 1 : 0) })
    return zip(places, branches).map { place, branch in
      let post = place.node.post
      guard !place.isCut else {
        let words = wording.cutAnswers(key: keys.name(for: .open) ?? "")
        return ConversationRow(
          id: .cut(below: post.id), words: SafeText(sanitizing: words), isFocus: false,
          branch: branch)
      }
      return ConversationRow(
        id: .post(post.id), post: report.item(post, for: account),
        isFocus: post.id == conversation.focus, branch: branch)
    }
  }

  private func showChanged(_ posts: [Post]) {
    display?.change(posts, undelivered: report.undelivered.marked)
  }

  private func showSurroundings() {
    display?.show(
      ConversationHeading(
        title: SafeText(sanitizing: wording.conversation),
        count: size,
        activity: isLoading ? SafeText(sanitizing: wording.loading) : "",
        failure: failure.map { SafeText(sanitizing: wording.conversationFailed($0)) } ?? ""))
    display?.show(notice)
  }

  private var size: SafeText {
    guard count > 0 else { return "" }
    let posts = wording.posts(count)
    return hasMore ? SafeText(sanitizing: "\(posts.string) · \(wording.moreElsewhere)") : posts
  }

  private var notice: StreamNotice? {
    if isGone {
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.postGone), next: "", isBusy: false)
    }
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
