import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts a poll, and whether one can vote, into words.
@MainActor final class VotingPresenter: Presenting {
  weak var display: (any Displaying<VotingViewModel>)?

  private let posts: PostPresentation
  private let world: any World
  private let keys: KeyMap
  private var viewModel = VotingViewModel()

  init(posts: PostPresentation, world: any World, keys: KeyMap) {
    self.posts = posts
    self.world = world
    self.keys = keys
  }

  func present(_ response: Voting.Response) {
    switch response {
    case .poll(let post, let standing):
      guard let question = question(of: post, standing) else { return present(.gone) }
      viewModel.question = question
      show()
    case .voted: show(.finish(nil))
    case .gone:
      show(.finish(Message(text: wording.sentence(for: .noPoll, at: nil), tone: .plain)))
    case .storeFailed(let error):
      show(.say(Message(text: wording.sentence(for: error), tone: .bad)))
    }
  }

  private func show(_ cues: VotingViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }
}

extension VotingPresenter {
  private var wording: Wording { posts.wording }

  private func question(
    of post: Post, _ standing: Voting.Standing
  ) -> VotingViewModel.Question? {
    guard let poll = post.content.poll else { return nil }
    var item = PostItem(post)
    item.isRevealed = true
    guard let words = posts.viewModel(of: item, now: world.now).poll else { return nil }
    return VotingViewModel.Question(
      text: wording.excerpt(of: post.content.text.plain),
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
    case .notOffered: wording.sentence(for: .noWriting, at: nil)
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
