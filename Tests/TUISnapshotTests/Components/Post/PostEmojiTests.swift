import Doubles
import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

/// A server's own emoji in posts and names.
@MainActor struct PostEmojiTests {
  private static let emojis = ["tram", "sheep"].compactMap {
    CustomEmoji(name: $0, url: "https://a.example/\($0).png")
  }
  private let shelf = FakePhotoPipeline()

  private func screen(
    _ text: String, by name: String = "Jo :tram:", pictures: (any PictureProvider)? = nil,
    columns: Int = 40
  ) -> StreamScreen {
    let author = Person(id: .init("1"), handle: "jo", name: name).addingOccurringNameEmoji(
      with: Self.emojis)
    let screen = StreamScreen(
      columns: columns, rows: 12, options: DisplayOptions(), pictures: pictures ?? shelf)
    let post = Post(
      id: Post.ID("1"), author: author, createdAt: Posts.now,
      content: Post.PostContent(text: RichText(text).splittingRunsAtEmoji(Self.emojis)))
    screen.show([.entry(FeedEntry(post))])
    return screen
  }

  @Test func `custom emoji in names and texts are pictures, each fetched once`() {
    let screen = screen("On the :tram: with a :sheep:, on the :tram:.")

    let lines = screen.text.split(separator: "\n").filter { $0.hasPrefix("▌") }

    #expect(lines.first?.hasPrefix("▌ Jo ▒▒  @jo") == true)
    #expect(lines.dropFirst().first == "▌ On the ▒▒ with a ▒▒, on the ▒▒.")
    #expect(
      Set(shelf.asked) == ["https://a.example/tram.png", "https://a.example/sheep.png"])
    #expect(shelf.wishes.allSatisfy { $0.box == CellSize(rows: 1, columns: 2) })
  }

  @Test
  func `custom emoji in warnings and poll answers are pictures, or names without pictures`() {
    func text(_ pictures: any PictureProvider) -> String {
      let screen = StreamScreen(
        columns: 40, rows: 16, options: DisplayOptions(), pictures: pictures)
      let poll = Poll(
        options: [.init(title: "By :tram:", votes: 1), .init(title: "On foot", votes: 3)],
        closesAt: nil)
      func post(_ id: String, _ warning: String?, _ poll: Poll?) -> FeedRow {
        .entry(
          FeedEntry(
            Post(
              id: Post.ID(id), author: Person(id: .init("1"), handle: "jo", name: "Jo"),
              createdAt: Posts.now,
              content: Post.PostContent(text: RichText("How?"), warning: warning, poll: poll)
                .addingWarningAndPollEmoji(with: Self.emojis))))
      }
      screen.show([post("1", "Wool, :sheep: and :boat:", nil), post("2", nil, poll)])
      return screen.text
    }

    let (drawn, named) = (text(shelf), text(NoPictures()))

    #expect(drawn.contains("⚠ Wool, ▒▒ and :boat:"), "\(drawn)")
    #expect(drawn.contains("25%  By ▒▒"))
    #expect(named.contains("⚠ Wool, sheep and :boat:"))
    #expect(named.contains("25%  By tram"))
  }

  @Test func `a custom emoji that is not loaded is drawn as colons of the same width`() {
    shelf.answer = { _, _ in .loading(placeholder: nil, nil) }

    let screen = screen("On the :tram: home")

    #expect(screen.text.contains("▌ Jo ::  @jo"))
    #expect(screen.text.contains("▌ On the :: home"))
  }

  @Test func `without pictures custom emoji are drawn as their names`() {
    let screen = screen("On the :tram: home", pictures: NoPictures())

    #expect(screen.text.contains("▌ Jo tram  @jo"))
    #expect(screen.text.contains("▌ On the tram home"))
  }

  @Test func `custom emoji wrap like words and are never cut in half`() {
    let text = String(repeating: ":sheep: ", count: 30)

    let lines = screen(text, by: "Jo", columns: 20).text.split(separator: "\n")
      .filter { $0.contains("▒") }

    #expect(lines.count == 5)
    #expect(lines.allSatisfy { $0 == "▌ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒" })
  }

  @Test func `a name cut to its line contains no half of a custom emoji`() {
    let name = String(repeating: "a", count: 28) + ":tram:"

    for columns in 20...44 {
      let screen = screen("Words.", by: name, columns: columns)
      let count = screen.text.count { $0 == "▒" }
      #expect(count == 0 || count == 2)
    }
  }

  @Test func `of thousands of different custom emoji only some are fetched`() {
    let many = (0..<3_000).compactMap {
      CustomEmoji(name: "e\($0)", url: "https://a.example/\($0)")
    }
    let text = many.map { ":\($0.name):" }.joined(separator: " ")
    let screen = StreamScreen(columns: 200, rows: 60, pictures: shelf)
    let post = Post(
      id: Post.ID("1"), author: Posts.person("Mei"), createdAt: Posts.now,
      content: Post.PostContent(text: RichText(text).splittingRunsAtEmoji(many)))

    screen.show([.entry(FeedEntry(post))])

    #expect((1...24).contains(Set(shelf.asked).count))
  }
}
