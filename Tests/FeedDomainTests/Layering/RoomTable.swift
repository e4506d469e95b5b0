extension Rooms {
  /// The rooms of every module that has more than a handful of files, the lowest first.
  static let all = [feedDomain, feedServices, feedStorage, terminal, tweetieTUI]

  private static let feedDomain: Rooms = {
    let values = ["Models", "Failures", "Changes", "Gateways", "Boundaries"]
    func useCase(_ name: String, names others: [String] = []) -> Room {
      Room("UseCases/\(name)", names: values + others.map { "UseCases/\($0)" })
    }
    return Rooms(
      module: "FeedDomain",
      rooms: [
        Room("Models"),
        Room("Failures", names: ["Models"]),
        Room("Changes", names: ["Failures", "Models"]),
        Room("Gateways", names: ["Changes", "Failures", "Models"]),
        Room("Boundaries"),
        useCase("Patience"),
        useCase("Sessions", names: ["Patience"]),
        useCase("Feeds", names: ["Sessions"]),
        useCase("Muting", names: ["Patience", "Sessions"]),
        useCase("Delivery", names: ["Muting", "Patience", "Sessions"]),
        useCase("Accounts", names: ["Delivery", "Muting", "Patience", "Sessions"]),
        useCase("Outbox", names: ["Delivery", "Patience", "Sessions"]),
        useCase("Compose", names: ["Delivery", "Outbox", "Patience", "Sessions"]),
        useCase("Conversation", names: ["Delivery", "Sessions"]),
        useCase("Nearby", names: ["Sessions"]),
        useCase("Notices", names: ["Delivery", "Patience", "Sessions"]),
        useCase("People", names: ["Sessions"]),
        useCase("Photo", names: ["Delivery", "Feeds", "Sessions"]),
        useCase("Profile", names: ["Accounts", "Delivery", "Sessions"]),
        useCase("Search", names: ["Delivery", "Patience", "Sessions"]),
        useCase("SignIn"),
        useCase(
          "Stream", names: ["Delivery", "Feeds", "Nearby", "Notices", "Patience", "Sessions"]),
        useCase("Tabs", names: ["Compose", "Patience", "Sessions"]),
        useCase("Voting", names: ["Delivery", "Sessions"]),
        useCase(
          "FrontDesk",
          names: ["Conversation", "Notices", "People", "Photo", "Profile", "Search", "Stream"]),
      ])
  }()

  private static let feedServices = Rooms(
    module: "FeedServices",
    rooms: [
      Room("Crypto"),
      Room("JSON"),
      Room("HTML"),
      Room("Bus"),
      Room("HTTP", names: ["JSON"]),
      Room("Paging", names: ["Crypto"]),
      Room("Addresses", names: ["HTTP"]),
      Room("Facets", names: ["Addresses"]),
      Room("Places", names: ["Addresses", "Bus", "HTTP", "JSON"]),
      Room("SecretService", names: ["Bus"]),
      Room("BuiltIn", names: ["HTTP"]),
      Room("Mastodon", names: ["Addresses", "Crypto", "Facets", "HTML", "HTTP", "JSON"]),
      Room("Bluesky", names: ["Addresses", "Facets", "HTTP", "JSON"]),
      Room("Flickr", names: ["Crypto", "HTML", "HTTP", "JSON"]),
      Room("Instagram", names: ["HTTP", "JSON"]),
      Room("Unsplash", names: ["Addresses", "HTTP", "JSON"]),
    ])

  private static let feedStorage = Rooms(
    module: "FeedStorage",
    rooms: [
      Room("Files"),
      Room("Accounts", names: ["Files"]),
      Room("SQLite", names: ["Files"]),
      Room("Records"),
      Room("Feeds", names: ["Records", "SQLite"]),
      Room("Outbox", names: ["SQLite"]),
      Room("Photos", names: ["Files"]),
      Room("Settings"),
    ])

  private static let terminal = Rooms(
    module: "Terminal",
    rooms: [
      Room("Text"),
      Room("Cells", names: ["Text"]),
      Room("Input", names: ["Cells", "Text"]),
      Room("Language", names: ["Cells"]),
      Room("Pictures", names: ["Cells", "Input", "Language", "Text"]),
      Room("Output", names: ["Cells", "Input", "Language", "Pictures", "Text"]),
    ])

  private static let tweetieTUI = Rooms(
    module: "TweetieTUI",
    rooms: [
      Room("Wording"),
      Room("Keys", names: ["Wording"]),
      Room("Settings", names: ["Keys", "Wording"]),
      Room("Logging", names: ["Settings", "Wording"]),
      Room("Theme", names: ["Settings"]),
      Room("Pictures", names: ["Wording"]),
      Room("Navigation", names: ["Keys", "Pictures", "Theme"]),
      Room("Components", names: ["Keys", "Navigation", "Pictures", "Theme", "Wording"]),
      Room(
        "Scenes",
        names: [
          "Components", "Keys", "Logging", "Navigation", "Pictures", "Settings", "Theme", "Wording",
        ]),
      Room("CommandLine", names: ["Keys", "Logging", "Settings", "Wording"]),
      Room("System", names: ["CommandLine"]),
      Room(
        "Wiring",
        names: [
          "CommandLine", "Components", "Keys", "Logging", "Navigation", "Pictures", "Scenes",
          "Settings", "System", "Theme", "Wording",
        ]),
      Room(
        "Application",
        names: [
          "Components", "Keys", "Logging", "Navigation", "Pictures", "System", "Theme", "Wording",
        ]),
      Room(
        "Program",
        names: [
          "Application", "CommandLine", "Logging", "Navigation", "Pictures", "Settings", "System",
          "Theme", "Wiring", "Wording",
        ]),
    ])
}
