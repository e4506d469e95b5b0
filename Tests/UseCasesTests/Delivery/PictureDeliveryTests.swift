import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct PictureDeliveryTests {
  private let draft = Draft(
    id: Draft.ID("d"), text: "Look!",
    attachments: [
      Draft.DraftAttachment(path: "/a.jpg", altText: "A"),
      Draft.DraftAttachment(path: "/b.jpg", altText: "B"),
    ])

  private func setting(
    _ draft: Draft, pictures: StubPictures = StubPictures()
  ) -> Setting {
    let item = Setting().item("i", .publish(draft), .queued(notBefore: nil, after: nil))
    return Setting(outbox: [item], pictures: pictures)
  }

  private func named(_ names: String?...) -> Draft {
    draft.with(
      \.attachments,
      zip(draft.attachments, names).map { attachment, name in
        changedCopy(attachment) { if let name { $0.uploaded = name } }
      })
  }

  @Test func `pictures are uploaded before their post, which contains their ids`() async throws {
    let setting = setting(draft)

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.uploads == ["i-0", "i-1"])
    #expect(
      await setting.service.sent == [.publish(named("name of i-0", "name of i-1"))])
  }

  @Test func `the progress of uploads is reported up to their end`() async throws {
    let setting = setting(draft)
    await setting.service.hold()
    await setting.actions.startDelivery()

    #expect(
      await eventually { setting.observer.news.contains(.uploading(OutboxItem.ID("i"), 0.25)) })
    await setting.service.release()

    #expect(
      await eventually { setting.observer.news.contains(.uploading(OutboxItem.ID("i"), nil)) })
    #expect(await eventually { await setting.outbox.held.isEmpty })
  }

  @Test func `an uploaded picture is not uploaded again at the next try`() async throws {
    let setting = setting(named("there", nil))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.uploads == ["i-1"])
    #expect(await setting.service.sent == [.publish(named("there", "name of i-1"))])
  }

  @Test func `an uploaded picture is recorded before a later one fails`() async throws {
    let setting = setting(draft)
    await setting.service.answer(.failure(.unreachable))

    await setting.actions.startDelivery()

    #expect(await eventually { setting.world.nextWaking != nil })
    let change = await setting.outbox.held.first?.change
    #expect(change == .publish(named("name of i-0", "name of i-1")))
  }

  @Test func `a post is not sent while its uploaded pictures cannot be recorded`() async throws {
    let setting = setting(draft)
    await setting.service.hold()
    await setting.actions.startDelivery()
    #expect(await eventually { await setting.service.waiting == 1 })
    await setting.outbox.fail(.full)

    await setting.service.release()
    #expect(await eventually { setting.world.sleeping == 1 })
    #expect(await setting.service.sent.isEmpty)
    await setting.outbox.fail(nil)
    setting.world.pass(.seconds(60))

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.uploads == ["i-0", "i-0", "i-1"])
    #expect(await setting.service.sent == [.publish(named("name of i-0", "name of i-1"))])
  }

  @Test func `a post whose picture file is missing is refused and kept`() async throws {
    let setting = setting(draft, pictures: StubPictures(problem: .missing))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.first?.state == .refused(.notFound) })
    #expect(await setting.service.sent.isEmpty)
  }

  @Test func `pictures uploaded in this attempt are not uploaded again after a refusal`()
    async throws
  {
    let setting = setting(draft)
    await setting.service.answer(.failure(.refused("Too loud")))

    await setting.actions.startDelivery()

    #expect(
      await eventually {
        await setting.outbox.held.first?.state == .refused(.refused("Too loud"))
      })
    #expect(await setting.service.sent.count == 1)
  }

  @Test func `pictures that the service has dropped are uploaded once more`() async throws {
    let setting = setting(named("old a", "old b"))
    await setting.service.answer(.failure(.refused("Could not find blob")))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.uploads == ["i-0", "i-1"])
    #expect(
      await setting.service.sent == [
        .publish(named("old a", "old b")), .publish(named("name of i-0", "name of i-1")),
      ])
    #expect(await setting.service.refusals == [0, 1])
  }

  @Test func `a refused picture is uploaded once more, much smaller`() async throws {
    let setting = setting(draft)
    await setting.service.failUploads(.refused("Too large"))

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.isEmpty })
    #expect(await setting.service.uploads == ["i-0", "i-0", "i-1"])
    #expect(await setting.service.uploadedBytes == [100, 50, 100])
    #expect(
      await setting.service.sent == [.publish(named("name of i-0", "name of i-1"))])
  }

  @Test func `a service's not-found reply to an upload is a refusal, not a missing file`()
    async throws
  {
    let setting = setting(draft)
    await setting.service.failUploads(.notFound, .notFound)

    await setting.actions.startDelivery()

    #expect(await eventually { await setting.outbox.held.first?.state == .refused(.refused(nil)) })
  }

  @Test func `stopping while a picture is prepared leaves the post queued`() async throws {
    var pictures = StubPictures()
    pictures.takesForever = true
    let setting = setting(draft, pictures: pictures)
    await setting.actions.startDelivery()
    #expect(await eventually { await setting.outbox.held.first?.state == .sending })

    await setting.actions.stopDelivery()

    // None of it has left this machine.
    #expect(await setting.outbox.held.map(\.state) == [.queued(notBefore: nil, after: nil)])
    #expect(await setting.service.uploads.isEmpty)
  }

  @Test func `a post whose picture takes too long to open is tried again later`() async throws {
    let setting = setting(draft, pictures: StubPictures(problem: .tookTooLong))

    await setting.actions.startDelivery()

    #expect(
      await eventually {
        if case .queued(.some, .cancelled)? = await setting.outbox.held.first?.state {
          true
        } else {
          false
        }
      })
    #expect(await setting.service.uploads.isEmpty)
  }

  @Test func `a picture that is refused twice refuses its post with the service's reason`()
    async throws
  {
    let setting = setting(draft)
    await setting.service.failUploads(.refused("Too large"), .refused("Still too large"))

    await setting.actions.startDelivery()

    #expect(
      await eventually {
        await setting.outbox.held.first?.state == .refused(.refused("Still too large"))
      })
    #expect(await setting.service.uploads == ["i-0", "i-0"])
    #expect(await setting.service.sent.isEmpty)
  }
}
