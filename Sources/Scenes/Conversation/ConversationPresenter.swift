import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts into words what reading a conversation did.
@MainActor final class ConversationPresenter: Presenting {
  weak var display: (any Displaying<ConversationViewModel>)?

  private let wording: Wording
  private let keys: KeyMap
  private let isBeside: Bool
  private let report: ActionReport
  private var viewModel = ConversationViewModel()
  private var account: Account?
  private var asking = Asking.nothing
  private var failure: FeedError?
  private var isGone = false

  /// A presenter in these words; its display is set once there is one. `isBeside` a stream, the keys
  /// go to that.
  init(wording: Wording, keys: KeyMap, isBeside: Bool = false) {
    self.wording = wording
    self.keys = keys
    self.isBeside = isBeside
    report = ActionReport(wording: wording, keys: keys)
    viewModel.title = wording.conversation
  }

  func present(_ response: ConversationReading.Response) {
    var cues: [PostCue] = []
    switch response {
    case .conversation(let conversation, let account):
      self.account = account
      isGone = false
      viewModel.rows = rows(of: conversation, account: account)
      viewModel.count = size(of: conversation)
    case .changed(let posts): report.change(posts, in: &viewModel.rows)
    case .loading(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error):
      failure = error
      if error == .signedOut, let account { cues = [.askToSignIn(account)] }
    case .gone:
      isGone = true
      viewModel.rows = []
      viewModel.count = ""
    case .action(let news): cues = report.tell(news, of: account, in: &viewModel.rows)
    }
    show(cues)
  }
}

extension ConversationPresenter {
  private func show(_ cues: [PostCue]) {
    viewModel.activity = wording.activity(
      asking, wording.loading, key: refreshKey)
    viewModel.failure = failure.map { wording.conversationFailed($0) } ?? ""
    viewModel.notice = notice
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  /// Empty where no key asks anew.
  private var refreshKey: String { isBeside ? "" : keys.name(for: .refresh) ?? "" }

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
        return ConversationRow(
          id: .cut(below: post.id), words: wording.cutAnswers(key: keys.name(for: .open) ?? ""),
          isFocus: false, branch: branch)
      }
      let isFocus = post.id == conversation.focus
      return ConversationRow(
        id: .post(post.id), post: report.item(post, for: account), isFocus: isFocus,
        stead: isFocus && isBeside ? stead(of: place.node, in: conversation) : nil, branch: branch)
    }
  }

  private func stead(
    of node: Conversation.Node, in conversation: Conversation
  ) -> ConversationRow.Stead {
    let below = conversation.nodes.drop { $0.post.id != node.post.id }.dropFirst().first
    return ConversationRow.Stead(
      hasOthers: conversation.nodes.count > 1,
      isUnanswered: (below?.depth ?? 0) <= node.depth && !conversation.cut.contains(node.post.id))
  }

  private func size(of conversation: Conversation) -> SafeText {
    guard conversation.nodes.count > (isBeside ? 1 : 0) else { return "" }
    let posts = wording.posts(conversation.nodes.count)
    return conversation.hasMore
      ? "\(posts) · \(wording.moreElsewhere)" : posts
  }

  private var notice: StreamNotice? {
    if isGone {
      return StreamNotice(sentence: wording.postGone)
    }
    guard viewModel.rows.isEmpty else { return nil }
    guard let failure else {
      return StreamNotice(
        asking: wording.loadingConversation, asking, wording,
        key: refreshKey)
    }
    return StreamNotice(
      sentence: wording.nothingToShow(failure),
      next: isBeside ? "" : wording.triesAgain(key: refreshKey), isBusy: false)
  }
}
