internal import FeedDomain

/// Decides what choosing answers of a poll does.
@MainActor package final class VotingInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<Voting.Response>
  private var id: Post.ID?
  /// As the service confirmed it.
  private var post: Post?

  package init(
    _ session: Session, actions: PendingActions, presenter: any Presenting<Voting.Response>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.tell(self) { $0.hear($1) }
  }

  package func handle(_ request: Voting.Request) async {
    switch request {
    case .open(let id):
      self.id = id
      await look()
    case .vote(let answers): vote(answers)
    case .close: id = nil
    }
  }
}

extension VotingInteractor {
  /// Shows the poll with what happened to the reader's actions.
  private func hear(_ news: ActionNews) {
    guard let id else { return }
    switch news {
    case .stored(let posts): post = posts.first { $0.id == id } ?? post
    case .delivered(_, .post(let post)) where post.id == id: self.post = post
    case .changed(let changes) where changes.posts.contains(id): show()
    case .changedElsewhere: Task { await look() }
    default: break
    }
  }
}

extension VotingInteractor {
  private func look() async {
    guard let id else { return }
    do throws(StoreError) {
      let held = try await session.shelf.feeds.post(id, account: session.account.id)
      guard id == self.id else { return }
      post = held
      show()
    } catch {
      guard id == self.id else { return }
      presenter.present(.storeFailed(error))
    }
  }

  private func show() {
    guard let (post, standing) = current else { return presenter.present(.gone) }
    presenter.present(.poll(post, standing))
  }

  private var current: (Post, Voting.Standing)? {
    guard let post = post.map({ actions.shown($0) }), let poll = post.content.poll else {
      return nil
    }
    let standing: Voting.Standing =
      if !poll.chosen.isEmpty {
        .voted
      } else if poll.isOver(at: session.world.now) {
        .closed
      } else if post.author.id == session.account.person {
        .own
      } else if poll.hasVoted {
        .voted
      } else {
        PostAbilities(session.connection).canWrite ? .open : .notOffered
      }
    return (post, standing)
  }

  private func vote(_ answers: Set<Int>) {
    guard let id, case (let post, .open)? = current, !answers.isEmpty,
      let poll = post.content.poll,
      answers.allSatisfy(poll.options.indices.contains),
      answers.count == 1 || poll.allowsSeveral
    else { return show() }
    actions.perform(.vote(id, answers))
    presenter.present(.voted)
  }
}
