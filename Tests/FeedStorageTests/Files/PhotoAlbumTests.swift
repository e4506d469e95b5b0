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

  @Test func `a photo is saved in full under its photographer's name`() async throws {
    let album = SavedPhotoFolder(path: directory.path)

    let path = try await album.savePhoto(jpeg, as: name())

    #expect(path == directory.path + "/ada-lovelace-42.jpg")
    #expect(directory.bytes(of: "ada-lovelace-42.jpg") == jpeg)
  }

  @Test func `saving a photo never overwrites a file`() async throws {
    let album = SavedPhotoFolder(path: directory.path)
    directory.write([7], to: "ada-lovelace-42.jpg")

    let second = try await album.savePhoto(jpeg, as: name())
    let third = try await album.savePhoto(jpeg, as: name())

    #expect(second.hasSuffix("/ada-lovelace-42-2.jpg"))
    #expect(third.hasSuffix("/ada-lovelace-42-3.jpg"))
    #expect(directory.bytes(of: "ada-lovelace-42.jpg") == [7])
  }

  @Test func `saving a photo does not follow a symbolic link`() async throws {
    let album = SavedPhotoFolder(path: directory.path)
    let target = directory.path + "/elsewhere"
    symlink(target, directory.path + "/ada-lovelace-42.jpg")

    let path = try await album.savePhoto(jpeg, as: name())

    #expect(path.hasSuffix("/ada-lovelace-42-2.jpg"))
    #expect(access(target, F_OK) != 0)
  }

  @Test func `saving a photo makes a missing directory`() async throws {
    let album = SavedPhotoFolder(path: directory.path + "/Pictures")

    _ = try await album.savePhoto(jpeg, as: name())

    #expect(directory.bytes(of: "Pictures/ada-lovelace-42.jpg") == jpeg)
    unlink(directory["Pictures/ada-lovelace-42.jpg"])
  }

  @Test func `a photo that cannot be saved is reported`() async {
    let album = SavedPhotoFolder(path: directory.path + "/not/there")

    await #expect(throws: StoreError.self) { try await album.savePhoto(jpeg, as: name()) }
  }

  @Test(arguments: [
    ("../../.ssh/config", "ssh-config"), ("/etc/passwd", "etc-passwd"), (".hidden", "hidden"),
    ("-rf *; $(reboot)\u{1b}[2J\n", "rf-reboot-2j"), ("東京 🗼 Tower", "東京-tower"), ("···", ""),
  ])
  func `a photo's file name has only letters, digits and hyphens`(
    text: String, clean: String
  ) {
    let name = name(id: "../9", photographer: text)

    #expect(name.fileName() == (clean.isEmpty ? "photo-9.jpg" : clean + "-9.jpg"))
  }

  @Test func `a photo's file name is short enough for the file system`() {
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
  func `a photo's file extension matches its bytes`(bytes: [UInt8], ending: String) {
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

  @Test func `the photo directory setting comes first, and a tilde is the home folder`() {
    #expect(path(setting: "/srv/photos", ["XDG_PICTURES_DIR": "/x"]) == "/srv/photos")
    #expect(path(setting: "~/shots") == home.path + "/shots")
  }

  @Test func `a relative photo directory setting is ignored`() {
    #expect(path(setting: "photos", ["XDG_PICTURES_DIR": "/x"]) == "/x")
    #expect(path(setting: "~root/photos", ["XDG_PICTURES_DIR": "/x"]) == "/x")
  }

  @Test func `the desktop's picture directory is used`() {
    mkdir(home.path + "/.config", 0o700)
    home.write(
      Array("# comment\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n".utf8), to: ".config/user-dirs.dirs")

    #expect(path() == home.path + "/Bilder")
    unlink(home[".config/user-dirs.dirs"])
  }

  @Test func `the downloads directory is used if there is no picture directory`() {
    mkdir(home.path + "/Downloads", 0o700)

    #expect(path() == home.path + "/Downloads")
  }

  @Test func `the default is Pictures in the home folder, and without a home folder none`() {
    #expect(path() == home.path + "/Pictures")
    #expect(SavedPictureDirectory.pictureDirectoryPath(setting: "", environment: [:]) == nil)
  }
}
