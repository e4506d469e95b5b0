import Doubles
import Testing

@testable import FeedDomain

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
    var told: [Bool] = []
    var answers: [Result<Int, FeedError>] = []
    var hasGoneBy = false
  }

  private let diary = Diary()
  private let question = Question()

  @Test func `that it goes on is told, and over before it is answered`() async {
    let errand = Errand { [diary] in diary.told.append($0) }
    errand.run(question.asked) { [diary] answer in
      #expect(!errand.isRunning && diary.told == [true, false])
      diary.answers.append(answer)
    }
    #expect(errand.isRunning && diary.told == [true])

    question.answer(.success(1))

    #expect(await eventually { diary.answers == [.success(1)] })
  }

  @Test func `a failure is an answer as well`() async {
    let errand = Errand()
    errand.run(question.asked) { [diary] in diary.answers.append($0) }

    question.answer(.failure(.unreachable))

    #expect(await eventually { diary.answers == [.failure(.unreachable)] })
  }

  @Test func `while one goes on no other is begun`() async {
    let errand = Errand()
    errand.run(question.asked) { [diary] in diary.answers.append($0) }

    errand.run({ () async throws(FeedError) in 2 }) { [diary] in diary.answers.append($0) }
    question.answer(.success(1))

    #expect(await eventually { !errand.isRunning })
    #expect(diary.answers == [.success(1)])
  }

  @Test func `one that is begun anew takes the place of the one before`() async {
    let errand = Errand { [diary] in diary.told.append($0) }
    let first = Question()
    errand.run(first.asked) { [diary] in diary.answers.append($0) }

    errand.run(anew: true, question.asked) { [diary] in diary.answers.append($0) }
    first.answer(.success(1))
    question.answer(.success(2))

    #expect(await eventually { diary.answers == [.success(2)] })
    #expect(diary.told == [true, true, false])
  }

  @Test func `what was stopped has nothing to tell`() async {
    let errand = Errand { [diary] in diary.told.append($0) }
    errand.run { [question, diary] () async throws(FeedError) -> Int in
      defer { diary.hasGoneBy = true }
      return try await question.asked()
    } then: { [diary] in
      diary.answers.append($0)
    }
    let turn = errand.turn

    errand.stop()
    errand.stop()
    question.answer(.success(1))

    #expect(await eventually { diary.hasGoneBy })
    #expect(diary.answers.isEmpty && diary.told == [true, false])
    #expect(errand.turn != turn)
  }

  @Test func `another can be begun where one is answered`() async {
    let errand = Errand { [diary] in diary.told.append($0) }
    errand.run(question.asked) { [diary] in
      diary.answers.append($0)
      errand.run({ () async throws(FeedError) in 2 }) { diary.answers.append($0) }
    }

    question.answer(.success(1))

    #expect(await eventually { diary.answers == [.success(1), .success(2)] })
    #expect(diary.told == [true, false, true, false])
  }
}
