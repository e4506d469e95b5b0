import Doubles
import FeedDomain
import FeedStorage
import Glibc
import Testing

struct SettingsWriterTests {
  private let folder = ScratchFolder()
  private var path: String { folder["config.ini"] }

  private func edited(
    _ text: String, _ section: String, _ key: String, _ value: String?
  ) -> String? {
    SettingChange(section: section, key: key, value: value).settingsBytesAfterChange(
      from: Array(text.utf8)
    )
    .map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    try #require(fchmod(descriptor, mode) == 0)
  }

  private func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    return String(decoding: bytes[..<fread(&bytes, 1, 4096, file)], as: UTF8.self)
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `a changed setting keeps its line, and the rest of the file`() {
    let text = """
      # Mine.
      [display]
        theme=dark ; at night
      future = yes

      [reading]
      order: oldest\r
      """

    #expect(
      edited(text, "display", "theme", "light") == text.replacing("theme=dark", with: "theme=light")
    )
    #expect(
      edited(text, "reading", "order", "newest")
        == text.replacing("order: oldest\r", with: "order: newest\r"))
  }

  @Test func `a new setting is added to its section, and a missing section is added`() {
    #expect(
      edited("[display]\ntheme = dark\n\n# Then\n[log]\n", "display", "plain", "on")
        == "[display]\ntheme = dark\nplain = on\n\n# Then\n[log]\n")
    #expect(edited("[display]", "display", "plain", "on") == "[display]\nplain = on\n")
    #expect(
      edited("[display]\r\n", "log", "network", "off")
        == "[display]\r\n\r\n[log]\r\nnetwork = off\r\n")
    #expect(edited("", "keys", "like", "l") == "[keys]\nlike = l\n")
  }

  @Test func `of two lines of a setting the last is changed, and both are removed`() {
    let text = "[display]\ntheme = dark\n# or\ntheme = light ; by day\n"

    #expect(
      edited(text, "display", "theme", "none")
        == "[display]\ntheme = dark\n# or\ntheme = none ; by day\n")
    #expect(edited(text, "display", "theme", nil) == "[display]\n# or\n; by day\n")
  }

  @Test(arguments: ["two\nlines", "a ; remark", "; remark", " blanks ", "nul\u{0}"])
  func `a value that a settings line cannot hold is refused`(value: String) {
    #expect(edited("[photos]\nplace = here\n", "photos", "place", value) == nil)
  }

  @Test func `an edit of random settings text stores the value`() {
    var dice = Dice(state: 7)
    let signs = Array("[]=;#:\n\r\t ab".utf8)
    for count in 0..<400 {
      let bytes = (0..<count).map { _ in signs[Int(dice.next() % UInt64(signs.count))] }
      let edit = SettingChange(section: "a", key: "b", value: "ab")
      guard let text = edit.settingsBytesAfterChange(from: bytes) else { continue }
      let file = SettingsFile(parsing: text)
      #expect(file.entries.contains { $0.section == "a" && $0.key == "b" && $0.value == "ab" })
      #expect(edit.settingsBytesAfterChange(from: text) == text)
    }
  }

  @Test func `editing replaces the settings file, and keeps its permissions`() async throws {
    try write("[display]\ntheme = dark\n", to: path, mode: 0o640)
    let writer = SettingsWriter(path: path)

    let file = try await writer.saveSettingChanges([
      SettingChange(section: "display", key: "theme", value: "light"),
      SettingChange(section: "keys", key: "like", value: "x"),
    ])

    #expect(file.entries.map(\.value) == ["light", "x"])
    #expect(text(of: path) == "[display]\ntheme = light\n\n[keys]\nlike = x\n")
    #expect(mode(of: path) == 0o640)
    #expect(access(path + ".new", F_OK) != 0)
  }

  @Test func `the first edit makes the settings file and its folder`() async throws {
    let path = folder["config/tweetie/config.ini"]

    _ = try await SettingsWriter(path: path)
      .saveSettingChanges([SettingChange(section: "display", key: "plain", value: "on")])

    #expect(text(of: path) == "[display]\nplain = on\n")
    #expect(mode(of: path) == 0o600)
  }

  @Test func `a trial writer keeps edits in memory, and does not write the file`() async throws {
    try write("[display]\ntheme = dark\n", to: path)
    let writer = SettingsWriter(path: path, isTrial: true)

    _ = try await writer.saveSettingChanges([
      SettingChange(section: "display", key: "theme", value: "light")
    ])
    let file = try await writer.saveSettingChanges([
      SettingChange(section: "display", key: "plain", value: "on")
    ])

    #expect(file.entries.map(\.value) == ["light", "on"])
    #expect(text(of: path) == "[display]\ntheme = dark\n")
  }

  @Test func `editing a linked settings file changes the link's target`() async throws {
    try write("", to: folder["dotfile"])
    try #require(symlink(folder["dotfile"], path) == 0)

    _ = try await SettingsWriter(path: path)
      .saveSettingChanges([SettingChange(section: "display", key: "plain", value: "on")])

    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(text(of: folder["dotfile"]) == "[display]\nplain = on\n")
  }

  @Test func `lines that another program wrote during an edit are kept`() async throws {
    try write("[display]\n", to: path)
    let path = path
    let other = Array("[display]\n# quicker\n".utf8)
    let writer = SettingsWriter(path: path) {
      guard access(path + ".told", F_OK) != 0 else { return }
      for name in [path, path + ".told"] {
        let file = fopen(name, "w")
        fwrite(other, 1, other.count, file)
        fclose(file)
      }
    }

    _ = try await writer.saveSettingChanges([
      SettingChange(section: "display", key: "plain", value: "on")
    ])

    #expect(text(of: path) == "[display]\nplain = on\n# quicker\n")
  }

  @Test func `a read-only settings file is not changed`() async throws {
    // Nothing is forbidden to root.
    guard geteuid() != 0 else { return }
    try write("[display]\n", to: path, mode: 0o400)

    await #expect(throws: StoreError.readOnly) {
      _ = try await SettingsWriter(path: path)
        .saveSettingChanges([SettingChange(section: "display", key: "plain", value: "on")])
    }
    #expect(text(of: path) == "[display]\n")
  }

  @Test func `an invalid rule keeps its line when other rules are replaced`() async throws {
    try write("[rules]\n1 = hide title ads\n2 = hide titel boats\n3 = star any ferry\n", to: path)
    let store = SettingsFilterRuleStore(path: path)
    let added = try #require(FilterRuleOrSavedSearch("read author Ada"))

    try await store.replaceFilterRules(Array(try store.filterRules().dropFirst()) + [added])

    #expect(
      text(of: path)
        == "[rules]\n1 = star any ferry\n2 = hide titel boats\n3 = read author Ada\n")
  }
}
