import Doubles
import FeedDomain
import FeedStorage
import Glibc
import Testing

struct PhotoAlbumTests {
  private let directory = ScratchFolder()
  private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

  private func name(id: String = "42", photographer: String? = "Ada Lovelace") -> PhotoFileName {
    PhotoFileName(
      Photo(
        id: .init(id), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "",
        photographer: photographer),
      by: Samples.person("eve"), bytes: jpeg)
  }

  @Test func `a photo is kept under its photographer's name, whole`() async throws {
    let album = FilePhotoFolder(path: directory.path)

    let path = try await album.savePhoto(jpeg, as: name())

    #expect(path == directory.path + "/ada-lovelace-42.jpg")
    #expect(directory.bytes(of: "ada-lovelace-42.jpg") == jpeg)
  }

  @Test func `nothing is ever overwritten`() async throws {
    let album = FilePhotoFolder(path: directory.path)
    directory.write([7], to: "ada-lovelace-42.jpg")

    let second = try await album.savePhoto(jpeg, as: name())
    let third = try await album.savePhoto(jpeg, as: name())

    #expect(second.hasSuffix("/ada-lovelace-42-2.jpg"))
    #expect(third.hasSuffix("/ada-lovelace-42-3.jpg"))
    #expect(directory.bytes(of: "ada-lovelace-42.jpg") == [7])
  }

  @Test func `a link that waits under the name is not followed`() async throws {
    let album = FilePhotoFolder(path: directory.path)
    let target = directory.path + "/elsewhere"
    symlink(target, directory.path + "/ada-lovelace-42.jpg")

    let path = try await album.savePhoto(jpeg, as: name())

    #expect(path.hasSuffix("/ada-lovelace-42-2.jpg"))
    #expect(access(target, F_OK) != 0)
  }

  @Test func `a directory that is not there is made`() async throws {
    let album = FilePhotoFolder(path: directory.path + "/Pictures")

    _ = try await album.savePhoto(jpeg, as: name())

    #expect(directory.bytes(of: "Pictures/ada-lovelace-42.jpg") == jpeg)
    unlink(directory["Pictures/ada-lovelace-42.jpg"])
  }

  @Test func `where nothing can be kept it says so`() async {
    let album = FilePhotoFolder(path: directory.path + "/not/there")

    await #expect(throws: StoreError.self) { try await album.savePhoto(jpeg, as: name()) }
  }

  @Test(arguments: [
    ("../../.ssh/config", "ssh-config"), ("/etc/passwd", "etc-passwd"), (".hidden", "hidden"),
    ("-rf *; $(reboot)\u{1b}[2J\n", "rf-reboot-2j"), ("東京 🗼 Tower", "東京-tower"), ("···", ""),
  ])
  func `a name is letters, digits and hyphens whatever others call themselves`(
    text: String, clean: String
  ) {
    let name = name(id: "../9", photographer: text)

    #expect(name.fileName() == (clean.isEmpty ? "photo-9.jpg" : clean + "-9.jpg"))
  }

  @Test func `a name is no longer than a file system takes`() {
    let name = name(
      id: String(repeating: "é", count: 400), photographer: String(repeating: "文", count: 400))

    #expect(name.fileName(copy: 999).utf8.count < 160)
  }

  @Test(arguments: [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D], "png"), (Array("GIF89a".utf8), "gif"),
    ([0, 0, 0, 32] + Array("ftypavif".utf8), "avif"),
    (Array("RIFF1234WEBPVP8 ".utf8), "webp"), ([0xFF, 0xD8, 0xFF, 0xDB], "jpg"), ([0xFF], "bin"),
    ([], "bin"), (Array("<html>".utf8), "bin"),
  ])
  func `the ending is what the bytes are`(bytes: [UInt8], ending: String) {
    let photo = Photo(
      id: .init("1"), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "")

    #expect(PhotoFileName(photo, by: Samples.person("eve"), bytes: bytes).ending == ending)
  }
}

struct PictureDirectoryTests {
  private let home = ScratchFolder()

  private func path(setting: String = "", _ more: [String: String] = [:]) -> String? {
    SavedPictureDirectory.pictureDirectoryPath(
      setting: setting, environment: more.merging(["HOME": home.path]) { given, _ in given })
  }

  @Test func `the setting comes first, and a tilde is the home`() {
    #expect(path(setting: "/srv/photos", ["XDG_PICTURES_DIR": "/x"]) == "/srv/photos")
    #expect(path(setting: "~/shots") == home.path + "/shots")
  }

  @Test func `a setting that begins nowhere counts as none`() {
    #expect(path(setting: "photos", ["XDG_PICTURES_DIR": "/x"]) == "/x")
    #expect(path(setting: "~root/photos", ["XDG_PICTURES_DIR": "/x"]) == "/x")
  }

  @Test func `the desktop's own directory is used`() {
    mkdir(home.path + "/.config", 0o700)
    home.write(
      Array("# comment\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n".utf8), to: ".config/user-dirs.dirs")

    #expect(path() == home.path + "/Bilder")
    unlink(home[".config/user-dirs.dirs"])
  }

  @Test func `a directory for downloads will do`() {
    mkdir(home.path + "/Downloads", 0o700)

    #expect(path() == home.path + "/Downloads")
  }

  @Test func `without anything it is the usual one, and without a home none`() {
    #expect(path() == home.path + "/Pictures")
    #expect(SavedPictureDirectory.pictureDirectoryPath(setting: "", environment: [:]) == nil)
  }
}
