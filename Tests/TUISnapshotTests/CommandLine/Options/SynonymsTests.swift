import Testing

@testable import Console
@testable import FeedDomain

/// What is suggested to those who come from other programs.
@Suite struct SynonymsTests {
  @Test(arguments: [
    ("favourite", "like"), ("fav", "like"), ("reblog", "boost"), ("retweet", "boost"),
    ("rt", "boost"), ("timeline", "feed"), ("tl", "feed"), ("settings", "config"),
    ("set", "config"), ("toot", "post"), ("tweet", "post"), ("signin", "login"),
    ("auth", "login"), ("activate", "use"), ("switch", "use"), ("unreblog", "unboost"),
    ("trends", "list trends"), ("notify-posts", "act notify-posts"),
    ("tell-of-posts", "act notify-posts"), ("rss", "feeds"), ("atom", "feeds"),
    ("mastodon", "login mastodon"), ("mastadon", "login mastodon"), ("bsky", "login bluesky"),
    // Slips, of commands before those of synonyms; a command in capital letters.
    ("folow", "follow"), ("favorit", "like"), ("timelin", "feed"), ("Feed", "feed"),
    ("hlep", "help"),
  ])
  func `a synonym of a command is answered with the command's name`(
    _ typed: String, _ command: String
  ) {
    #expect(throws: UsageError.unknownCommand(typed, nearest: command)) {
      try LaunchOptions.parsedCommandLine(from: [typed], environment: [:])
    }
  }

  @Test(arguments: ["xyzzy", "q", "zz", String(repeating: "a", count: 100_000)])
  func `an unknown command without a similar one gets no suggestion`(_ typed: String) {
    #expect(throws: UsageError.unknownCommand(typed, nearest: nil)) {
      try LaunchOptions.parsedCommandLine(from: [typed], environment: [:])
    }
  }

  @Test(arguments: [
    ("mastadon", Service.mastodon), ("Mastodon", .mastodon), ("gotosocial", .mastodon),
    ("bsky", .bluesky), ("blusky", .bluesky), ("insta", .instagram), ("instagramm", .instagram),
    ("atom", .rss), ("feeds", .rss), ("flicker", .flickr), ("unspalsh", .unsplash),
  ])
  func `a synonym of a service is answered with the service's name`(
    _ typed: String, _ service: Service
  ) {
    let all = Service.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(
      throws: UsageError.unknownService(typed, nearest: service.rawValue, allowed: all)
    ) { try LaunchOptions.parsedCommandLine(from: ["login", typed], environment: [:]) }
  }

  @Test func `an unknown service lists all services`() {
    #expect(throws: UsageError.self) {
      try LaunchOptions.parsedCommandLine(from: ["login", "myspace"], environment: [:])
    }
    #expect(CommandSynonyms.serviceMeant(by: "myspace") == nil)
  }

  @Test func `each synonym suggests an existing command`() {
    for (synonym, suggestion) in CommandSynonyms.commands {
      // The name of a command is never looked up among the synonyms.
      #expect(CommandName(rawValue: synonym) == nil, "\(synonym)")
      let word = suggestion.split(separator: " ").first.map(String.init)
      #expect(word == "help" || word.flatMap(CommandName.init) != nil, "\(suggestion)")
    }
  }

  @Test func `an action kind is parsed by its present and its former name`() {
    for kind in ServiceAction.ServiceActionKind.allCases {
      #expect(ServiceAction.ServiceActionKind(named: kind.name) == kind)
      #expect(ServiceAction.ServiceActionKind(named: kind.rawValue) == kind)
    }
    #expect(ServiceAction.ServiceActionKind.tellOfPosts.name == "notify-posts")
    #expect(ServiceAction.ServiceActionKind.changeListMembership.name == "add-to-list")
  }
}
