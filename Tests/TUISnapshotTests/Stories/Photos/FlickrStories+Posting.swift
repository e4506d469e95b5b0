import PictureSamples
import ServiceRig
import TerminalRig
import Testing

extension FlickrStories {
  @Test func `a photo is posted with title, description and tags, and made public last`()
    async throws
  {
    let session = try await open()
    let file = session.home.path + "/quay.jpg"
    session.home.write(CameraPhoto.bytes, to: file)

    try await session.type("c", untilContains: "^S")
    try await session.type("The quay\rBefore the fog.\r#fog #quay", untilContains: "#fog #quay")
    try await session.attach(file, as: "A grey quay")
    try await session.press(.control("s"), untilLacks: "^S")
    try await session.waitForDelivery()

    let upload = try #require(server.held.uploads.first)
    #expect(server.held.uploads.count == 1 && !upload.wasSeen)
    #expect(!upload.bytes.contains(CameraPhoto.secret.utf8))
    #expect(
      upload.told == [
        "photos.setMeta description=Before the fog.\n\nA grey quay title=The quay",
        "photos.setTags tags=fog quay",
        "photos.setPerms is_family=0 is_friend=0 is_public=1 perm_addmeta=2 perm_comment=3",
      ])
    try await session.quitCleanly()
  }

  @Test func `the command line posts a photo with licence and place for friends only`()
    async throws
  {
    let session = try await open()
    #expect(try await session.quit() == .exited(0))
    let file = session.home.path + "/quay.jpg"
    session.home.write(CameraPhoto.bytes, to: file)

    let sent = try await session.home.run(
      "tweetie post 'The quay' --media '\(file)' --alt 'A grey quay' --visibility followers"
        + " --with licence=by-sa --with spot='53.5, 9.9'")

    #expect(sent.code == 0, "\(sent.errors)")
    let upload = try #require(server.held.uploads.first)
    #expect(!upload.wasSeen)
    #expect(
      upload.told == [
        "photos.setMeta description=A grey quay title=The quay",
        "photos.licenses.setLicense license_id=5", "photos.geo.setLocation lat=53.5 lon=9.9",
        "photos.setPerms is_family=1 is_friend=1 is_public=0 perm_addmeta=2 perm_comment=3",
      ])
  }
}
