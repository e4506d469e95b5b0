// swift-tools-version: 6.2
import PackageDescription

/// The settings of all modules: warnings are errors, imports are internal by default, and an
/// `async` function runs on its caller's actor, so that no code leaves the main actor by accident.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// The settings of modules whose code runs once for a key or a page: optimised for size, which
/// builds faster, and makes a start read fewer pages.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The settings of modules that process every pixel: optimised in debug builds too, since tests
/// would exceed the time limits for pictures otherwise.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The settings of modules that are optimised across their files in debug builds.
let optimisedWhole: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
    .when(configuration: .debug))
]

/// The settings of modules in the program: without the implicit import of the library of regular
/// expressions, which would add a megabyte.
let lean: [SwiftSetting] =
  house
  + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

let package = Package(
  name: "Tweetie",
  products: [
    .executable(name: "tweetie", targets: ["Tweetie"]),
    .executable(name: "tweetie-picture", targets: ["TweetiePicture"]),
  ],
  targets: [
    // C libraries, each behind a module map and a shim.
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CInih"),
    .systemLibrary(name: "CGettext"),
    .target(name: "CSystem"),
    // The names of the libraries that are opened at run time, and of their packages.
    .target(name: "CLibraries"),
    .target(name: "CPictures", dependencies: ["CLibraries"]),
    .target(name: "CCurl", dependencies: ["CLibraries"]),
    .target(name: "CCrypto", dependencies: ["CLibraries"]),
    .target(name: "CExpat", dependencies: ["CLibraries"]),
    .target(name: "CHunspell", dependencies: ["CLibraries"]),

    // The inner modules, all of which may depend on FeedDomain.
    .target(name: "FeedDomain", swiftSettings: lean + small),
    // The interactors' rules. Services and stores do not depend on this module.
    .target(name: "UseCases", dependencies: ["FeedDomain"], swiftSettings: lean + small),
    // General code that several modules use, such as dates, encodings and private files.
    .target(name: "Groundwork", dependencies: ["CLibraries"], swiftSettings: lean + small),
    .target(name: "Threads", dependencies: ["CSystem"], swiftSettings: lean),
    // Tools that paint the photographs of the demo. The program reads these from files.
    .target(
      name: "CPictureEncoding", dependencies: ["CLibraries"], path: "Tools/CPictureEncoding"),
    .target(
      name: "Atelier", dependencies: ["CPictureEncoding"], path: "Tools/Atelier",
      swiftSettings: house + optimisedWhole),
    .executableTarget(
      name: "Darkroom", dependencies: ["Atelier"], path: "Tools/Darkroom", swiftSettings: house),
    .target(
      name: "FeedServices",
      dependencies: ["FeedDomain", "Groundwork", "Threads", "CCurl", "CCrypto", "CExpat"],
      swiftSettings: lean + small),
    .target(
      name: "FeedStorage",
      dependencies: ["FeedDomain", "Groundwork", "Threads", "CSQLite", "CInih"],
      swiftSettings: lean + small),
    .target(
      name: "Terminal", dependencies: ["Groundwork", "CLibraries", "CNcurses", "CSystem"],
      swiftSettings: lean),
    // The screen and the command line. Each module depends only on modules above it.
    .target(
      name: "Words",
      dependencies: ["FeedDomain", "Groundwork", "Terminal", "UseCases", "CGettext"],
      swiftSettings: lean + small),
    .target(
      name: "Preferences", dependencies: ["FeedDomain", "Terminal", "Words"],
      swiftSettings: lean + small),
    .target(
      name: "Logging",
      dependencies: ["FeedDomain", "Groundwork", "Preferences", "Terminal", "Threads", "Words"],
      swiftSettings: lean + small),
    .target(
      name: "PhotoDisplay",
      dependencies: [
        "FeedDomain", "Pictures", "Preferences", "Terminal", "Threads", "UseCases", "Words",
      ],
      swiftSettings: lean + small),
    .target(
      name: "Scenes",
      dependencies: [
        "FeedDomain", "Groundwork", "Logging", "PhotoDisplay", "Preferences", "Terminal",
        "UseCases", "Words",
      ],
      swiftSettings: lean + small),
    .target(
      name: "Console",
      dependencies: [
        "FeedDomain", "Groundwork", "Logging", "Preferences", "Terminal", "UseCases", "Words",
      ],
      swiftSettings: lean + small),
    .target(
      name: "TweetieTUI",
      dependencies: [
        "Console", "FeedDomain", "FeedStorage", "Groundwork", "Logging", "PhotoDisplay", "Pictures",
        "Preferences", "Scenes", "Terminal", "Threads", "UseCases", "Words", "CHunspell", "CSystem",
      ],
      swiftSettings: lean + small),
    // The main program, which connects the screen with the services.
    .executableTarget(
      name: "Tweetie", dependencies: ["FeedDomain", "FeedServices", "TweetieTUI"],
      swiftSettings: lean),

    // The separate program that decodes untrusted pictures.
    .target(name: "PictureWire", swiftSettings: lean),
    .target(
      name: "PictureDecoder", dependencies: ["CPictures", "CSystem", "PictureWire"],
      swiftSettings: lean + optimised),
    .executableTarget(
      name: "TweetiePicture", dependencies: ["PictureDecoder"], swiftSettings: lean),

    .target(
      name: "Pictures",
      dependencies: ["CLibraries", "CSystem", "PictureWire", "Terminal", "Threads"],
      swiftSettings: lean),

    // A pseudo-terminal with a screen read back through libvterm, for tests and the benchmark.
    .systemLibrary(name: "CVterm", path: "Tests/CVterm"),
    .target(
      name: "TerminalRig", dependencies: ["CVterm"], path: "Tests/TerminalRig",
      swiftSettings: house),
    // A local server whose replies a test determines.
    .systemLibrary(name: "CTLS", path: "Tests/CTLS"),
    .target(
      name: "ServiceRig", dependencies: ["Threads", "CTLS"], path: "Tests/ServiceRig",
      swiftSettings: house),
    // A name server that never replies, for tests.
    .target(name: "CNames", path: "Tests/CNames"),
    .executableTarget(
      name: "TweetieBenchmark",
      dependencies: [
        "Atelier", "FeedDomain", "FeedServices", "FeedStorage", "ServiceRig", "TerminalRig",
      ],
      path: "Benchmarks/TweetieBenchmark", swiftSettings: house),

    // A program that shows pictures for manual checks in real terminals.
    .executableTarget(
      name: "PictureTour", dependencies: ["Terminal"], path: "Tests/PictureTour",
      swiftSettings: house),

    .testTarget(name: "AtelierTests", dependencies: ["Atelier"], swiftSettings: house),
    // Pictures for tests, and a picture decoder that misbehaves on purpose.
    .target(name: "CSamples", path: "Tests/CSamples"),
    .executableTarget(
      name: "PictureDouble",
      dependencies: ["CSamples", "CSystem", "PictureDecoder", "PictureWire"],
      path: "Tests/PictureDouble", swiftSettings: house),
    .target(
      name: "PictureSamples", dependencies: ["CSamples"], path: "Tests/PictureSamples",
      swiftSettings: house),
    .testTarget(
      name: "PictureDecoderTests",
      dependencies: [
        "CFaults", "CSystem", "PictureDecoder", "PictureSamples", "PictureWire", "TerminalRig",
        "TweetiePicture",
      ],
      swiftSettings: house),
    .testTarget(
      name: "PicturesTests",
      dependencies: [
        "CSamples", "PictureDouble", "PictureSamples", "PictureWire", "Pictures", "Terminal",
        "TerminalRig", "TweetiePicture",
      ],
      swiftSettings: house),

    .testTarget(
      name: "GroundworkTests", dependencies: ["Doubles", "Groundwork"], swiftSettings: house),
    .testTarget(name: "ThreadsTests", dependencies: ["Threads"], swiftSettings: house),
    // Test doubles of the objects around a scene, of services and of stores.
    .target(
      name: "Doubles", dependencies: ["FeedDomain", "Threads", "UseCases"], path: "Tests/Doubles",
      swiftSettings: house),
    .testTarget(
      name: "FeedDomainTests", dependencies: ["Doubles", "FeedDomain"], swiftSettings: house),
    .testTarget(
      name: "UseCasesTests", dependencies: ["Doubles", "FeedDomain", "UseCases"],
      swiftSettings: house),
    // A test that runs a simulated day of the program in minutes.
    .target(
      name: "Soak",
      dependencies: [
        "CNames", "Doubles", "FeedDomain", "FeedServices", "FeedStorage", "ServiceRig", "Threads",
        "UseCases",
      ],
      path: "Tests/Soak", swiftSettings: house),
    .executableTarget(
      name: "TweetieSoak", dependencies: ["Soak"], path: "Tests/SoakProgram", swiftSettings: house),
    .testTarget(
      name: "FeedServicesTests",
      dependencies: [
        "CFaults", "CNames", "Doubles", "FeedDomain", "FeedServices", "FeedStorage",
        "ServiceRig", "TerminalRig", "Threads", "UseCases",
      ],
      exclude: [
        "Bluesky/Samples", "Mastodon/Samples", "Unsplash/Samples", "Flickr/Samples",
        "Instagram/Samples", "Places/Samples", "Syndication/Samples", "FeedServer/Samples",
      ],
      swiftSettings: house),
    // Libraries that make file, network and memory calls fail, for tests.
    .target(name: "CFaults", path: "Tests/CFaults"),
    .testTarget(
      name: "FeedStorageTests",
      dependencies: ["CFaults", "Doubles", "FeedDomain", "FeedStorage", "UseCases"],
      exclude: ["Formats"], swiftSettings: house),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "TerminalRig"], swiftSettings: house),
    // A program under the supervisor, two threads of which initialise one value at the same time.
    .executableTarget(
      name: "ForkDouble", dependencies: ["Terminal", "Threads"], path: "Tests/ForkDouble",
      swiftSettings: house),
    // The properties that Scripts/fuzz checks, and a replay of all inputs that ever violated one.
    .testTarget(
      name: "RegressionTests",
      dependencies: [
        "Console", "FeedDomain", "FeedServices", "FeedStorage", "Logging", "PictureDecoder",
        "PictureWire", "Preferences", "Terminal", "Words",
      ],
      path: "Tests/Regressions", exclude: ["Inputs"], swiftSettings: house),
    // A library that halts a thread of the program, for tests.
    .target(name: "CHalt", path: "Tests/CHalt"),
    .testTarget(
      name: "TUISnapshotTests",
      dependencies: [
        "Console", "Doubles", "FeedDomain", "ForkDouble", "Groundwork", "Logging", "PhotoDisplay",
        "PictureSamples", "Pictures", "Preferences", "Scenes", "ServiceRig", "Terminal",
        "TerminalRig", "Tweetie", "TweetieTUI", "UseCases", "Words", "CFaults", "CHalt", "CSystem",
      ],
      swiftSettings: house),
  ]
)
