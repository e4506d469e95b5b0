package import FeedDomain

/// A namespace for the requests and the state of the poll scene, in which the user votes.
package enum VotingScene {
  package enum SceneRequest: Equatable, Sendable {
    case open(Post.ID)
    /// A request of the poll scene: vote for options by their indices, from 0.
    case vote(Set<Int>)
    case close
  }

  package struct SceneState: Equatable, Sendable {
    /// The post that contains the poll, with the pending vote applied; nil until the post is read.
    package var post: Post?
    package var permission: VotePermission

    package init(_ post: Post? = nil, _ permission: VotePermission = .open) {
      (self.post, self.permission) = (post, permission)
    }
  }

  /// An answer to the question whether the user may vote in a poll: yes, or no with the reason.
  package enum VotePermission: Equatable, Sendable {
    case open, voted, closed
    /// A reason to refuse a vote: the poll is the user's own.
    case ownPoll
    /// A reason to refuse a vote: the service does not support voting.
    case notOffered
  }
}

@MainActor
package final class VotingInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<VotingScene.SceneState>
  private var state = VotingScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var id: Post.ID?
  private var post: Post?

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<VotingScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: VotingScene.SceneRequest) async {
    switch request {
    case .open(let id):
      self.id = id
      await reloadPoll()
    case .vote(let answers): sendVote(answers)
    case .close: id = nil
    }
  }
}

extension VotingInteractor {
  private func handleActionReport(_ event: ActionReport) {
    guard let id else { return }
    switch event {
    case .stored(let posts): post = posts.first { $0.id == id } ?? post
    case .delivered(_, .post(let post)) where post.id == id: self.post = post
    case .changed(let changes) where changes.posts.contains(id): presentState()
    case .changedElsewhere: Task { await reloadPoll() }
    default: break
    }
  }
}

extension VotingInteractor {
  private func reloadPoll() async {
    guard let id else { return }
    do throws(StoreError) {
      let held = try await session.stores.feeds.storedPost(id, account: session.account.id)
      guard id == self.id else { return }
      post = held
      presentState()
    } catch {
      guard id == self.id else { return }
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func presentState() {
    guard let current else { return presenter.perform(.leave(.unavailable(.noPoll))) }
    state = current
  }

  private var current: VotingScene.SceneState? {
    guard let post = post.map({ actions.applyingPendingChanges(to: $0) }),
      let poll = post.content.poll
    else {
      return nil
    }
    let standing: VotingScene.VotePermission =
      if !poll.chosenOptions.isEmpty {
        .voted
      } else if poll.isOver(at: session.world.now) {
        .closed
      } else if post.author.id == session.account.person {
        .ownPoll
      } else if poll.hasVoted {
        .voted
      } else {
        session.connection.abilities.canWrite ? .open : .notOffered
      }
    return VotingScene.SceneState(post, standing)
  }

  private func sendVote(_ answers: Set<Int>) {
    guard let id, let current, current.permission == .open, !answers.isEmpty,
      let poll = current.post?.content.poll,
      answers.allSatisfy(poll.options.indices.contains),
      answers.count == 1 || poll.allowsSeveral
    else { return presentState() }
    actions.performChange(.vote(id, answers))
    presenter.perform(.leave(nil))
  }
}
