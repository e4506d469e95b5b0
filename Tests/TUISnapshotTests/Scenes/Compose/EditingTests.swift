import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// Posts that were changed, and changing one's own.
@MainActor @Suite struct EditingTests {
  private let abilities = PostAbilities(
    marks: .liked, canWrite: true, canEdit: true, people: .all)
  private let post = Posts.post("1", RichText("Rye, always."))

  private var edited: Post {
    post.replacingContent(
      Post.PostContent(
        text: post.content.text, editedAt: Posts.now.timeAdvanced(by: .seconds(-120))))
  }

  private func heading(_ options: DisplayOptions, tellsChange: Bool) -> String? {
    let posts = PostViewModelFactory(options: options)
    let words = posts.postViewModel(of: PostItem(edited), now: Posts.now, tellsChange: tellsChange)
    let block = PostLayout.laidOutPost(
      words, columns: 60, theme: .dark, options: options, room: nil)
    return block.lines.first.map { line in String(line.cells.map(\.character)) }
  }

  @Test func `an edited post shows a sign, or the time of the edit if there is room`() {
    #expect(heading(DisplayOptions(), tellsChange: false)?.hasSuffix(" · 3m ✎") == true)
    #expect(heading(DisplayOptions(), tellsChange: true)?.hasSuffix(" · 3m · edited 2m") == true)
  }

  @Test func `the edit and delete keys say if the service does not support them`() {
    let own = PostItem(post, isOwn: true)
    let reading = PostAbilities(marks: .liked, canWrite: false, people: .all)
    let fixed = PostAbilities(marks: .liked, canWrite: true, people: .all)

    #expect(
      StreamScreen.pressing(.edit, on: own, abilities: fixed).said
        == ["Posts cannot be edited at this service."])
    #expect(
      StreamScreen.pressing(.delete, on: own, abilities: reading).said
        == ["This service is read-only."])
  }

  @Test func `the edit key opens the user's own posts, and refuses others and posts with a poll`() {
    let own = PostItem(post, isOwn: true)

    #expect(
      StreamScreen.pressing(.edit, on: own, abilities: abilities).navigator.routes
        == [.compose(.editPublished(post.id))])
    #expect(abilities.keyHintCommands(for: own, at: Posts.now).contains(.edit))
    #expect(
      StreamScreen.pressing(.edit, on: PostItem(post), abilities: abilities).said
        == ["Only your own posts can be edited."])
    let asked = PostItem(
      Posts.post(
        "2", RichText("Which?"),
        poll: Poll(options: [.init(title: "Rye", votes: 1)], closesAt: nil)), isOwn: true)
    #expect(!abilities.keyHintCommands(for: asked, at: Posts.now).contains(.edit))
    #expect(
      StreamScreen.pressing(.edit, on: asked, abilities: abilities).said
        == ["Tweetie does not edit posts with a poll: the votes would be lost."])
  }

  @Test func `the page for an edit has its own title, and lists the post's pictures`() {
    let presenter = ComposePresenter()
    let view = ComposeView(
      interactor: Spy<ComposeScene.SceneRequest>(), purpose: .editPublished(post.id))
    presenter.display = view
    view.sceneDidAppear()
    presenter.begin(
      Draft(
        id: .init("d"), text: "Rye", visibility: .followers, editing: post.id,
        attachments: [.init(posted: "m1", altText: "A loaf")]),
      DraftLimits(
        characters: 500, attachments: 4, visibilities: Visibility.allCases, allowsWarning: true))

    let text = view.drawn(rows: 14, columns: 80).text

    #expect(view.header.leftText == [StyledSpan("Edit your post", .barStrong)])
    #expect(text.contains("1/4 (in the post)  A loaf"))
    #expect(text.contains("→ followers only"))
    #expect(!text.contains("who sees it"))
  }

  @Test func `a pending edit in the outbox is titled as an edit, not as a post`() {
    let content = OutboxContent(wording: Wording(), world: StillWorld())
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    let view = PagedListView(content, interactor: Spy<OutboxScene.SceneRequest>())
    presenter.display = view
    let item = OutboxItem(
      id: .init("o"), account: Posts.account.id,
      change: .publish(Draft(id: .init("d"), text: "Rye", editing: post.id)),
      state: .queued(notBefore: nil, after: nil), createdAt: Posts.now)

    presenter.present(OutboxScene.SceneState([.init(item, post: post)]))

    #expect(view.drawn(rows: 4, columns: 40).text.hasPrefix("▌ Edit your post\n▌ Rye\n"))
    #expect(view.hints.contains(.edit))
  }
}

/// Quoting a post with a key.
@MainActor @Suite struct QuotingTests {
  private let abilities = PostAbilities(
    marks: .liked, canWrite: true, canQuote: true, people: .all)

  private func post(canBeQuoted: Bool = true) -> PostItem {
    PostItem(
      Post(
        id: Post.ID("1"), author: Posts.person("Ada"), createdAt: Posts.now,
        content: Post.PostContent(text: RichText("Rye.")), canBeQuoted: canBeQuoted))
  }

  private func screen(_ item: PostItem, _ abilities: PostAbilities) -> StreamScreen {
    StreamScreen.pressing(.quote, on: item, abilities: abilities)
  }

  @Test func `a post can be quoted if the service and its author allow it`() {
    #expect(screen(post(), abilities).navigator.routes == [.compose(.quote(Post.ID("1")))])
    #expect(abilities.keyHintCommands(for: post(), at: Posts.now).contains(.quote))
    #expect(
      screen(post(canBeQuoted: false), abilities).said == ["The author does not allow quotes."])
    #expect(
      !abilities.keyHintCommands(for: post(canBeQuoted: false), at: Posts.now).contains(.quote))
    #expect(screen(post(), .all).said == ["This service does not support quotes."])
  }

  @Test func `the quoted post stands above the text`() {
    let presenter = ComposePresenter()
    let view = ComposeView(
      interactor: Spy<ComposeScene.SceneRequest>(), purpose: .quote(Post.ID("1")))
    presenter.display = view
    view.sceneDidAppear()
    presenter.begin(
      Draft(id: .init("d"), quoting: Post.ID("1")),
      DraftLimits(
        characters: 500, attachments: 4, visibilities: [.everybody], allowsWarning: false,
        quotes: true, quotesWithPictures: false), replyingTo: post().post)

    let text = view.drawn(rows: 14, columns: 80).text

    #expect(view.header.leftText == [StyledSpan("Quote @ada@example.social", .barStrong)])
    #expect(text.contains("│ Rye."))
    #expect(!text.contains("^P"))
  }
}
