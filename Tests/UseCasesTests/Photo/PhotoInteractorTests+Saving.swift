import Doubles
import FeedDomain
import Testing
import UseCases

/// Saving what is looked at, and playing it.
extension PhotoInteractorTests {
  /// Looking at the one photo of a post, of which the service tells that.
  private func looking(
    _ details: PhotoDetails = PhotoDetails(), album: FakeAlbum?
  ) async throws -> PhotoInteractor {
    let setting = try await Setting(photos: photos).holding([.sample("1", photos: ["a"])])
    await photos.tell(details, of: "a")
    let interactor = await viewing(setting, album: album).after(.open(Post.ID("1"), index: 0))
    return interactor
  }

  @Test func `the original is saved, with its progress and its path`() async throws {
    let interactor = try await looking(PhotoDetails(original: "photo:original"), album: album)
      .after(.details)
    #expect(await eventually { await photos.asked == ["a"] })
    await photos.hold()

    await interactor.handle(.save)
    let transfer = ByteTransferProgress(receivedBytes: 1, totalBytes: 3)
    #expect(await eventually { spy.last?.saving?.progress == transfer })
    await photos.release()

    #expect(await eventually { spy.effects.last == .say(.photoSaved(path: "/album/ada-a.jpg")) })
    #expect(await photos.fetched == ["photo:original"])
    #expect(await photos.asked == ["a"])
    #expect(await album.kept == ["ada-a.jpg": [0xFF, 0xD8, 0xFF]])
  }

  @Test func `the service is told of a saved photo, and not of one that could not be saved`()
    async throws
  {
    let interactor = try await looking(PhotoDetails(original: "photo:original"), album: album)

    await album.fail(.full)
    await interactor.handle(.save)
    #expect(await eventually { spy.effects.last == .say(.photoNotSaved(.full)) })
    #expect(await photos.kept == [])

    let other = FakeAlbum()
    let again = try await looking(PhotoDetails(original: "photo:original"), album: other)
    await again.handle(.save)

    #expect(await eventually { await photos.kept == ["a of 1"] })
  }

  @Test func `saving fetches the address of the original first`() async throws {
    let interactor = try await looking(PhotoDetails(original: "photo:original"), album: album)

    await interactor.handle(.save)

    #expect(await eventually { spy.effects.last == .say(.photoSaved(path: "/album/ada-a.jpg")) })
    #expect(await photos.fetched == ["photo:original"])
  }

  @Test func `if the address of the original cannot be fetched, no smaller size is saved`()
    async throws
  {
    let interactor = try await looking(album: album)
    await photos.fail(.rateLimited(until: nil))

    await interactor.handle(.save)

    #expect(
      await eventually {
        spy.effects.last == .say(.photoNotFetched(.rateLimited(until: nil)))
      })
    #expect(await photos.fetched == [])
  }

  @Test func `without an original the largest size of the photo is saved`() async throws {
    let interactor = try await looking(album: album)

    await interactor.handle(.save)

    #expect(await eventually { await photos.fetched == ["photo:a"] })
  }

  @Test func `saving goes on after the scene has closed`() async throws {
    let interactor = try await looking(album: album)
    await photos.hold()
    await interactor.handle(.save)
    #expect(await eventually { await photos.waiting == 1 })

    await interactor.handle(.close)
    await photos.release()

    #expect(await eventually { spy.effects.last == .say(.photoSaved(path: "/album/ada-a.jpg")) })
  }

  @Test func `saving a photo twice at once saves it once`() async throws {
    let interactor = try await looking(album: album)
    await photos.hold()

    await interactor.handle(.save, .save)
    #expect(await eventually { await photos.waiting == 1 })
    await photos.release()

    #expect(await eventually { spy.effects.last == .say(.photoSaved(path: "/album/ada-a.jpg")) })
    #expect(await photos.fetched.count == 1)
  }

  @Test func `a full disk and a connection failure while saving have different messages`()
    async throws
  {
    let interactor = try await looking(album: album)
    await album.fail(.full)
    await interactor.handle(.save)
    #expect(await eventually { spy.effects.last == .say(.photoNotSaved(.full)) })

    await photos.fail(.unreachable)
    await interactor.handle(.save)

    #expect(await eventually { spy.effects.last == .say(.photoNotFetched(.unreachable)) })
  }

  @Test func `if photos cannot be saved a message says so`() async throws {
    let interactor = try await looking(album: nil)

    await interactor.handle(.save)

    #expect(spy.effects.last == .say(.photoNotSavable))
    #expect(await photos.fetched == [])
  }

  @Test func `a video's address is passed to the player, and a photo without video has a message`()
    async throws
  {
    let interactor = try await looking(
      PhotoDetails(film: "https://example.social/f.mp4"), album: nil)

    await interactor.handle(.play)

    let film = SceneEffect.play(.address("https://example.social/f.mp4"))
    #expect(await eventually { spy.effects.last == film })
    let still = try await looking(album: nil)
    await still.handle(.play)
    #expect(await eventually { spy.effects.last == .say(.noFilm) })
  }
}
