import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedStorage

/// What somebody set up, from one machine to another.
struct BelongingsDeskTests {
  private let ada = Account.ID("mastodon:https://example.org:ada")

  /// A machine, with its files in a folder.
  private struct Machine {
    let folder = ScratchFolder()
    let feeds: SQLiteFeedStore
    let store: PortableSettingsStore

    init(settings: String = "") async throws {
      feeds = try await SQLiteFeedStore(.memory)
      store = PortableSettingsStore(
        settings: folder["config.ini"], mutes: MemoryMuteStore(), feeds: feeds)
      guard !settings.isEmpty, let file = fopen(folder["config.ini"], "w") else { return }
      fputs(settings, file)
      fclose(file)
    }
  }

  private var all: PortableSettings {
    var all = PortableSettings()
    all.settings = [
      SettingEntry(section: "display", key: "theme", value: "sea", line: 1),
      SettingEntry(section: "keys", key: "like", value: "L", line: 2),
      SettingEntry(section: "theme", key: "accent", value: "#112233", line: 3),
    ]
    all.themes = [
      "sea": [SettingEntry(section: "", key: "accent", value: "#00ffaa")]
    ]
    all.mutes = [.words("a; b = [c] # d"), .person("tom@example.org"), .tag("tea")]
    all.tabs = [
      ada: [
        .feed(.home), .nearby, .feed(.search("tea lang:de")),
        .feed(.list(id: "7", name: "Near and far")),
      ]
    ]
    all.columns = [
      DeckColumn(.notifications, of: ada), DeckColumn(.stream(.feed(.tag("tram"))), of: ada),
    ]
    all.places = [
      ada: [
        Place(name: "Kyoto", latitude: 35.01, longitude: 135.77),
        Place(name: "Oaxaca", latitude: 17.06, longitude: -96.72),
      ]
    ]
    return all
  }

  @Test func `exported settings are imported on another machine with the same result`() async throws
  {
    let (one, other) = (try await Machine(), try await Machine(settings: "[log]\nstorage = off\n"))
    try await one.store.storeChangedSettingsOnMachine(all, insteadOf: PortableSettings())
    let text = one.store.exportedSettingsText(of: try await one.store.portableSettings(of: [ada]))

    let read = try other.store.parsedPortableSettings(in: Array(text.utf8))
    let before = try await other.store.portableSettings(of: [ada])
    try await other.store.storeChangedSettingsOnMachine(
      before.importingSettings(read, wholly: []), insteadOf: before)

    let there = try await other.store.portableSettings(of: [ada])
    #expect(there.settingsInForce.count == 4 && there.settingsInForce["keys.like"]?.value == "L")
    #expect(there.themes.mapValues { $0.map(\.value) } == ["sea": ["#00ffaa"]])
    #expect(there.mutes == all.mutes)
    #expect(there.tabs == all.tabs)
    #expect(there.columns == all.columns)
    #expect(there.places == all.places)
    // What is the same is not written again.
    try await other.store.storeChangedSettingsOnMachine(there, insteadOf: there)
    let lines = other.store.exportedSettingsText(of: there).split(separator: "\n")
    #expect(Set(lines) == Set(text.split(separator: "\n")).union(["[log]", "storage = off"]))
    unlink(other.folder["themes/sea.ini"])
    unlink(one.folder["themes/sea.ini"])
  }

  @Test func `control characters in exported names do not add settings`() async throws {
    let machine = try await Machine()
    var hostile = PortableSettings()
    hostile.tabs = [
      ada: [.feed(.list(id: "7\n[mutes]", name: "A\u{1B}[2J\t\u{9B}B\r\nmute = all"))]
    ]

    let text = machine.store.exportedSettingsText(of: hostile)

    #expect(text.split(separator: "\n").count == 4)
    #expect(
      text.unicodeScalars.allSatisfy { $0.value >= 0x20 || "\n\t".unicodeScalars.contains($0) })
    let read = try machine.store.parsedPortableSettings(in: Array(text.utf8))
    #expect(read.tabs[ada] == [.feed(.list(id: "7[mutes]", name: "A[2JBmute = all"))])
    #expect(read.mutes.isEmpty)
  }

  @Test(arguments: [
    ("", PortableSettingsError.otherFile), ("[display]\ntheme = moss", .otherFile),
    ("{\"tweetie\": 1}", .otherFile), ("tweetie = 2", .newer), ("tweetie = 0", .otherFile),
    ("tweetie = 1\ntheme = moss", .line(2)), ("tweetie = 1\n[mutes]\nmute", .line(3)),
    ("tweetie = 1\n[mutes]\nmute = #", .line(3)), ("tweetie = 1\n[mutes\nmute = a", .line(2)),
    ("tweetie = 1\n[tabs a:b]\ntab = elsewhere:7", .line(3)),
    ("tweetie = 1\n[tabs]\ntab = home", .line(3)),
    ("tweetie = 1\n[columns]\ncolumn = home", .line(3)),
    ("tweetie = 1\n[places a:b]\nplace = home", .line(3)),
    ("tweetie = 1\n[theme ../../.profile]\naccent = 1", .line(3)),
    ("tweetie = 1\n[theme sea]\naccent = 1;2", .line(3)),
    ("tweetie = 1\n[display sea]\ntheme = moss", .line(3)),
    ("tweetie = 1\n[display]\ntheme = \u{1B}", .line(3)),
    ("tweetie = 1\n[display]\ntheme = " + String(repeating: "x", count: 5_000), .line(3)),
    (
      "tweetie = 1\n[tabs a:b]\n" + (0..<501).map { "tab = tag:t\($0)\n" }.joined(), .line(503)
    ),
    (String(repeating: "#\n", count: 30_000), .tooLarge),
    ("#" + String(repeating: "x", count: 2 << 20), .tooLarge),
  ])
  func `an invalid settings archive is refused with the reason`(
    _ text: String, _ mistake: PortableSettingsError
  )
    async throws
  {
    let machine = try await Machine()

    #expect(throws: mistake) { try machine.store.parsedPortableSettings(in: Array(text.utf8)) }
    #expect(throws: PortableSettingsError.notText) {
      try machine.store.parsedPortableSettings(in: [0xFF, 0xFE])
    }
  }

  @Test func `randomly damaged settings archives are read or refused`() async throws {
    let machine = try await Machine()
    let text = Array(machine.store.exportedSettingsText(of: all).utf8)
    var numbers = Dice(state: 7)
    for _ in 0..<2_000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      guard let read = try? machine.store.parsedPortableSettings(in: bytes) else { continue }
      // What was understood is understood again.
      let again = machine.store.exportedSettingsText(of: read)
      #expect(throws: Never.self) {
        try machine.store.parsedPortableSettings(in: Array(again.utf8))
      }
    }
  }

  @Test func `an import that the settings file cannot hold changes nothing`() async throws {
    let machine = try await Machine(settings: "[display]\ntheme = dark\n")
    let old = try await machine.store.portableSettings(of: [ada])
    var new = old.importingSettings(all, wholly: [])
    new.settings.append(
      SettingEntry(section: "programs", key: "opener", value: "a ; b", line: 9))

    await #expect(throws: StoreError.self) {
      try await machine.store.storeChangedSettingsOnMachine(new, insteadOf: old)
    }

    #expect(try await machine.store.portableSettings(of: [ada]) == old)
    #expect(machine.folder.names == ["config.ini"])
  }

  @Test func `a missing settings file or a folder in its place is an error`() async throws {
    let machine = try await Machine()

    #expect(throws: StoreError.self) {
      try machine.store.readExportedSettingsFile(at: machine.folder["none"])
    }
    #expect(throws: StoreError.self) {
      try machine.store.readExportedSettingsFile(at: machine.folder.path)
    }
  }
}
