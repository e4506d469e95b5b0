import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct VotingInteractorTests {
  private let spy = Spy<VotingScene.SceneState>()

  private func post(
    by author: String = "ada", chosen: Set<Int> = [], several: Bool = false, closesIn: Int = 60,
    world: FakeWorld
  ) -> Post {
    let post = Post.sample("1", by: author)
    let poll = Poll(
      options: [.init(title: "Rye", votes: 3), .init(title: "Spelt", votes: 1)],
      closesAt: world.now.timeAdvanced(by: .seconds(closesIn)), chosenOptions: chosen,
      allowsSeveral: several)
    return post.replacingContent(post.content.replacingPoll(poll))
  }

  private func voting(_ setting: Setting, on post: Post) async throws -> VotingInteractor {
    try await setting.hold([post])
    let interactor = VotingInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(post.id))
    return interactor
  }

  @Test func `a vote is shown at once and sent`() async throws {
    let setting = Setting(undoWindow: .zero)
    let post = post(world: setting.world)
    let interactor = try await voting(setting, on: post)
    #expect(spy.values == [VotingScene.SceneState(post)])

    await interactor.handle(.vote([1]))

    #expect(spy.effects == [.leave(nil)])
    let shown = setting.actions.applyingPendingChanges(to: post).content.poll
    #expect(shown?.chosenOptions == [1])
    #expect(shown?.options.map(\.votes) == [3, 2])
    #expect(await eventually { await setting.service.sent == [.vote(post.id, [1])] })
  }

  @Test func `a refused vote is undone`() async throws {
    let setting = Setting(undoWindow: .zero)
    let post = post(world: setting.world)
    await setting.service.answer(.failure(.refused("The poll is closed.")))
    let interactor = try await voting(setting, on: post)

    await interactor.handle(.vote([1]))

    #expect(
      await eventually {
        setting.observer.news.contains(
          .refused(.vote(post.id, [1]), .refused("The poll is closed.")))
      })
    #expect(setting.actions.applyingPendingChanges(to: post) == post)
    #expect(spy.last == VotingScene.SceneState(post))
  }

  @Test func `a poll that was answered elsewhere or is closed accepts no vote`() async throws {
    let setting = Setting()
    let options: [Poll.PollOption] = [
      .init(title: "Rye", votes: 3), .init(title: "Spelt", votes: 1),
    ]
    let voted = Poll(options: options, closesAt: nil, hasVoted: true)
    let closed = Poll(options: options, closesAt: nil, isClosed: true)
    for (poll, standing) in [(voted, VotingScene.VotePermission.voted), (closed, .closed)] {
      let post = Post.sample("1")
      let asked = post.replacingContent(post.content.replacingPoll(poll))
      let interactor = try await voting(setting, on: asked)

      await interactor.handle(.vote([0]))

      #expect(spy.last == VotingScene.SceneState(asked, standing))
    }
    #expect(voted.countingVote([0]) == voted)
    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `a single-choice poll accepts exactly one existing answer`() async throws {
    let setting = Setting()
    let interactor = try await voting(setting, on: post(world: setting.world))

    for answers in [Set([0, 1]), [], [2], [-1]] { await interactor.handle(.vote(answers)) }

    #expect(spy.effects.isEmpty)
    #expect(setting.observer.news.isEmpty)
  }

  @Test func `a multiple-choice poll accepts several answers`() async throws {
    let setting = Setting()
    let interactor = try await voting(setting, on: post(several: true, world: setting.world))

    await interactor.handle(.vote([0, 1]))

    #expect(setting.observer.news.first == .performed(.vote(Post.ID("1"), [0, 1])))
  }

  @Test func `the reason why the user cannot vote is shown, and no vote is sent`() async throws {
    let setting = Setting()
    let world = setting.world
    let cases: [(Post, VotingScene.VotePermission)] = [
      (post(chosen: [0], world: world), .voted), (post(closesIn: 0, world: world), .closed),
      (post(by: "me", world: world), .ownPoll),
    ]

    for (post, standing) in cases {
      let interactor = try await voting(setting, on: post)
      #expect(spy.last == VotingScene.SceneState(post, standing))
      await interactor.handle(.vote([0]))
    }

    #expect(setting.observer.news.isEmpty)
  }

  @Test func `a post that is missing or has no poll closes the scene with a message`() async throws
  {
    let setting = Setting()

    _ = try await voting(setting, on: .sample("1"))
    let interactor = VotingInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(Post.ID("nowhere")))

    #expect(spy.effects == [.leave(.unavailable(.noPoll)), .leave(.unavailable(.noPoll))])
  }
}
