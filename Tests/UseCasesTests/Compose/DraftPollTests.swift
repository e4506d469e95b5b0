import Doubles
import FeedDomain
import Testing
import UseCases

/// A poll that goes with a post, and what a service would refuse of it.
@MainActor @Suite struct DraftPollTests {
  private func draft(
    _ text: String = "Rye?", _ choices: [String] = ["Yes", "No"], lasts: Int = 3_600
  ) -> Draft {
    Draft(id: Draft.ID("d"), text: text)
      .asking(Draft.Poll(choices: choices, lasts: .seconds(lasts)))
  }

  private func limits(_ polls: PollLimits? = .standard) -> DraftLimits {
    DraftLimits(
      characters: 500, attachments: 4, visibilities: [.everybody], allowsWarning: true,
      quotes: true, polls: polls)
  }

  @Test(
    arguments: [
      (["Yes", "No"], 3_600, nil), (["Yes"], 3_600, .tooFewChoices),
      (["1", "2", "3", "4", "5"], 3_600, .tooManyChoices(limit: 4)),
      (["Yes", String(repeating: "é", count: 50)], 3_600, nil),
      (
        ["Yes", String(repeating: "é", count: 52)], 3_600,
        .choiceTooLong(String(repeating: "é", count: 52), by: 2)
      ),
      (["Yes", "No", "Yes"], 3_600, .sameChoice("Yes")),
      (["Yes", "No"], 299, .pollLength(.standard)), (["Yes", "No"], 300, nil),
      (["Yes", "No"], 2_629_747, .pollLength(.standard)),
    ] as [([String], Int, DraftProblem?)])
  func `what a service would refuse of a poll is known before it is sent`(
    choices: [String], seconds: Int, problem: DraftProblem?
  ) {
    #expect(limits().problem(with: draft(choices, seconds)) == problem)
  }

  private func draft(_ choices: [String], _ seconds: Int) -> Draft {
    draft("Rye?", choices, lasts: seconds)
  }

  @Test func `a poll asks something, and stands alone`() {
    let posted = Draft(
      id: Draft.ID("d"), text: "Rye?", editing: Post.ID("1"), poll: draft().poll)
    let quote = Draft(id: Draft.ID("d"), text: "Rye?", quoting: Post.ID("1"), poll: draft().poll)
    let picture = Draft.Attachment(path: "/a", altText: "A")

    #expect(limits().problem(with: draft(" \n")) == .noQuestion)
    #expect(limits().problem(with: draft().attaching([picture])) == .pollNotAlone)
    #expect(limits().problem(with: posted) == .pollNotAlone)
    #expect(limits().problem(with: quote) == .pollNotAlone)
    #expect(limits().attachments(for: draft()) == 0)
    #expect(limits(nil).problem(with: draft()) == .noPolls)
    #expect(limits(nil).problem(with: draft().asking(nil)) == nil)
  }

  @Test func `blanks are no answer, and nothing but blanks no poll`() {
    let poll = Draft.Poll(typed: [" Rye ", "", "\t", "No"], allowsSeveral: true, lasts: .zero)

    #expect(poll == Draft.Poll(choices: ["Rye", "No"], allowsSeveral: true, lasts: .zero))
    #expect(Draft.Poll(typed: ["", " "], allowsSeveral: false, lasts: .zero) == nil)
  }

  @Test func `a poll is open for as long as the service lets it, a day where it does`() {
    let short = PollLimits(
      choices: 4, characters: 50, shortest: .seconds(600), longest: .seconds(7_200))
    let odd = PollLimits(choices: 4, characters: 50, shortest: .seconds(7), longest: .seconds(8))

    #expect(PollLimits.standard.usualLength == .seconds(86_400))
    #expect(short.lengths == [.seconds(1_800), .seconds(3_600)])
    #expect(short.usualLength == .seconds(3_600))
    #expect(odd.lengths == [.seconds(7)])
    #expect(odd.usualLength == .seconds(7))
  }

  @Test func `a poll that would be refused is not queued, and is kept`() async throws {
    let spy = Spy<Compose.Response>()
    let setting = Setting()
    let interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post))
    guard case .editing(let begun, _, _, _) = spy.values.first else {
      Issue.record("nothing to write on")
      return
    }
    let asking = begun.saying("Rye?").asking(draft().poll)

    await interactor.handle(.edit(asking))
    #expect(spy.values.last == .measured(remaining: 16, canSend: false))
    await interactor.handle(.send)

    #expect(spy.values.contains(.unfit(.noPolls)))
    #expect(await setting.outbox.held.isEmpty)
    await interactor.handle(.leave)
    #expect(await setting.outbox.drafts(of: setting.account).map(\.poll) == [draft().poll])
  }
}
