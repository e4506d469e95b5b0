import Doubles
import FeedDomain
import FeedStorage
import Glibc
import Testing

struct ThemeFolderTests {
  @Test func `each theme file defines a theme with the name of the file`() throws {
    let folder = ScratchFolder()
    mkdir(folder["themes"], 0o700)
    for name in ["rose.ini", "Night-2.ini", "rose.ini~", "a b.ini", ".ini", "notes"] {
      let file = try #require(fopen(folder["themes/\(name)"], "w"))
      fputs("accent = #ffb870\n", file)
      fclose(file)
    }
    mkdir(folder["themes/folder.ini"], 0o700)

    let themes = ThemeFolder(besideSettings: folder["config.ini"]).themes()

    #expect(themes.keys.sorted() == ["Night-2", "rose"])
    #expect(themes["rose"]?.entries.map(\.value) == ["#ffb870"])
  }

  @Test func `without a themes folder there are no themes`() {
    #expect(ThemeFolder(besideSettings: ScratchFolder()["config.ini"]).themes().isEmpty)
  }
}
