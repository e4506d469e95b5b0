import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay

@MainActor struct PhotoShelfTests {
  let setting = PhotoPipelineFixture()

  @Test func `no photo is fetched while a frame is drawn`() async {
    setting.shelf.beginScreenFrame()
    let picture = setting.shelf.pictureState(
      of: PhotoPipelineFixture.photo("a"), in: PhotoPipelineFixture.box, .filling)
    await setting.settle()

    #expect(picture.word == "coming")
    #expect(setting.photos.asked.isEmpty)
  }

  @Test func `photos are fetched in the order of requests, four at a time`() async {
    await setting.settleFrame(showing: ["a", "b", "c"], expecting: ["x", "y"])

    #expect(setting.photos.asked == ["a-320", "b-320", "c-320", "x-320"])

    await setting.answer("b-320")

    #expect(setting.photos.asked.last == "y-320")
  }

  @Test func `a fetched photo is in the next frame, and each frame has the same picture`() async {
    await setting.settleFrame(showing: ["a"])
    await setting.answer("a-320")

    let first = setting.frame(showing: ["a"])
    let second = setting.frame(showing: ["a"])

    guard case .ready(let one) = first[0], case .ready(let other) = second[0] else {
      Issue.record("\(first[0].word), \(second[0].word)")
      return
    }
    #expect(one === other)
    #expect(one.cells == PhotoPipelineFixture.box)
    #expect(setting.decoder.sizes == [PixelSize(width: 300, height: 200)])
  }

  @Test func `the transfer of a photo that is no longer shown is cancelled`() async {
    await setting.settleFrame(showing: ["a", "b"])

    await setting.settleFrame(showing: ["b"])

    #expect(setting.photos.calledOff == ["a-320"])
    #expect(setting.photos.open == ["b-320"])
  }

  @Test func `scrolling past five hundred photos leaves no transfers behind`() async {
    for number in 0..<500 {
      await setting.settleFrame(showing: ["p\(number)"])
      #expect(setting.photos.open.count <= PhotoJobRunner.transfersAtOnce)
    }

    await setting.settleFrame(showing: [])

    #expect(setting.photos.open.isEmpty)
    #expect(setting.decoder.sizes.isEmpty)
  }

  @Test func `at most four photos are decoded at a time`() async {
    let names = ["a", "b", "c", "d", "e", "f"]
    setting.decoder.isHolding = true
    await setting.settleFrame(showing: names)

    for name in names {
      await setting.answer("\(name)-320")
    }

    #expect(setting.decoder.waitingCount == 4)

    for _ in names {
      setting.decoder.letGo()
      await setting.settle()
    }

    #expect(setting.decoder.most == 4)
    #expect(setting.frame(showing: names).map(\.word) == names.map { _ in "here" })
  }

  @Test func `a failed photo is shown as failed until the user retries`() async {
    await setting.settleFrame(showing: ["a"])
    await setting.answer("a-320", .failure(.unreachable))

    guard case .failed(.notFetched(.unreachable)) = setting.frame(showing: ["a"])[0] else {
      Issue.record("The failure is not shown.")
      return
    }
    await setting.settle()
    #expect(setting.photos.asked == ["a-320"])

    setting.shelf.retryShownPhotos()
    await setting.settleFrame(showing: ["a"])

    #expect(setting.photos.asked == ["a-320", "a-320"])
  }

  @Test
  func `a photo that failed for a passing reason is retried when shown again after 30 seconds`()
    async
  {
    await setting.settleFrame(showing: ["a"])
    await setting.answer("a-320", .failure(.unreachable))
    setting.frame(showing: ["a"])

    setting.frame(showing: ["b"])
    setting.clock.pass(.seconds(31))
    setting.frame(showing: ["b"])

    #expect(setting.frame(showing: ["a"])[0].word == "coming")
  }

  @Test func `bytes that are no picture are not fetched again`() async {
    setting.decoder.refusal = "no picture"
    await setting.settleFrame(showing: ["a"])
    await setting.answer("a-320")

    guard case .failed(.notShowable) = setting.frame(showing: ["a"])[0] else {
      Issue.record("The failure is not shown.")
      return
    }
    setting.clock.pass(.seconds(100))
    setting.frame(showing: [])
    await setting.settleFrame(showing: ["a"])
    #expect(setting.photos.asked == ["a-320"])
  }

  @Test func `a picture whose decoding timed out is retried when shown again later`() async {
    setting.decoder.refusal = "tooSlow"
    setting.decoder.mayPass = true
    await setting.settleFrame(showing: ["a"])
    await setting.answer("a-320")

    guard case .failed(.tookTooLong) = setting.frame(showing: ["a"])[0] else {
      Issue.record("The failure is not shown.")
      return
    }
    setting.decoder.refusal = nil
    setting.frame(showing: ["b"])
    setting.clock.pass(.seconds(31))
    setting.frame(showing: ["b"])
    await setting.settleFrame(showing: ["a"])

    #expect(setting.frame(showing: ["a"])[0].word == "here")
  }

  @Test func `switching pictures off cancels transfers and fetches none`() async {
    await setting.settleFrame(showing: ["a"])

    setting.shelf.togglePictures()
    let off = setting.frame(showing: ["a", "b"])
    await setting.settle()

    #expect(off.map(\.word) == ["off", "off"])
    #expect(setting.photos.asked == ["a-320"])
    #expect(setting.photos.calledOff == ["a-320"])

    setting.shelf.togglePictures()
    await setting.settleFrame(showing: ["b"])

    #expect(setting.photos.asked == ["a-320", "b-320"])
  }

  @Test func `photos that arrive in a burst cause two redraws`() async {
    await setting.settleFrame(showing: ["a", "b", "c", "d"])
    let before = setting.clock.redraws

    for name in ["a", "b", "c"] {
      await setting.answer("\(name)-320")
    }

    #expect(setting.clock.redraws == before + 1)

    setting.clock.pass(.milliseconds(40))

    #expect(setting.clock.redraws == before + 2)
  }

  @Test func `the last missing photo of a screen causes a redraw at once`() async {
    await setting.settleFrame(showing: ["a", "b"])
    let before = setting.clock.redraws

    for name in ["a", "b"] {
      await setting.answer("\(name)-320")
    }

    #expect(setting.clock.redraws == before + 2)

    setting.clock.pass(.milliseconds(40))

    #expect(setting.clock.redraws == before + 2)
  }

  @Test func `a prefetched photo that is not visible causes no redraw`() async {
    await setting.settleFrame(showing: ["a"], expecting: ["x"])
    await setting.answer("a-320")
    let before = setting.clock.redraws

    await setting.answer("x-320")
    setting.clock.pass(.milliseconds(100))

    #expect(setting.decoder.sizes.count == 2)
    #expect(setting.clock.redraws == before)
  }

  @Test func `the transfer progress of a photo is in the next frame`() async {
    await setting.settleFrame(showing: ["a"])
    let before = setting.clock.redraws

    setting.photos.tell("a-320", ByteTransferProgress(receivedBytes: 30, totalBytes: 100))
    setting.photos.tell("a-320", ByteTransferProgress(receivedBytes: 60, totalBytes: 100))
    await setting.settle()

    guard case .loading(_, let transfer) = setting.frame(showing: ["a"])[0] else {
      Issue.record("It is not on its way.")
      return
    }
    #expect(transfer == ByteTransferProgress(receivedBytes: 60, totalBytes: 100))
    #expect(setting.clock.redraws == before + 1)
    #expect(setting.shelf.isBusy)
  }

  @Test func `a bandwidth limit holds back photos until the next minute`() async {
    setting.shelf.setBandwidthLimit(
      perMinute: TerminalPictureResolution.near.terminalByteCount(for: PhotoPipelineFixture.box) * 2
    )
    await setting.settleFrame(showing: ["a", "b", "c"])

    #expect(setting.photos.asked == ["a-320", "b-320"])
    #expect(setting.frame(showing: ["a", "b", "c"]).map(\.word) == ["coming", "coming", "held"])

    for name in ["a", "b"] { setting.photos.answer("\(name)-320") }
    await setting.settle()
    setting.clock.pass(.seconds(20))
    await setting.settle()

    #expect(setting.photos.asked == ["a-320", "b-320"])

    setting.clock.pass(.seconds(40))
    await setting.settle()

    #expect(setting.photos.asked.last == "c-320")
  }

  @Test func `a change of the picture resolution decodes the photos again`() async {
    await setting.settleFrame(showing: ["a"])
    await setting.answer("a-320")

    setting.shelf.setPictureResolution(
      to: TerminalPictureResolution(
        cell: PixelSize(width: 8, height: 16), pixelsAcross: 2, bytesPerCell: 30, showsBlurs: false)
    )

    #expect(setting.frame(showing: ["a"])[0].word == "coming")
    await setting.settle()
    #expect(setting.decoder.sizes.last == PixelSize(width: 60, height: 40))
  }

  @Test func `a blur is the placeholder of a photo from the second frame on`() {
    let photo = PhotoPipelineFixture.photo("a", blurhash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj")
    // The first frame does without, so as not to be late.
    setting.shelf.beginScreenFrame()
    #expect(setting.shelf.blurredPicture(of: photo, in: PhotoPipelineFixture.box) == nil)
    setting.shelf.endScreenFrame()
    setting.shelf.beginScreenFrame()

    let one = setting.shelf.blurredPicture(of: photo, in: PhotoPipelineFixture.box)
    let other = setting.shelf.blurredPicture(of: photo, in: PhotoPipelineFixture.box)

    #expect(one != nil)
    #expect(one === other)
    #expect(one?.cells == PhotoPipelineFixture.box)
  }
}
