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
      Room("Deeds", names: ["Changes", "Failures", "Gateways", "Models"]),
      Room("Boundaries"),
    ])

  private static let useCases = Rooms(
    module: "UseCases",
    rooms: [
      Room("Patience"),
      Room("Sessions", names: ["Patience"]),
      Room("Feeds", names: ["Patience", "Sessions"]),
      Room("Export", names: ["Patience"]),
      Room("Fetching", names: ["Feeds", "Sessions"]),
      Room("Muting", names: ["Patience", "Sessions"]),
      Room("Delivery", names: ["Muting", "Patience", "Sessions"]),
      Room("Reading", names: ["Delivery", "Patience"]),
      Room("News", names: ["Delivery", "Feeds", "Patience", "Sessions"]),
      Room("Accounts", names: ["Delivery", "Muting", "News", "Patience", "Sessions"]),
      Room("Everything", names: ["Accounts", "Delivery", "News", "Patience", "Sessions"]),
      Room("Outbox", names: ["Delivery", "Patience", "Sessions"]),
      Room("Compose", names: ["Delivery", "Outbox", "Patience", "Sessions"]),
      Room("Conversation", names: ["Delivery", "Reading", "Sessions"]),
      Room("PlaceChoice", names: ["Sessions"]),
      Room("Notices", names: ["Delivery", "Everything", "News", "Reading", "Sessions"]),
      Room("Alerts", names: ["Delivery", "News", "Reading"]),
      Room("Arrival", names: ["Reading", "Sessions"]),
      Room("People", names: ["Reading", "Sessions"]),
      Room("Listing", names: ["Delivery", "News", "Reading", "Sessions"]),
      Room("Messages", names: ["Reading", "Sessions"]),
      Room("Photo", names: ["Delivery", "Everything", "Feeds", "Reading", "Sessions"]),
      Room("Profile", names: ["Accounts", "Delivery", "Reading", "Sessions"]),
      Room("Search", names: ["Compose", "Delivery", "Patience", "Reading", "Sessions"]),
      Room("SignIn"),
      Room(
        "Stream",
        names: [
          "Delivery", "Everything", "Feeds", "Fetching", "News", "Patience", "PlaceChoice",
          "Reading", "Sessions",
        ]),
      Room(
        "CatchUp",
        names: ["Delivery", "Everything", "Feeds", "Patience", "Reading", "Sessions", "Stream"]),
      Room("Deck", names: ["Patience"]),
      Room("Tabs", names: ["Accounts", "Compose", "Deck", "Patience", "Sessions"]),
      Room("Translating", names: ["Delivery", "Reading", "Sessions"]),
      Room("Form", names: ["Delivery", "Reading", "Sessions"]),
      Room("Voting", names: ["Delivery", "Sessions"]),
      Room(
        "FrontDesk",
        names: [
          "Accounts", "Arrival", "Conversation", "Delivery", "Everything", "Messages", "News",
          "Notices", "People", "Photo",
          "PlaceChoice",
          "Profile", "Search", "Sessions", "Stream",
        ]),
    ])

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
      Room("Secrets"),
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
      Room("Syndication", names: ["Addresses", "Crypto", "HTML", "HTTP", "JSON", "XML"]),
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
      Room("Belongings", names: ["Feeds", "Settings"]),
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
    module: "PhotoDisplay", rooms: [Room("Shelf"), Room("Boxes", names: ["Shelf"])])

  private static let scenes: Rooms = {
    func scene(_ name: String, names others: [String] = []) -> Room {
      Room(name, names: ["Navigation", "Components"] + others)
    }
    return Rooms(
      module: "Scenes",
      rooms: [
        Room("Navigation"),
        Room("Components", names: ["Navigation"]),
        scene("Alerts"), scene("Arrival"), scene("CatchUp"), scene("Compose"),
        scene("Conversation"), scene("Help"),
        scene("Jump"),
        scene("Listing"),
        scene("Log"),
        scene("Messages"), scene("Muting"),
        scene("Notices"), scene("Outbox"), scene("Palette"), scene("People"), scene("Photo"),
        scene("PlaceChoice"), scene("Profile", names: ["People"]),
        scene("Accounts", names: ["Profile"]), scene("Exposure", names: ["Profile"]),
        scene("Search", names: ["People"]),
        scene("Settings"), scene("SignIn"), scene("Stream"), scene("Tabs"),
        scene("Form"), scene("Translating"), scene("Voting"),
      ])
  }()

  private static let console = Rooms(
    module: "Console",
    rooms: [
      Room("Failures"),
      Room("Output"),
      Room("Options", names: ["Failures", "Output"]),
      Room("Complaints", names: ["Failures", "Options", "Output"]),
      Room("Input", names: ["Failures", "Output"]),
      Room("Doctor", names: ["Options", "Output"]),
      Room("Commands", names: ["Doctor", "Failures", "Input", "Options", "Output"]),
      Room("Export", names: ["Commands", "Failures", "Options", "Output"]),
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
      Room("Program", names: ["Application", "System", "Wiring"]),
    ])
}
