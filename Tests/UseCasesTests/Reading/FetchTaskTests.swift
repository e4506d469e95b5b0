import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct ErrandTests {
  /// Something that was asked, and is answered when the test says so.
  @MainActor private final class Question {
    private let (stream, continuation) = AsyncStream.makeStream(of: Result<Int, FeedError>.self)

    func answer(_ answer: Result<Int, FeedError>) { continuation.yield(answer) }

    func asked() async throws(FeedError) -> Int {
      for await answer in stream { return try answer.get() }
      throw .cancelled
    }
  }

  /// What came of an errand, in order.
  @MainActor private final class Diary {
    var told: [SceneFetchProgress] = []
    var answers: [Result<Int, FeedError>] = []
    var hasGoneBy = false
  }

  private let world = FakeWorld()
  private let diary = Diary()
  private let question = Question()

  @Test func `a fetch reports its begin and its end, the end before the result`() async {
    let fetchTask = SceneFetcher(world) { [diary] in diary.told.append($0) }
    fetchTask.runRequest(question.asked) { [diary] answer in
      #expect(!fetchTask.isRunning && diary.told == [.underWay, .idle])
      diary.answers.append(answer)
    }
    #expect(fetchTask.isRunning && diary.told == [.underWay])

    question.answer(.success(1))

    #expect(await eventually { diary.answers == [.success(1)] })
  }

  @Test func `a failure is passed on as a result`() async {
    let fetchTask = SceneFetcher(world)
    fetchTask.runRequest(question.asked) { [diary] in diary.answers.append($0) }

    question.answer(.failure(.unreachable))

    #expect(await eventually { diary.answers == [.failure(.unreachable)] })
  }

  @Test func `during a fetch no other one is started`() async {
    let fetchTask = SceneFetcher(world)
    fetchTask.runRequest(question.asked) { [diary] in diary.answers.append($0) }

    fetchTask.runRequest({ () async throws(FeedError) in 2 }) { [diary] in diary.answers.append($0)
    }
    question.answer(.success(1))

    #expect(await eventually { !fetchTask.isRunning })
    #expect(diary.answers == [.success(1)])
  }

  @Test func `a restarted fetch replaces the running one, whose result is dropped`() async {
    let fetchTask = SceneFetcher(world) { [diary] in diary.told.append($0) }
    let first = Question()
    fetchTask.runRequest(first.asked) { [diary] in diary.answers.append($0) }

    fetchTask.runRequest(cancellingRunningRequest: true, question.asked) { [diary] in
      diary.answers.append($0)
    }
    first.answer(.success(1))
    question.answer(.success(2))

    #expect(await eventually { diary.answers == [.success(2)] })
    #expect(diary.told == [.underWay, .idle])
  }

  @Test func `a cancelled fetch passes on no result`() async {
    let fetchTask = SceneFetcher(world) { [diary] in diary.told.append($0) }
    fetchTask.runRequest { [question, diary] () async throws(FeedError) -> Int in
      defer { diary.hasGoneBy = true }
      return try await question.asked()
    } then: { [diary] in
      diary.answers.append($0)
    }
    let turn = fetchTask.generation

    fetchTask.cancelRequest()
    fetchTask.cancelRequest()
    question.answer(.success(1))

    #expect(await eventually { diary.hasGoneBy })
    #expect(diary.answers.isEmpty && diary.told == [.underWay, .idle])
    #expect(fetchTask.generation != turn)
  }

  @Test func `a fetch can be started while the result of another one is handled`() async {
    let fetchTask = SceneFetcher(world) { [diary] in diary.told.append($0) }
    fetchTask.runRequest(question.asked) { [diary] in
      diary.answers.append($0)
      fetchTask.runRequest({ () async throws(FeedError) in 2 }) { diary.answers.append($0) }
    }

    question.answer(.success(1))

    #expect(await eventually { diary.answers == [.success(1), .success(2)] })
    #expect(diary.told == [.underWay, .idle, .underWay, .idle])
  }

  @Test func `a fetch without a reply reports every five seconds that it stalls`() async {
    let fetchTask = SceneFetcher(world) { [diary] in diary.told.append($0) }
    fetchTask.runRequest(question.asked) { [diary] in diary.answers.append($0) }
    for seconds in [5, 10] {
      #expect(await eventually { world.sleeping == 1 })
      world.pass(.seconds(5))
      #expect(await eventually { diary.told.last == .stalled(for: .seconds(seconds)) })
    }

    question.answer(.success(1))

    #expect(await eventually { diary.answers == [.success(1)] })
    #expect(diary.told.last == .idle && world.sleeping == 0)
  }

  @Test func `only a fetch that has stalled is cancelled and can be started again`() async {
    let fetchTask = SceneFetcher(world)
    fetchTask.runRequest(question.asked) { [diary] in diary.answers.append($0) }
    world.pass(.seconds(4))
    let tooEarly = fetchTask.cancelStalledRequests()
    world.pass(.seconds(1))

    let inTime = fetchTask.cancelStalledRequests()
    fetchTask.runRequest({ () async throws(FeedError) in 2 }) { [diary] in diary.answers.append($0)
    }

    #expect(!tooEarly && inTime)
    #expect(await eventually { diary.answers == [.success(2)] })
  }

  @Test func `received data resets the time after which a fetch counts as stalled`() async {
    let fetchTask = SceneFetcher(world)
    let (signs, sign) = AsyncStream.makeStream(of: Void.self)
    fetchTask.runRequest { () async throws(FeedError) in
      for await _ in signs { fetchTask.restartStallTimer() }
    } then: { _ in
    }
    world.pass(.seconds(4))

    sign.yield()

    #expect(await eventually { fetchTask.startedOrReceivedAt == world.now })
    world.pass(.seconds(4))
    #expect(!fetchTask.cancelStalledRequests())
    fetchTask.cancelRequest()
  }
}
