import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ProfileTests {
  let interactor = Spy<ProfileScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter = ProfileStatePresenter(
    wording: Wording(), abilities: .all, keys: .defaults)
  let parted = ProfileStatePresenter(
    wording: Wording(), abilities: .all, keys: .defaults, parts: ProfileStreamKind.allCases)

  @Test func `a profile is drawn at 80 by 24`() {
    let view = scene()

    show(.stranger)

    #expect(
      view.drawn(rows: 14, columns: 80, now: Posts.now).text == """
        ▌ Mei Tanaka  @mei@example.social
        ▌ Ferries, light, #harbour and the rest of it.
        ▌ https://example.social/@mei
        ▌ 412 posts   128 followers   53 following
        ▌ You do not follow them.
        ▌ ─────────────────────────────────────────────────────────────────────────────

          Mei Tanaka  @mei@example.social · 3m
          First light.





        """)
    #expect(
      view.hints.prefix(6) == [.back, .follow, .mute, .block, .followers, .following])
    #expect(view.hintWords.isEmpty)
  }

  @Test func `a mute or block is announced with the undo key`() {
    let view = scene()
    defer { withExtendedLifetime(view) {} }
    let mei = Person.ID("mei")

    presenter.perform(.action(.performed(.follow(mei, true)), of: Posts.account))
    presenter.perform(.action(.heldBack(.follow(mei, true), until: Posts.now), of: Posts.account))
    for change in [PendingChange.follow(mei, false), .mute(mei, true), .mute(mei, false)] {
      presenter.perform(.action(.performed(change), of: Posts.account))
    }

    #expect(
      navigator.messages.map(\.text.string) == [
        "Following · U undoes", "Unfollowed · U undoes", "Muted · U undoes",
        "Unmuted · U undoes",
      ])
  }

  @Test func `a profile is drawn at 40 by 12`() {
    let view = scene()

    show(.followed)

    #expect(
      view.drawn(rows: 10, columns: 40, now: Posts.now).text == """
        ▌ Mei Tanaka  @mei@example.social
        ▌ Ferries, light, #harbour and the rest
        ▌ of it.
        ▌ https://example.social/@mei
        ▌ 412 posts   128 followers
        ▌ 53 following
        ▌ You follow them.
        ▌ ─────────────────────────────────────

          Mei Tanaka  @mei@example.social · 3m
        """)
  }

  @Test func `a profile with tabs shortens the biography`() {
    let view = scene(parts: ProfileStreamKind.allCases)
    let bio = "One. Two. Three. Four. Five. Six. Seven. Eight. Nine. Ten. Eleven. Twelve. Thirteen."
    let mei = Person(
      id: .init("mei"), handle: "mei", name: "Mei", bio: RichText(bio), relationship: .stranger)
    parted.show(mei)
    parted.show([FeedEntry(Posts.post("1", RichText("First light.")))], hasMore: false)

    #expect(
      view.drawn(rows: 10, columns: 40, now: Posts.now).text == """
          Posts  With replies  Photos  About
        ▌ Mei  @mei
        ▌ One. Two. Three. Four. Five. Six.
        ▌ Seven. Eight. Nine. Ten. Eleven.
        ▌ Twelve. Thirteen.
        ▌ You do not follow them.
        ▌ ─────────────────────────────────────

          Mei Tanaka  @mei@example.social · 3m
          First light.
        """)
    #expect(!view.properties.mayHaveBlankTopRow && view.hints.contains(.nextStream))
    _ = view.drawn(rows: 20, columns: 26, now: Posts.now)
    let cut = view.drawn(rows: 20, columns: 26, now: Posts.now).text
    #expect(cut.contains("▌ Eight. Nine. Ten. …\n▌ You do not follow them.\n"))
    parted.show(.about)
    let about = view.drawn(rows: 20, columns: 26, now: Posts.now).text
    #expect(about.contains("Thirteen.") && !about.contains("First light."))
  }

  @Test func `the About tab shows joining date, last post and fields, and marks verified ones`() {
    let view = scene(parts: ProfileStreamKind.allCases)
    let mei = Person(
      id: .init("mei"), handle: "mei", name: "Mei", bio: RichText("Ferries."),
      relationship: .stranger
    ).withDetails(
      PersonDetails(
        joinedAt: Timestamp(milliseconds: 1_554_163_200_000),
        lastPostAt: Timestamp(milliseconds: 1_795_000_000_000),
        fields: [
          .init("Site", RichText("ferries.example"), isVerified: true),
          .init("Pronouns", RichText("she/her")),
        ]))
    parted.show(mei)

    parted.show(.about)

    let lines = view.drawn(rows: 20, columns: 60, now: Posts.now).text.split(separator: "\n")
    func line(_ name: String) -> String? {
      lines.first { $0.contains(name) }.map { String($0.drop { $0 == " " }) }
    }
    #expect(line("Joined") == "Joined     2019-04-02")
    #expect(line("Last post")?.hasPrefix("Last post  20") == true)
    #expect(line("Site") == "Site       ferries.example ✓ verified")
    #expect(line("Pronouns") == "Pronouns   she/her")
    #expect(line("Latest posts") == nil)

    parted.present { $0.latest = [FeedEntry(Posts.post("1", RichText("First light.")))] }

    let text = view.drawn(rows: 24, columns: 60, now: Posts.now).text
    #expect(text.contains("  Pronouns   she/her\n\n  Latest posts\n\n"))
  }

  @Test func `the About tab says if the service has no other information`() {
    let view = scene(parts: ProfileStreamKind.allCases)
    show(.stranger, on: parted)

    parted.show(.about)

    let text = view.drawn(rows: 20, columns: 60, now: Posts.now).text
    #expect(text.contains("has no other information."))
  }

  @Test func `a tab key, or a click on a tab, shows another part of the profile`() throws {
    let view = scene(parts: ProfileStreamKind.allCases)
    show(.stranger, on: parted)
    _ = view.drawn(rows: 20, columns: 80, now: Posts.now)

    view.command(.nextStream, .previousStream)
    view.click(row: 0, column: 22)
    view.performClick(at: try #require(view.clickTargets.first).position, copyingAddress: false)

    #expect(
      interactor.values.dropFirst() == [
        .look(at: .part(.answers)), .look(at: .about), .look(at: .part(.photos)),
        .look(at: .part(.answers)),
      ])
  }

  @Test func `photos of a profile are shown as a wall, and open`() {
    let view = scene(parts: ProfileStreamKind.allCases)
    show(.oneself, on: parted)
    parted.show(.part(.photos))
    let waiting = view.drawn(rows: 20, columns: 80, now: Posts.now).text
    #expect(waiting.contains("Fetching the profile"))
    parted.show(photos("1", "2", "3"))

    let text = view.drawn(rows: 20, columns: 80, now: Posts.now).text
    #expect(text.contains("▐") && text.contains("▌"))
    #expect(!text.contains("Mei Tanaka"))
    view.command(.right, .like, .open)

    #expect(navigator.routes == [.photo(.init("2"), index: 0)])
    #expect(interactor.values.contains(.toggle(.init("2"), .liked)))
  }

  @Test func `a click on the photo wall opens the photo drawn there, even if the wall changed`()
    throws
  {
    let view = scene(parts: ProfileStreamKind.allCases)
    show(.oneself, on: parted)
    parted.show(.part(.photos))
    parted.show(photos("1", "2", "3"))
    _ = view.drawn(rows: 20, columns: 80, now: Posts.now)
    let place = try #require(view.clickTargets.last).position

    parted.show(photos("1"))
    view.performClick(at: place, copyingAddress: false)
    #expect(navigator.routes == [])
    parted.show(photos("2", "3"))
    view.performClick(at: place, copyingAddress: false)

    #expect(navigator.routes == [.photo(.init("3"), index: 0)])
  }

  @Test func `on a profile's photo wall a click selects, another opens, and a double click likes`()
    async throws
  {
    let view = scene(parts: ProfileStreamKind.allCases)
    show(.oneself, on: parted)
    parted.show(.part(.photos))
    parted.show(photos("1", "2", "3"))
    _ = view.drawn(rows: 20, columns: 80, now: Posts.now)
    let place = try #require(view.clickTargets.last).position

    view.click(row: place.row, column: place.column)
    for _ in 0..<10 { await Task.yield() }
    #expect(view.pane.selected?.post?.post.id == .init("3") && navigator.routes.isEmpty)
    view.click(row: place.row, column: place.column, clicks: 2)
    #expect(interactor.values.contains(.toggle(.init("3"), .liked)) && navigator.routes.isEmpty)

    view.click(row: place.row, column: place.column)
    #expect(navigator.routes.isEmpty)
    for _ in 0..<10 { await Task.yield() }
    #expect(navigator.routes == [.photo(.init("3"), index: 0)])
  }

  @Test func `the only photo of a person is large, with the post's text below it`() {
    let view = scene(parts: ProfileStreamKind.allCases)
    show(.oneself, on: parted)
    parted.show(.part(.photos))
    parted.show(photos("1"))
    let few = view.drawn(rows: 40, columns: 90, now: Posts.now).text
    parted.show(photos("1", "2", "3", "4", "5"))
    let more = view.drawn(rows: 40, columns: 90, now: Posts.now).text

    #expect(few.contains("A ferry."))
    #expect(few.split(separator: "\n").count { $0.contains("▐") } > 20)
    #expect(more.split(separator: "\n").count { $0.contains("▐") } < 20)
  }

  @Test func `the text below a narrow photo is wider than the photo, and centred`() {
    let view = scene(parts: ProfileStreamKind.allCases)
    show(.oneself, on: parted)
    parted.show(.part(.photos))
    let text = "Forty levers, and the one with the red cloth: think before you pull me."
    parted.show([FeedEntry(Posts.shot("1", by: "Mei Tanaka", text, 2, 3))])

    let lines = view.drawn(rows: 22, columns: 80, now: Posts.now).text.split(separator: "\n")

    let line = lines.last { $0.contains("Forty") }
    #expect(line?.contains("Forty levers, and the one with the red cloth: think before") == true)
    #expect(line?.prefix { $0 == " " }.count == 11)
  }

  @Test func `vi keys move on the photo wall if enabled`() {
    let view = scene(
      options: DisplayOptions(movesByLetters: true), parts: ProfileStreamKind.allCases)
    parted.show(.part(.photos))
    show(.oneself, on: parted)
    #expect(view.handlesKeyItself("l") && !view.handlesKeyItself("x"))
    parted.show(photos("1", "2"))
    _ = view.drawn(rows: 20, columns: 80, now: Posts.now)

    _ = view.handleEvent(.key("l"))
    view.command(.open)

    #expect(navigator.routes == [.photo(.init("2"), index: 0)])
  }

  @Test func `in the plain mode a profile is drawn without lines`() {
    let view = scene(options: DisplayOptions(isPlain: true))

    show(.stranger)

    let text = view.drawn(rows: 22, columns: 80, theme: .none, now: Posts.now).text
    #expect(!text.contains("─") && !text.contains("▌"))
    #expect(text.hasPrefix("> Mei Tanaka"))
  }

  @Test
  func `the follow key follows the person, and two keys open the lists of followers and following`()
  {
    let view = scene()
    show(.stranger)

    view.command(.follow, .followers, .following)

    #expect(interactor.values == [.open(.init("mei")), .toggleFollow])
    #expect(
      navigator.routes == [.people(.followers(.init("mei"))), .people(.following(.init("mei")))])
  }

  @Test func `clicks on counts and in the biography open their targets`() {
    let view = scene()
    show(.stranger)
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)

    view.click(row: 3, column: 16)
    view.click(row: 1, column: 20)
    view.click(row: 2, column: 5)
    view.click(row: 4, column: 5)

    #expect(navigator.routes == [.people(.followers(.init("mei"))), .stream(.tag("harbour"))])
    #expect(navigator.browsed.map(\.address) == ["https://example.social/@mei"])
    #expect(interactor.values.last == .toggleFollow)
  }

  @Test func `posts in a profile take the keys of a stream`() {
    let view = scene()
    show(.stranger)
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.command(.down)

    view.command(.like, .open)

    #expect(interactor.values.last == .toggle(.init("1"), .liked))
    #expect(navigator.routes == [.conversation(.init("1"))])
  }

  @Test func `a profile loads more posts near its end, once`() {
    let view = scene()
    show(.stranger)
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)

    view.command(.down, .up)

    #expect(interactor.values == [.open(.init("mei")), .more])
  }

  @Test func `a profile that cannot be fetched shows a message`() {
    let view = scene()

    presenter.present { $0.fetchProgress = .underWay }
    let waiting = view.drawn(rows: 10, columns: 60).text
    presenter.present { $0.fetchProgress = .idle }
    presenter.present { $0.failure = .notFound }
    let failed = view.drawn(rows: 10, columns: 60).text

    #expect(waiting.contains("⠋ Fetching the profile"))
    #expect(failed.contains("It does not exist, or was deleted"))
    #expect(failed.contains("r tries again."))
  }

  @Test func `a rejected token asks to sign in again`() {
    let view = scene()
    show(.oneself)

    presenter.perform(.action(.signedOut, of: Posts.account))

    #expect(navigator.routes == [.signIn(again: Posts.account)])
    withExtendedLifetime(view) {}
  }

  @Test func `control characters in a profile stay in their cells`() {
    let view = scene()
    presenter.show(
      Person(
        id: .init("mei"), handle: "m\u{9b}2Jx", name: "A\u{1b}[5mB\nC",
        bio: RichText("one\u{1b}]0;t\u{7}\ntwo\u{202e}"), url: "javascript:alert(1)",
        relationship: .stranger))

    let canvas = view.drawn(rows: 8, columns: 60)

    #expect(canvas.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(canvas.text.contains("A[5mB C"))
    #expect(canvas.links.isEmpty)
  }

  let waiting = OutboxItem(
    id: .init("o"), account: Posts.account.id,
    change: .publish(Draft(id: .init("d"), text: "The ferry was late,\nso we had an hour.")),
    state: .queued(notBefore: nil, after: nil), createdAt: Posts.now)

  private func photos(_ ids: String...) -> [FeedEntry] {
    ids.map { FeedEntry(Posts.shot($0, by: "Mei Tanaka", "A ferry.", 3, 2)) }
  }

  func show(_ relationship: Relationship, on presenter: ProfileStatePresenter? = nil) {
    let presenter = presenter ?? self.presenter
    let mei = Person(
      id: .init("mei"), handle: "mei@example.social", name: "Mei Tanaka",
      bio: RichText(runs: [
        .init("Ferries, light, "), .init("#harbour", .tag("harbour")),
        .init(" and the rest of it."),
      ]), url: "https://example.social/@mei",
      counts: .init(followers: 128, following: 53, posts: 412), relationship: relationship)
    presenter.show(mei, isOneself: relationship == .oneself)
    presenter.show([FeedEntry(Posts.post("1", RichText("First light.")))], hasMore: true)
  }

  func scene(
    options: DisplayOptions = DisplayOptions(), parts: [ProfileStreamKind] = []
  ) -> ProfileView {
    let presenter = parts.isEmpty ? presenter : parted
    let view = ProfileView(
      of: .init("mei"), interactor: interactor,
      posts: PostViewModelFactory(options: options), world: StillWorld())
    presenter.display = view
    view.navigator = navigator
    view.sceneDidAppear()
    return view
  }
}
