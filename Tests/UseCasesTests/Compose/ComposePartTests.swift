import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct ComposePictureTests {
  private let spy = Spy<ComposeScene.SceneState>()

  private func writing(_ pictures: StubPictures, limit: Int = 2) async -> ComposeInteractor {
    let setting = Setting(pictures: pictures, attachments: limit)
    let interactor = await ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy
    ).after(.open(.post))
    return interactor
  }

  private var attached: [[String]] {
    spy.effects.compactMap {
      if case .attached(let pictures, toPost: 0) = $0 { pictures.map(\.path) } else { nil }
    }
  }

  @Test func `attached pictures are added to the draft, which can be sent`() async {
    let interactor = await writing(StubPictures())

    await interactor.handle(.attach(path: "/a.jpg", altText: "A"))
    await interactor.handle(.attach(path: "/b.jpg", altText: "B"))

    #expect(attached == [["/a.jpg"], ["/a.jpg", "/b.jpg"]])
    await interactor.handle(.send)
    guard case .queued = spy.reports.last else {
      Issue.record("not sent: \(spy.effects)")
      return
    }
  }

  @Test func `a picture is stored with its absolute path`() async {
    let interactor = await writing(StubPictures())

    await interactor.handle(.attach(path: "a.jpg", altText: "A"))

    #expect(attached == [["/here/a.jpg"]])
  }

  @Test func `a file that is no picture is refused when it is attached`() async {
    let interactor = await writing(StubPictures(problem: .notAPicture))

    await interactor.handle(.attach(path: "/a.txt", altText: ""))

    #expect(spy.reports.last == .pictureRefused(.notAPicture))
    #expect(attached == [])
  }

  @Test func `in the restricted mode no picture file is opened and no path is completed`() async {
    var pictures = StubPictures(files: ["/etc/passwd"])
    pictures.takesFiles = false
    let interactor = await writing(pictures)

    await interactor.handle(.checkPicture(path: "/etc/passwd"))
    await interactor.handle(.attach(path: "/etc/passwd", altText: ""), .completePath("/etc/"))

    #expect(spy.reports == [.pictureRefused(.forbidden), .pictureRefused(.forbidden)])
    #expect(spy.last?.offer == ComposeScene.WordSuggestions(.path, "/etc/", []))
    #expect(attached == [])
  }

  @Test func `a picture file that is missing is reported before the post is sent`() async throws {
    let setting = Setting(pictures: StubPictures(problem: .missing), attachments: 2)
    let gone = Draft(id: Draft.ID("d"), text: "Look").with(
      \.attachments,
      [
        .init(path: "/a.jpg", altText: "A")
      ])
    _ = try await setting.outbox.saveDraftIfUnchanged(
      gone, over: nil, account: setting.account, now: setting.world.now)
    let interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(.post))
    #expect(
      await eventually { spy.reports.last == .invalidPost(.pictureGone(path: "/a.jpg"), post: 0) })
    await interactor.handle(.send)

    #expect(spy.reports.count { $0 == .invalidPost(.pictureGone(path: "/a.jpg"), post: 0) } == 2)
    #expect(await setting.outbox.held == [])
    await interactor.handle(.leave)
    #expect(spy.effects.last == .leave(.draft(.saved)))
  }

  @Test func `a missing picture file is reported before its description is typed`() async {
    let interactor = await writing(StubPictures(problem: .missing))

    await interactor.handle(.checkPicture(path: "/a.jpg"))

    #expect(spy.reports.last == .pictureRefused(.missing))
  }

  @Test func `checking a valid picture reports nothing, unless the post has too many`() async {
    let interactor = await writing(StubPictures(), limit: 1)

    await interactor.handle(.checkPicture(path: "/a.jpg"))
    #expect(spy.effects == [])
    await interactor.handle(.attach(path: "/a.jpg", altText: ""), .checkPicture(path: "/b.jpg"))

    #expect(spy.reports.last == .tooManyPictures(limit: 1))
  }

  @Test func `no more pictures can be attached than the service allows`() async {
    let interactor = await writing(StubPictures(), limit: 1)
    await interactor.handle(.attach(path: "/a.jpg", altText: ""))

    await interactor.handle(.attach(path: "/b.jpg", altText: ""))

    #expect(spy.reports.last == .tooManyPictures(limit: 1))
    #expect(attached == [["/a.jpg"]])
  }

  @Test func `a description longer than the service allows is refused with the excess`() async {
    let interactor = await writing(StubPictures())
    let words = String(repeating: "ü", count: 50)

    await interactor.handle(.attach(path: "/a.jpg", altText: words + "é!?"))
    #expect(spy.reports.last == .altTextTooLong(by: 3))
    #expect(attached == [])
    await interactor.handle(.attach(path: "/a.jpg", altText: words))

    #expect(attached == [["/a.jpg"]])
  }

  @Test func `a picture's description can be changed within the service's limit`() async {
    let interactor = await writing(StubPictures()).after(.attach(path: "/a.jpg", altText: "A"))

    await interactor.handle(.describe(picture: 0, altText: "A boat"))
    await interactor.handle(.describe(picture: 1, altText: "Nothing is there"))
    let described = Draft.DraftAttachment(path: "/a.jpg", altText: "A boat")
    #expect(spy.effects.last == .attached([described], toPost: 0))
    await interactor.handle(.describe(picture: 0, altText: String(repeating: "é", count: 52)))
    #expect(spy.reports.last == .altTextTooLong(by: 2))
  }

  @Test func `a path is completed with the matching files`() async {
    let interactor = await writing(StubPictures(files: ["/a.jpg", "/b.jpg"]))

    await interactor.handle(.completePath("/b"))

    #expect(spy.last?.offer == ComposeScene.WordSuggestions(.path, "/b", [.init("/b.jpg")]))
  }
}

/// Writing several posts that go out one after the other.
@MainActor @Suite struct ComposeThreadTests {
  private let spy = Spy<ComposeScene.SceneState>()

  private func writing(_ setting: Setting) async throws -> (ComposeInteractor, Draft) {
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post))
    return (interactor, try #require(spy.opened))
  }

  private func thread(_ draft: Draft, _ words: String...) -> Draft {
    let posts = words.map { draft.with(\.text, $0) }
    return posts[0].with(\.following, Array(posts.dropFirst()))
  }

  @Test func `each post of a thread is counted, and the thread is saved as one draft`() async throws
  {
    let setting = Setting()
    let (interactor, draft) = try await writing(setting)
    let thread = thread(draft, "Hello", "Hello you")

    await interactor.handle(.edit(thread))

    #expect(spy.last?.remaining == [15, 11])
    #expect(await eventually { spy.last?.saving == .saved })
    #expect(await setting.outbox.drafts(of: setting.account) == [thread])
  }

  @Test func `a thread is queued as one item without its empty posts`() async throws {
    let setting = Setting()
    let (interactor, draft) = try await writing(setting)
    await interactor.handle(.edit(thread(draft, "", "One", " ", "Two", "")))

    await interactor.handle(.send)

    let changes = await setting.outbox.held.map(\.change)
    #expect(changes == [.publish(thread(draft, "One", "Two"))])
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `options of an empty first post are passed to the next post`() {
    let later = Timestamp(milliseconds: 1_000_000)
    let sooner = Timestamp(milliseconds: 2_000)
    let first = Draft(
      id: Draft.ID("d"), postsAt: later, extraFields: [.answerers: "followers", .format: "a"])
    let second = Draft(id: first.id, text: "One", extraFields: [.format: "b"])

    let sent = first.with(\.following, [second]).withoutBlankPosts

    #expect(sent.text == "One" && sent.following == [])
    #expect(sent.postsAt == later)
    #expect(sent.extraFields == [.answerers: "followers", .format: "b"])
    let dated = second.with(\.postsAt, sooner)
    #expect(first.with(\.following, [dated]).withoutBlankPosts.postsAt == sooner)
    #expect(second.with(\.following, [first]).withoutBlankPosts == second)
  }

  @Test func `a problem of a thread is reported for the post that has it`() async throws {
    let (interactor, draft) = try await writing(Setting(canSetLanguage: true))
    let long = String(repeating: "a", count: 23)

    await interactor.handle(.edit(thread(draft, "One", long)), .send)
    #expect(spy.reports.last == .tooLong(by: 3, post: 1))

    let odd = draft.with(\.text, "Two").settingLanguage("no language")
    await interactor.handle(
      .edit(draft.with(\.text, "One").with(\.following, [draft.with(\.text, "x"), odd])))
    await interactor.handle(.send)
    #expect(spy.reports.last == .invalidPost(.unknownLanguage("no language"), post: 2))
  }

  @Test func `a scheduled thread is refused`() async throws {
    let setting = Setting()
    let (interactor, draft) = try await writing(setting)
    let later = draft.with(\.text, "One").with(
      \.postsAt, setting.world.now.timeAdvanced(by: .seconds(3600)))

    await interactor.handle(.edit(later.with(\.following, [draft.with(\.text, "Two")])), .send)

    #expect(spy.reports.last == .invalidPost(.threadLater, post: 0))
    #expect(await setting.outbox.held == [])
  }

  @Test func `at a service without threads a thread is refused`() {
    let limits = StubService().offering(threads: false).draftLimits
    let one = Draft(id: Draft.ID("d"), text: "One")

    #expect(limits?.draftProblem(with: one) == nil)
    #expect(limits?.draftProblem(with: one.with(\.following, [one])) == .noThreads)
  }

  @Test func `a picture belongs to the post of the thread to which it was added`() async throws {
    let setting = Setting(pictures: StubPictures(), attachments: 1)
    let (interactor, draft) = try await writing(setting)
    let thread = thread(draft, "One", "Two")
    await interactor.handle(.edit(thread))

    await interactor.handle(.attach(path: "/boat.jpg", altText: "A boat", post: 1))

    let boat = Draft.DraftAttachment(path: "/boat.jpg", altText: "A boat")
    #expect(spy.effects == [.attached([boat], toPost: 1)])

    await interactor.handle(.describe(picture: 0, altText: "A ship", post: 1))
    #expect(
      await eventually {
        await setting.outbox.drafts(of: setting.account).first?.following.first?.attachments
          .map(\.altText) == ["A ship"]
      })
  }

  @Test
  func `the next post of a thread has the audience, warning and mentions of the previous one`() {
    let draft = Draft(
      id: Draft.ID("d"), text: "@bo@far.example look, @ada! Mail me: x@y.example",
      warning: "Regatta", visibility: .mentioned,
      attachments: [Draft.DraftAttachment(path: "/a", altText: "A")], language: "de",
      quotePolicy: .nobody)

    #expect(
      draft.successor
        == Draft(
          id: Draft.ID("d"), text: "@bo@far.example @ada ", warning: "Regatta",
          visibility: .mentioned, language: "de", quotePolicy: .nobody))
    // Everybody hears what everybody may see.
    #expect(draft.with(\.visibility, .everybody).successor.text.isEmpty)
  }

  @Test func `a copy of a draft under another id includes its thread, without uploads`() {
    let draft = Draft(
      id: Draft.ID("a"), text: "One",
      following: [
        Draft(
          id: Draft.ID("a"), text: "Two",
          attachments: [Draft.DraftAttachment(path: "/a", altText: "", uploaded: "m")])
      ])

    let copy = draft.draftCopyWithUnsentPictures(as: Draft.ID("b"))

    #expect(copy.posts.map(\.id.rawValue) == ["b", "b"])
    #expect(copy.following[0].attachments[0].uploaded == nil)
  }
}

/// A poll that goes with a post, and what a service would refuse of it.
@MainActor @Suite struct DraftPollTests {
  private func draft(
    _ text: String = "Rye?", _ choices: [String] = ["Yes", "No"], lasts: Int = 3_600
  ) -> Draft {
    Draft(id: Draft.ID("d"), text: text)
      .with(\.poll, Draft.DraftPoll(choices: choices, lasts: .seconds(lasts)))
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
  func `a poll that the service would refuse is reported before it is sent`(
    choices: [String], seconds: Int, problem: DraftProblem?
  ) {
    #expect(limits().draftProblem(with: draft(choices, seconds)) == problem)
  }

  private func draft(_ choices: [String], _ seconds: Int) -> Draft {
    draft("Rye?", choices, lasts: seconds)
  }

  @Test func `a poll needs a question, and cannot have pictures, a quote or an edit`() {
    let posted = Draft(
      id: Draft.ID("d"), text: "Rye?", editing: Post.ID("1"), poll: draft().poll)
    let quote = Draft(id: Draft.ID("d"), text: "Rye?", quoting: Post.ID("1"), poll: draft().poll)
    let picture = Draft.DraftAttachment(path: "/a", altText: "A")

    #expect(limits().draftProblem(with: draft(" \n")) == .noQuestion)
    #expect(limits().draftProblem(with: draft().with(\.attachments, [picture])) == .pollNotAlone)
    #expect(limits().draftProblem(with: posted) == .pollNotAlone)
    #expect(limits().draftProblem(with: quote) == .pollNotAlone)
    #expect(limits().maximumAttachmentCount(for: draft()) == 0)
    #expect(limits(nil).draftProblem(with: draft()) == .noPolls)
    #expect(limits(nil).draftProblem(with: draft().with(\.poll, nil)) == nil)
  }

  @Test func `blank answers are removed, and a poll of blank answers is none`() {
    let poll = Draft.DraftPoll(typed: [" Rye ", "", "\t", "No"], allowsSeveral: true, lasts: .zero)

    #expect(poll == Draft.DraftPoll(choices: ["Rye", "No"], allowsSeveral: true, lasts: .zero))
    #expect(Draft.DraftPoll(typed: ["", " "], allowsSeveral: false, lasts: .zero) == nil)
  }

  @Test func `poll durations are within the service's limits, with a day as default if possible`() {
    let short = PollLimits(
      choices: 4, characters: 50, shortest: .seconds(600), longest: .seconds(7_200))
    let odd = PollLimits(choices: 4, characters: 50, shortest: .seconds(7), longest: .seconds(8))

    #expect(PollLimits.standard.usualLength == .seconds(86_400))
    #expect(short.lengths == [.seconds(1_800), .seconds(3_600)])
    #expect(short.usualLength == .seconds(3_600))
    #expect(odd.lengths == [.seconds(7)])
    #expect(odd.usualLength == .seconds(7))
  }

  @Test func `a poll that the service does not support is not queued, and stays in the draft`()
    async throws
  {
    let spy = Spy<ComposeScene.SceneState>()
    let setting = Setting()
    let interactor = await ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy
    ).after(.open(.post))
    let begun = try #require(spy.opened)
    let asking = begun.with(\.text, "Rye?").with(\.poll, draft().poll)

    await interactor.handle(.edit(asking))
    #expect(spy.last?.remaining == [16])
    await interactor.handle(.send)

    #expect(spy.reports.last == .invalidPost(.noPolls, post: 0))
    #expect(await setting.outbox.held.isEmpty)
    await interactor.handle(.leave)
    #expect(await setting.outbox.drafts(of: setting.account).map(\.poll) == [draft().poll])
  }
}

/// What else is said about a post: its language, and who may quote it.
@MainActor @Suite struct DraftOptionsTests {
  @Test(
    arguments: [
      ("de", "de"), ("DE", "de"), ("pt-br", "pt-BR"), ("zh-hant", "zh-Hant"), ("yue", "yue"),
      ("es-419", "es-419"), ("", nil), ("d", nil), ("deutsch", nil), ("de_AT", nil), ("12", nil),
      ("de-", nil), ("dé", nil), ("de-AT-x-y", nil),
    ] as [(String, String?)])
  func `a typed language is normalised to a language tag`(typed: String, tag: String?) {
    #expect(LanguageTagNormalizer.normalizedLanguageTag(typed) == tag)
  }

  @Test func `a blank language is none, and an unknown one is kept and reported`() {
    let draft = Draft(id: Draft.ID("d"), text: "Hi")
    let limits = DraftLimits(
      characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false)

    #expect(draft.settingLanguage(" PT-br ").language == "pt-BR")
    #expect(draft.settingLanguage("  ").language == nil)
    #expect(limits.draftProblem(with: draft.settingLanguage("de")) == nil)
    #expect(
      limits.draftProblem(with: draft.settingLanguage("klingon!")) == .unknownLanguage("klingon!"))
  }

  @Test(
    arguments: [
      (300, true, false, nil), (299, true, false, .tooSoon), (-1, true, false, .tooSoon),
      (300, false, false, .notLater), (300, true, true, .notLater),
    ] as [(Int, Bool, Bool, DraftProblem?)])
  func `a scheduled post must be at least five minutes in the future`(
    seconds: Int, isOffered: Bool, isPosted: Bool, problem: DraftProblem?
  ) {
    let now = Timestamp(milliseconds: 1_000)
    let limits = DraftLimits(
      characters: 9, attachments: 0, visibilities: [.everybody], allowsWarning: false,
      canSchedule: isOffered)
    let draft = Draft(id: Draft.ID("d"), text: "Hi", editing: isPosted ? Post.ID("1") : nil)
      .with(\.postsAt, now.timeAdvanced(by: .seconds(seconds)))

    #expect(limits.draftProblem(with: draft, at: now) == problem)
    #expect(limits.draftProblem(with: draft.with(\.postsAt, nil), at: now) == nil)
  }

  @Test(arguments: [true, false])
  func `a post begins with the account's default language, if the service supports languages`(
    isNamed: Bool
  ) async {
    let spy = Spy<ComposeScene.SceneState>()
    let setting = Setting(habits: PostingDefaults(language: "vi"), canSetLanguage: isNamed)
    let interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(.post))

    #expect(spy.opened?.language == (isNamed ? "vi" : nil))
  }
}
