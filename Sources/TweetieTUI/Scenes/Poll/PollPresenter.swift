import FeedDomain
import Terminal

/// Puts a poll, and whether one can vote, into words.
@MainActor final class PollPresenter: VotingPresenting {
  weak var display: (any PollDisplaying)?

  private let posts: PostPresentation
  private let world: any World
  private let keys: KeyMap

  init(posts: PostPresentation, world: any World, keys: KeyMap) {
    self.posts = posts
    self.world = world
    self.keys = keys
  }

  func present(_ response: Voting.Response) {
    switch response {
    case .poll(let post, let standing):
      guard let viewModel = viewModel(of: post, standing) else { return present(.gone) }
      display?.display(viewModel)
    case .voted: display?.finish(nil)
    case .gone:
      display?.finish(Message(text: SafeText(sanitizing: wording.noPoll), tone: .plain))
    case .storeFailed(let error):
      display?.say(Message(text: wording.sentence(for: error), tone: .bad))
    }
  }
}

extension PollPresenter {
  private var wording: Wording { posts.wording }

  private func viewModel(of post: Post, _ standing: Voting.Standing) -> PollViewModel? {
    guard let poll = post.content.poll else { return nil }
    var item = PostItem(post)
    item.isRevealed = true
    guard let words = posts.viewModel(of: item, now: world.now).poll else { return nil }
    return PollViewModel(
      question: SafeText(sanitizing: String(post.content.text.plain.prefix(400))),
      answers: words.answers.map {
        .init(title: $0.title, share: $0.share, isChosen: $0.isChosen)
      }, summary: words.summary, advice: advice(poll, standing), isOpen: standing == .open,
      allowsSeveral: poll.allowsSeveral, keys: hints(poll, standing))
  }

  private func advice(_ poll: Poll, _ standing: Voting.Standing) -> SafeText {
    switch standing {
    case .open: poll.allowsSeveral ? wording.chooseSeveral : wording.chooseOne
    case .voted: wording.votedAlready
    case .closed: wording.pollIsOver
    case .own: wording.pollIsYours
    case .notOffered: SafeText(sanitizing: wording.noWriting)
    }
  }

  private func hints(_ poll: Poll, _ standing: Voting.Standing) -> [Hint] {
    func hint(_ command: Command, _ word: SafeText) -> [Hint] {
      Hint(command, word: word, keys: keys).map { [$0] } ?? []
    }
    let back = hint(.back, wording.hint(of: .back))
    guard standing == .open else { return back }
    let vote = hint(.open, wording.hint(of: .vote))
    let choose = hint(.pageDown, wording.choose)
    return (poll.allowsSeveral ? choose + vote : vote + choose) + back
  }
}
