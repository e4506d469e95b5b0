import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// Quoting a post with a key.
@MainActor @Suite struct QuotingTests {
  private let abilities = PostAbilities(
    marks: .liked, canWrite: true, canQuote: true, people: .all)

  private func post(canBeQuoted: Bool = true) -> PostItem {
    PostItem(
      Post(
        id: Post.ID("1"), author: Posts.person("Ada"), createdAt: Posts.now,
        content: Post.Content(text: RichText("Rye.")), canBeQuoted: canBeQuoted))
  }

  private func intent(_ item: PostItem, _ abilities: PostAbilities) -> PostRequest? {
    PostRequest(.quote, on: item, abilities: abilities, wording: Wording())
  }

  @Test func `a post is quoted where the service and its author let one`() {
    #expect(intent(post(), abilities) == .go(.compose(.quote(Post.ID("1")))))
    #expect(abilities.hints(for: post(), at: Posts.now).contains(.quote))
    #expect(
      intent(post(canBeQuoted: false), abilities) == .say("Its author does not want it quoted."))
    #expect(!abilities.hints(for: post(canBeQuoted: false), at: Posts.now).contains(.quote))
    #expect(intent(post(), .all) == .say("This service has no quotes."))
  }

  @Test func `what is quoted stands above the page`() {
    let presenter = ComposePresenter(wording: Wording(), keys: .defaults)
    let view = ComposeView(interactor: Spy<Compose.Request>(), purpose: .quote(Post.ID("1")))
    presenter.display = view
    view.opened()
    presenter.present(
      .editing(
        Draft(id: .init("d"), quoting: Post.ID("1")),
        DraftLimits(
          characters: 500, attachments: 4, visibilities: [.everybody], allowsWarning: false,
          quotes: true, quotesWithPictures: false),
        replyingTo: post().post, isResumed: false))

    let text = view.drawn(rows: 14, columns: 80).text

    #expect(view.header.left == [Span("Quote @ada@example.social", .barStrong)])
    #expect(text.contains("│ Rye."))
    #expect(!text.contains("^P"))
  }
}
