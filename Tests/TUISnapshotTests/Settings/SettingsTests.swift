import Doubles
import FeedDomain
import Glibc
import Terminal
import TerminalRig
import Testing

@testable import Console
@testable import Preferences
@testable import TweetieTUI
@testable import Words

struct SettingsTests {
  private func read(
    _ entries: (String, String, String)...,
    validator: CurrentSettings.Validator = { _, _ in nil }
  ) -> CurrentSettings {
    CurrentSettings(
      path: "config.ini",
      entries: entries.enumerated().map { index, entry in
        SettingEntry(section: entry.0, key: entry.1, value: entry.2, line: index + 1)
      }, validator: validator)
  }

  @Test func `without a settings file every setting has its default`() {
    let inForce = read()

    #expect(inForce.settings == Settings())
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `each type of setting is parsed, and its line number kept`() {
    let inForce = read(
      ("display", "theme", "light"), ("display", "colours", "256"), ("reading", "refresh", "off"),
      ("writing", "undo", "20ms"), ("programs", "editor", "vi -u NONE"),
      ("log", "network", "debug"), ("keys", "like", "ctrl+l"))

    #expect(inForce.settings.theme == .light)
    #expect(inForce.settings.colours == .palette)
    #expect(inForce.settings.refresh == .zero)
    #expect(inForce.settings.undo == .milliseconds(20))
    #expect(inForce.settings.editor == "vi -u NONE")
    #expect(inForce.settings.log[.network] == .debug)
    #expect(inForce.settings.keys.map(\.value) == ["ctrl+l"])
    #expect(inForce.lines["reading.refresh"] == 3)
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `programs that get posts are named in [share], each with a form, after programs.pipe`()
  {
    let inForce = read(
      ("programs", "pipe", "cat"), ("programs", "pipe-form", "json"),
      ("share", "Clipboard", "link: wl-copy --trim-newline"), ("share", "Notes", "note --add"),
      ("share", "Empty", "json:"), ("share", "Notes", "text:note"))

    #expect(
      inForce.settings.sharingPrograms == [
        SharingProgram(name: "cat", command: "cat", form: .json, setting: "programs.pipe"),
        SharingProgram(
          name: "Clipboard", command: "wl-copy --trim-newline", form: .link,
          setting: "share.Clipboard"),
        SharingProgram(name: "Notes", command: "note", form: .text, setting: "share.Notes"),
      ])
    #expect(inForce.mistakes.map(\.line) == [5])
  }

  @Test func `an invalid setting is reported with line and remedy, and the default applies`() {
    let inForce = read(
      ("display", "theme", "drak"), ("display", "colors", "16"), ("dispaly", "theme", "dark"),
      ("log", "network", "loud"), ("reading", "refresh", "soon"))

    #expect(inForce.settings == Settings())
    let sentences = inForce.mistakes.map {
      Wording().mistakeMessage(for: $0, in: inForce.path).string
    }
    #expect(
      sentences == [
        "config.ini, line 1: display.theme cannot be \"drak\". "
          + "Possible values: auto, dark, light, dusk, paper, ember, fjord, violet, moss, contrast, none.",
        "config.ini, line 2: There is no setting colors here. Did you mean colours?",
        "config.ini, line 3: There is no section [dispaly]. Did you mean [display]?",
        "config.ini, line 4: log.network cannot be \"loud\". Possible values: off, error, info, debug.",
        "config.ini, line 5: reading.refresh cannot be \"soon\". Possible values: off, 350ms, 90s, 5m, 1h, ….",
      ])
  }

  @Test func `an invalid saved search or rule is reported with its line`() {
    let inForce = read(
      ("searches", "Tides", "tide OR nosuch:foo"), ("rules", "1", "hide title /((/"),
      ("searches", "Fog", "title:fog"), ("rules", "2", "hide titel fog"))

    let sentences = inForce.mistakes.map {
      Wording().mistakeMessage(for: $0, in: inForce.path).string
    }
    #expect(
      sentences.prefix(2) == [
        "config.ini, line 1: nosuch:foo: no such search term. "
          + "In quotation marks it is searched as text.",
        "config.ini, line 2: ((: the ( at character 2 is not closed.",
      ])
    #expect(inForce.mistakes.map(\.line) == [1, 2, 4])
  }

  @Test func `a line that is no setting is reported with the correct form`() throws {
    let home = try TemporaryHome()
    let path = home.path + "/config.ini"
    let file = try #require(fopen(path, "w"))
    fputs("theme\n[keys\nlike = \u{1}\n" + String(repeating: "x", count: 100_000), file)
    fclose(file)

    let inForce = CurrentSettings(readingFrom: path) { _, _ in nil }

    let sentences = inForce.mistakes.map {
      Wording().mistakeMessage(for: $0, in: "config.ini").string
    }
    #expect(
      sentences.prefix(2) == [
        "config.ini, line 1: This line is not a setting: write name = value.",
        "config.ini, line 2: A section is written in brackets, like [keys].",
      ])
    #expect(sentences.contains("config.ini, line 4: This line is too long."))
  }

  @Test func `an unreadable settings file is reported without a line number`() throws {
    let home = try TemporaryHome()

    let inForce = CurrentSettings(readingFrom: home.path) { _, _ in nil }

    #expect(
      inForce.mistakes.map { Wording().mistakeMessage(for: $0, in: "config.ini").string } == [
        "config.ini: reading \(home.path) failed: it is not a file"
      ])
  }

  @Test func `a setting that its user refuses is reported with the possible values`() {
    let inForce = read(
      ("display", "theme", "dark"), ("photos", "photon", "nowhere"), ("display", "x", "y")
    ) { value, setting in
      setting == "photos.photon" && value == "nowhere" ? "https://example.org" : nil
    }

    #expect(inForce.settings.photon == Settings().photon)
    #expect(inForce.lines["photos.photon"] == nil)
    #expect(inForce.mistakes.map(\.line) == [2, 3])
    #expect(
      Wording().mistakeMessage(for: inForce.mistakes[0], in: inForce.path).string
        == "config.ini, line 2: photos.photon cannot be \"nowhere\". "
        + "Possible values: https://example.org.")
  }

  @Test func `settings that moved to environment variables are ignored`() {
    let inForce = read(
      ("tweetie", "latency", "20ms"), ("tweetie", "new-posts", "off"),
      ("tweetie", "faults", "feed=unreachable"), ("tweetie", "faults-file", "/tmp/faults"),
      ("services", "instagram-version", "v24.0"), ("services", "flickr-server", "http://x.example"),
      ("tweetie", "speed", "9"))

    #expect(inForce.settings == Settings())
    #expect(inForce.mistakes.map(\.line) == [7])
  }

  @Test func `the defaults list possible values only for settings with a fixed set`() {
    let lines = SettingsFormatter(wording: Wording()).defaults.map(\.text)

    #expect(!lines.contains("# (…)"))
    #expect(lines.contains { $0.hasPrefix("# (auto, dark") })
  }

  @Test func `the printed defaults parse to the defaults`() {
    var section = ""
    var entries: [SettingEntry] = []
    for (index, line) in SettingsFormatter(wording: Wording()).defaults.map(\.text).enumerated() {
      if line.hasPrefix("[") {
        section = String(line.dropFirst().dropLast())
      } else if !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
        let value = line[equals...].dropFirst().drop { $0 == " " }
        entries.append(
          SettingEntry(
            section: section, key: String(line[..<equals].split(separator: " ")[0]),
            value: String(value), line: index + 1))
      }
    }

    let inForce = CurrentSettings(path: "", entries: entries)

    #expect(entries.count == SettingsTable.all.count)
    #expect(inForce.mistakes.isEmpty)
    #expect(inForce.settings.log.values.allSatisfy { $0 == .error })
    var settings = inForce.settings
    settings.log = [:]
    #expect(settings == Settings())
  }

  @Test func `the current settings are printed with their line numbers`() {
    let inForce = read(("display", "theme", "dark"), ("keys", "like", "x"))

    let lines = SettingsFormatter(wording: Wording()).currentSettingLines(for: inForce).map(\.text)

    #expect(lines.contains("theme = dark  # line 1"))
    #expect(lines.contains("colours = auto"))
    #expect(lines.contains("like = x  # line 2"))
  }

  @Test(arguments: ["350ms", "5s", "90s", "2m", "1h", "off"])
  func `a duration is written as it is parsed`(_ text: String) throws {
    let duration = try #require(DurationSettingFormat.parsedDuration(from: text))

    #expect(DurationSettingFormat.durationText(for: duration) == text)
  }

  @Test(arguments: ["", "s", "-1s", "1", "1 s", "1d", "99999999999999999999s", "200h", "١s"])
  func `an invalid duration is refused`(_ text: String) {
    #expect(DurationSettingFormat.parsedDuration(from: text) == nil)
  }

  @Test func `config reports mistakes, and prints the other settings`() async throws {
    var fixture = CommandFixture()
    fixture.settings = read(("display", "theme", "drak"))

    #expect(try await fixture.run("config") == .done)
    #expect(fixture.output.text.contains("theme = auto\n"))
    #expect(fixture.errors.text.contains("line 1"))
  }
}
