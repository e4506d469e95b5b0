import Terminal
import Testing

@testable import Scenes
@testable import TweetieTUI

@Suite struct BookmarkWordsTests {
  private let article = ExportedArticle(
    title: "Fog; rm -rf", address: "https://a.example/?a=1&b=2",
    text: "# Fog\n\nAda · Harbour\nhttps://a.example/\n\n"
      + "The fog came in from the sea at four in the morning, slowly.\n")

  private func words(_ command: String, _ article: ExportedArticle? = nil) -> [String] {
    ArticleCommandWords(
      CommandLineWords(command).words, article ?? self.article, needsAddress: true
    ).words
  }

  @Test func `each placeholder of the bookmark command is one argument, whatever its characters`() {
    #expect(
      words("mark --title=%t %u '%d'") == [
        "mark", "--title=Fog; rm -rf", "https://a.example/?a=1&b=2",
        "The fog came in from the sea at four in the morning, slowly.",
      ])
    #expect(words("mark 100%% %x") == ["mark", "100%", "%x", "https://a.example/?a=1&b=2"])
  }

  @Test func `a title that begins with a hyphen is not passed as an option`() {
    let evil = ExportedArticle(
      title: "--output=/etc/passwd", address: "https://a.example/", text: "")
    #expect(words("mark %t %u", evil) == ["mark", " --output=/etc/passwd", "https://a.example/"])
    #expect(words("mark -t%t", evil)[1] == "-t--output=/etc/passwd")
  }

  @Test(arguments: [
    ("Fog on the Baltic!", "fog-on-the-baltic"), ("../../etc/passwd", "etc-passwd"),
    ("", "article"),
    ("…", "article"), ("霧が来た", "霧が来た"),
  ])
  func `an article's file name is made from its title`(title: String, name: String) {
    #expect(ArticleFileNamer.articleFileName(for: title) == name)
  }
}
