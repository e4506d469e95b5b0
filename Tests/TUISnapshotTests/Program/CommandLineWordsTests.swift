import Testing

@testable import TweetieTUI

struct CommandLineWordsTests {
  @Test(arguments: [
    ("pass show tweetie/example", ["pass", "show", "tweetie/example"]),
    ("  gpg\t-d   file ", ["gpg", "-d", "file"]),
    ("op read \"a place with blanks\"", ["op", "read", "a place with blanks"]),
    ("sh -c 'printf \"x\\n\"'", ["sh", "-c", "printf \"x\\n\""]),
    ("--name=\"two words\"'s", ["--name=two wordss"]), ("a '' b", ["a", "", "b"]),
    ("say \"it's\"", ["say", "it's"]), ("say \"not closed", ["say", "not closed"]),
    ("$HOME `id` a;b|c&&d >e *", ["$HOME", "`id`", "a;b|c&&d", ">e", "*"]), ("", []), (" ", []),
  ])
  func `a command line is split at blanks outside quotes`(command: String, words: [String]) {
    #expect(CommandLineWords(command).words == words)
  }
}
