extension FolderDependencies {
  /// The folder dependencies of every module that has more than a handful of files, the lowest
  /// first.
  static let all = [
    feedDomain, useCases, feedServices, feedStorage, terminal, preferences, photoDisplay, scenes,
    console,
    tweetieTUI,
  ]

  private static let feedDomain = FolderDependencies(
    module: "FeedDomain",
    rows: [
      FolderRow("Models"),
      FolderRow("Failures", names: ["Models"]),
      FolderRow("Changes", names: ["Failures", "Models"]),
      FolderRow("Gateways", names: ["Changes", "Failures", "Models"]),
    ])

  private static let useCases: FolderDependencies = {
    func useCase(_ name: String, names others: [String] = []) -> FolderRow {
      FolderRow(name, names: ["Boundaries"] + others)
    }
    return FolderDependencies(
      module: "UseCases",
      rows: [
        FolderRow("Boundaries"),
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
        useCase("FilterRules", names: ["Sessions"]),
        useCase("Podcasts", names: ["Delivery", "Reading", "Sessions"]),
        useCase(
          "Notifications", names: ["Delivery", "Everything", "LiveUpdates", "Reading", "Sessions"]),
        useCase("Alerts", names: ["Delivery", "LiveUpdates", "Reading"]),
        useCase("LinkResolution", names: ["Reading", "Sessions"]),
        useCase("People", names: ["Delivery", "Reading", "Sessions"]),
        useCase("Deck", names: ["Backoff"]),
        useCase("FeedList", names: ["Deck", "Delivery", "Reading", "Backoff", "Sessions"]),
        useCase("BulkActions", names: ["Delivery", "Sessions"]),
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

  private static let feedServices = FolderDependencies(
    module: "FeedServices",
    rows: [
      FolderRow("Crypto"),
      FolderRow("JSON"),
      FolderRow("HTML"),
      FolderRow("Bus"),
      FolderRow("HTTP", names: ["JSON"]),
      FolderRow("XML", names: ["HTML"]),
      FolderRow("Paging"),
      FolderRow("Addresses", names: ["HTTP"]),
      FolderRow("Facets", names: ["Addresses"]),
      FolderRow("Places", names: ["Addresses", "Bus", "HTTP", "JSON"]),
      FolderRow("SecretService", names: ["Bus"]),
      FolderRow("BuiltIn", names: ["HTTP", "JSON"]),
      FolderRow("Mastodon", names: ["Addresses", "Crypto", "Facets", "HTML", "HTTP", "JSON"]),
      FolderRow("Bluesky", names: ["Addresses", "Crypto", "Facets", "HTTP", "JSON", "Paging"]),
      FolderRow(
        "Flickr",
        names: ["Addresses", "Crypto", "Facets", "HTML", "HTTP", "JSON", "Paging", "XML"]),
      FolderRow("Instagram", names: ["HTTP", "JSON"]),
      FolderRow("Unsplash", names: ["Addresses", "HTTP", "JSON"]),
      FolderRow("Podcasts", names: ["HTTP", "JSON"]),
      FolderRow(
        "Syndication",
        names: ["Addresses", "Crypto", "Facets", "HTML", "HTTP", "JSON", "Podcasts", "XML"]),
      FolderRow("FeedServer", names: ["Addresses", "Crypto", "HTML", "HTTP", "JSON", "Podcasts"]),
    ])

  private static let feedStorage = FolderDependencies(
    module: "FeedStorage",
    rows: [
      FolderRow("Files"),
      FolderRow("Accounts", names: ["Files"]),
      FolderRow("SQLite", names: ["Files"]),
      FolderRow("Records"),
      FolderRow("Feeds", names: ["Records", "SQLite"]),
      FolderRow("Outbox", names: ["SQLite"]),
      FolderRow("Photos", names: ["Files"]),
      FolderRow("Settings", names: ["Files"]),
      FolderRow("PortableSettings", names: ["Feeds", "Settings"]),
    ])

  private static let terminal = FolderDependencies(
    module: "Terminal",
    rows: [
      FolderRow("Text"),
      FolderRow("Cells", names: ["Text"]),
      FolderRow("Input", names: ["Cells", "Text"]),
      FolderRow("Language", names: ["Cells"]),
      FolderRow("Pictures", names: ["Cells", "Input", "Language", "Text"]),
      FolderRow("Output", names: ["Cells", "Input", "Language", "Pictures", "Text"]),
    ])

  private static let preferences = FolderDependencies(
    module: "Preferences",
    rows: [
      FolderRow("Keys"),
      FolderRow("Theme"),
      FolderRow("Settings", names: ["Keys", "Theme"]),
    ])

  private static let photoDisplay = FolderDependencies(
    module: "PhotoDisplay", rows: [FolderRow("Pipeline"), FolderRow("Boxes", names: ["Pipeline"])])

  private static let scenes: FolderDependencies = {
    func scene(_ name: String, names others: [String] = []) -> FolderRow {
      FolderRow(name, names: ["Navigation", "Components"] + others)
    }
    return FolderDependencies(
      module: "Scenes",
      rows: [
        FolderRow("Navigation"),
        FolderRow("Components", names: ["Navigation"]),
        scene("People"),
        scene("Profile", names: ["People"]),
        scene("Accounts", names: ["People", "Profile"]),
        scene("Search", names: ["People"]),
        scene("Settings"),
        scene("Welcome", names: ["Settings"]),
      ],
      namedByOthers: ["Navigation", "Components"])
  }()

  private static let console = FolderDependencies(
    module: "Console",
    rows: [
      FolderRow("Failures"),
      FolderRow("Output"),
      FolderRow("Options", names: ["Failures", "Output"]),
      FolderRow("Input", names: ["Failures", "Output"]),
      FolderRow("Doctor", names: ["Options", "Output"]),
      FolderRow("Export", names: ["Output"]),
      FolderRow("Commands", names: ["Doctor", "Export", "Failures", "Input", "Options", "Output"]),
      FolderRow(
        "Launch",
        names: ["Commands", "Doctor", "Export", "Failures", "Input", "Options", "Output"]),
    ])

  private static let tweetieTUI = FolderDependencies(
    module: "TweetieTUI",
    rows: [
      FolderRow("System"),
      FolderRow("Wiring", names: ["System"]),
      FolderRow("Application", names: ["System"]),
      FolderRow("ScreenReader", names: ["Application", "System"]),
      FolderRow("Program", names: ["Application", "ScreenReader", "System", "Wiring"]),
    ])
}
