extension Rooms {
  /// The rooms of every module that has more than a handful of files, the lowest first.
  static let all = [
    feedDomain, useCases, feedServices, feedStorage, terminal, preferences, photoDisplay, scenes,
    console,
    tweetieTUI,
  ]

  private static let feedDomain = Rooms(
    module: "FeedDomain",
    rooms: [
      Room("Models"),
      Room("Failures", names: ["Models"]),
      Room("Changes", names: ["Failures", "Models"]),
      Room("Gateways", names: ["Changes", "Failures", "Models"]),
    ])

  private static let useCases: Rooms = {
    func useCase(_ name: String, names others: [String] = []) -> Room {
      Room(name, names: ["Boundaries"] + others)
    }
    return Rooms(
      module: "UseCases",
      rooms: [
        Room("Boundaries"),
        useCase("Backoff"),
        useCase("Digests"),
        useCase("Sessions", names: ["Backoff", "Digests"]),
        useCase("Feeds", names: ["Backoff", "Sessions"]),
        useCase("Export", names: ["Backoff"]),
        useCase("Fetching", names: ["Feeds", "Sessions"]),
        useCase("Muting", names: ["Backoff", "Sessions"]),
        useCase("Delivery", names: ["Muting", "Backoff", "Sessions"]),
        useCase("Reading", names: ["Delivery", "Backoff", "Sessions"]),
        useCase("LiveUpdates", names: ["Delivery", "Feeds", "Backoff", "Sessions"]),
        useCase("Accounts", names: ["Delivery", "Muting", "LiveUpdates", "Backoff", "Sessions"]),
        useCase(
          "Everything", names: ["Accounts", "Delivery", "LiveUpdates", "Backoff", "Sessions"]),
        useCase("Outbox", names: ["Delivery", "Backoff", "Sessions"]),
        useCase("Compose", names: ["Delivery", "Outbox", "Backoff", "Sessions"]),
        useCase("BookmarkTags", names: ["Delivery", "Sessions"]),
        useCase("Conversation", names: ["Delivery", "Reading", "Sessions"]),
        useCase("Article", names: ["Delivery", "Reading", "Sessions"]),
        useCase("PlaceChoice", names: ["Sessions"]),
        useCase("Rules", names: ["Sessions"]),
        useCase("Podcasts", names: ["Delivery", "Reading", "Sessions"]),
        useCase(
          "Notifications", names: ["Delivery", "Everything", "LiveUpdates", "Reading", "Sessions"]),
        useCase("Alerts", names: ["Delivery", "LiveUpdates", "Reading"]),
        useCase("LinkResolution", names: ["Reading", "Sessions"]),
        useCase("People", names: ["Delivery", "Reading", "Sessions"]),
        useCase("FeedList", names: ["Deck", "Delivery", "Reading", "Backoff", "Sessions"]),
        useCase("EntryActs", names: ["Delivery", "Sessions"]),
        useCase("Listing", names: ["Delivery", "LiveUpdates", "Reading", "Sessions"]),
        useCase("Messages", names: ["Reading", "Sessions"]),
        useCase("SharedLinks", names: ["Digests", "Sessions"]),
        useCase("Photo", names: ["Delivery", "Everything", "Feeds", "Reading", "Sessions"]),
        useCase("Profile", names: ["Accounts", "Delivery", "Reading", "Sessions"]),
        useCase("Search", names: ["Compose", "Delivery", "Backoff", "Reading", "Sessions"]),
        useCase("SignIn"),
        useCase(
          "Stream",
          names: [
            "Delivery", "Everything", "Feeds", "Fetching", "LiveUpdates", "Backoff", "PlaceChoice",
            "Reading", "Sessions",
          ]),
        useCase(
          "CatchUp",
          names: [
            "Delivery", "Digests", "Everything", "Feeds", "Backoff", "Reading", "Sessions",
            "Stream",
          ]),
        useCase("Deck", names: ["Backoff"]),
        useCase("Tabs", names: ["Accounts", "Compose", "Deck", "Backoff", "Sessions"]),
        useCase("Translating", names: ["Delivery", "Reading", "Sessions"]),
        useCase("Form", names: ["Delivery", "Reading", "Sessions"]),
        useCase("Voting", names: ["Delivery", "Sessions"]),
        useCase(
          "ActiveAccount",
          names: [
            "Accounts", "LinkResolution", "Conversation", "Delivery", "Everything", "Messages",
            "LiveUpdates",
            "Notifications", "People", "Photo",
            "PlaceChoice",
            "Profile", "Search", "Sessions", "Stream",
          ]),
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
      Room("XML", names: ["HTML"]),
      Room("Paging"),
      Room("Addresses", names: ["HTTP"]),
      Room("Facets", names: ["Addresses"]),
      Room("Places", names: ["Addresses", "Bus", "HTTP", "JSON"]),
      Room("SecretService", names: ["Bus"]),
      Room("BuiltIn", names: ["HTTP", "JSON"]),
      Room("Mastodon", names: ["Addresses", "Crypto", "Facets", "HTML", "HTTP", "JSON"]),
      Room("Bluesky", names: ["Addresses", "Crypto", "Facets", "HTTP", "JSON", "Paging"]),
      Room(
        "Flickr",
        names: ["Addresses", "Crypto", "Facets", "HTML", "HTTP", "JSON", "Paging", "XML"]),
      Room("Instagram", names: ["HTTP", "JSON"]),
      Room("Unsplash", names: ["Addresses", "HTTP", "JSON"]),
      Room("Podcasts", names: ["HTTP", "JSON"]),
      Room(
        "Syndication",
        names: ["Addresses", "Crypto", "Facets", "HTML", "HTTP", "JSON", "Podcasts", "XML"]),
      Room("FeedServer", names: ["Addresses", "Crypto", "HTML", "HTTP", "JSON", "Podcasts"]),
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
      Room("Settings", names: ["Files"]),
      Room("PortableSettings", names: ["Feeds", "Settings"]),
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

  private static let preferences = Rooms(
    module: "Preferences",
    rooms: [
      Room("Keys"),
      Room("Theme"),
      Room("Settings", names: ["Keys", "Theme"]),
    ])

  private static let photoDisplay = Rooms(
    module: "PhotoDisplay", rooms: [Room("Pipeline"), Room("Boxes", names: ["Pipeline"])])

  private static let scenes: Rooms = {
    func scene(_ name: String, names others: [String] = []) -> Room {
      Room(name, names: ["Navigation", "Components"] + others)
    }
    return Rooms(
      module: "Scenes",
      rooms: [
        Room("Navigation"),
        Room("Components", names: ["Navigation"]),
        scene("People"),
        scene("Profile", names: ["People"]),
        scene("Accounts", names: ["People", "Profile"]),
        scene("Search", names: ["People"]),
        scene("Settings"),
        scene("Welcome", names: ["Settings"]),
      ],
      namedByOthers: ["Navigation", "Components"])
  }()

  private static let console = Rooms(
    module: "Console",
    rooms: [
      Room("Failures"),
      Room("Output"),
      Room("Options", names: ["Failures", "Output"]),
      Room("Input", names: ["Failures", "Output"]),
      Room("Doctor", names: ["Options", "Output"]),
      Room("Export", names: ["Output"]),
      Room("Commands", names: ["Doctor", "Export", "Failures", "Input", "Options", "Output"]),
      Room(
        "Launch",
        names: ["Commands", "Doctor", "Export", "Failures", "Input", "Options", "Output"]),
    ])

  private static let tweetieTUI = Rooms(
    module: "TweetieTUI",
    rooms: [
      Room("System"),
      Room("Wiring", names: ["System"]),
      Room("Application", names: ["System"]),
      Room("ScreenReader", names: ["Application", "System"]),
      Room("Program", names: ["Application", "ScreenReader", "System", "Wiring"]),
    ])
}
