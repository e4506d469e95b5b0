import Doubles
import FeedDomain
import FeedStorage
import Glibc
import Testing

@Suite struct DraftPictureTests {
  private let directory = ScratchFolder()
  private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
  private let account = Account.ID("mastodon:ada@example.org")
  private var pictures: FileDraftPictures { FileDraftPictures(path: directory["draft-pictures"]) }
  private var now: Timestamp { Timestamp(milliseconds: Int64(time(nil)) * 1000) }

  private func savePicture(_ id: String, of account: Account.ID) async throws -> String {
    let photo = Photo(
      id: .init(id), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "")
    let name = PhotoFileName(photo, by: Samples.person("eve"), bytes: jpeg)
    return try await pictures.saveDraftPicture(jpeg, as: name, account: account)
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func `draft pictures that no draft uses are deleted after an hour`() async throws {
    let (used, unused) = (
      try await savePicture("1", of: account), try await savePicture("2", of: account)
    )

    await pictures.deleteUnusedDraftPictures(of: account, except: [used], now: now)
    #expect(exists(used) && exists(unused))
    await pictures.deleteUnusedDraftPictures(
      of: account, except: [used], now: now.timeAdvanced(by: .seconds(3700)))
    #expect(exists(used) && !exists(unused))
    try await pictures.eraseAllDraftPictures(of: account)
    rmdir(directory["draft-pictures"])
  }

  @Test func `erasing an account's draft pictures keeps those of other accounts`() async throws {
    let other = Account.ID("mastodon:bo@example.org")
    let (own, others) = (
      try await savePicture("1", of: account), try await savePicture("1", of: other)
    )

    try await pictures.eraseAllDraftPictures(of: account)
    #expect(!exists(own) && exists(others))
    try await pictures.eraseAllDraftPictures(of: account)
    try await pictures.eraseAllDraftPictures(of: other)
    rmdir(directory["draft-pictures"])
  }
}
