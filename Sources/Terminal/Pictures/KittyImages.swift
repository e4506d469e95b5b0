/// A manager of the images that a terminal stores by kitty's protocol, and of the current upload.
@MainActor
final class KittyImages {
  /// Maximum number of images, and of bytes, that the terminal is to store; those not shown for
  /// longest are removed first.
  private static let limit = (count: 64, bytes: 64 << 20)
  /// The number of remaining bytes up to which an upload to kitty is finished rather than aborted.
  static let finishableBytes = 16 << 10
  /// The number of errors from kitty after which a visible image is not sent again.
  private static let attempts = 3

  private struct UploadedImage {
    weak var picture: Picture?
    let number: KittyImageID
    var bytes: Int
    var isComplete = false
    var frames = 1
    var isPlaying = false
    var refusals = 0
    var seen: Int
  }

  private let numbers: KittyImageIDRange
  private let throughTmux: Bool
  /// The closure that returns the kitty command to send after an image has arrived; nil for none.
  private let completion: (Picture, KittyImageID) -> KittyCommand?
  private var images: [ObjectIdentifier: UploadedImage] = [:]
  private var upload: KittyImageUpload?
  private var waiting: [Picture] = []
  /// The pictures, not visible yet, that are uploaded after all visible ones for later display.
  private var requested: [Picture] = []
  private var animations: Set<Animation> = []
  private var clock = 0

  init(
    numbers: KittyImageIDRange, throughTmux: Bool,
    completion: @escaping (Picture, KittyImageID) -> KittyCommand?
  ) {
    (self.numbers, self.throughTmux, self.completion) = (numbers, throughTmux, completion)
  }

  var hasPending: Bool { upload != nil || !waiting.isEmpty || nextFrame != nil }

  func imageID(of picture: Picture) -> KittyImageID? {
    guard let image = uploadedImage(of: picture), image.isComplete else { return nil }
    return image.number
  }

  /// Returns true if the terminal has already received a picture; otherwise queues the picture for
  /// upload after the visible ones.
  func requestPictureUnlessReady(_ picture: Picture) -> Bool {
    guard imageID(of: picture) == nil else { return true }
    requested.append(picture)
    return false
  }

  func hasUploadedAllFrames(_ animation: Animation) -> Bool {
    uploadedImage(of: animation.frames[0].picture)?.frames == animation.frames.count
  }

  /// Sets the visible pictures and animations; those that the terminal does not store yet are
  /// uploaded in order.
  func setVisiblePicturesQueueingUploads(
    _ pictures: [Picture], moving animations: Set<Animation> = []
  ) {
    clock += 1
    waiting = []
    self.animations = animations
    let ahead = requested + animations.map { $0.frames[0].picture }
    requested = []
    for picture in pictures + ahead {
      let name = ObjectIdentifier(picture)
      // Terminals discard images that are not on the screen, so a returning picture is sent again.
      if let image = images[name], image.seen < clock - 1 { images[name]?.refusals = 0 }
      images[name]?.seen = clock
      let image = uploadedImage(of: picture)
      if image?.isComplete == true || (image?.refusals ?? 0) >= Self.attempts { continue }
      if upload?.picture !== picture, !waiting.contains(picture) { waiting.append(picture) }
    }
  }

  /// Appends the next bytes of image uploads to kitty; returns true when an image is complete.
  func appendUploadBytesReportingCompletion(limit: Int, to output: inout [UInt8]) -> Bool {
    let end = output.count + limit
    guard upload != nil || beginNextUpload(to: &output), var upload else { return false }
    repeat {
      upload.takeNextUploadCommand(room: end - output.count).appendSequence(
        throughTmux: throughTmux, to: &output)
    } while !upload.isComplete && end - output.count > KittyImageUpload.minimumRoom
    self.upload = upload.isComplete ? nil : upload
    guard upload.isComplete else { return false }
    switch upload.part {
    case .image:
      images[ObjectIdentifier(upload.picture)]?.isComplete = true
      completion(upload.picture, upload.number)?.appendSequence(
        throughTmux: throughTmux, to: &output)
      return true
    case .frame(let animation, _):
      let name = ObjectIdentifier(animation.frames[0].picture)
      images[name]?.frames += 1
      images[name]?.bytes += upload.picture.image.pixels.count
      return hasUploadedAllFrames(animation)
    }
  }

  /// Starts the visible animations of which the terminal has all frames, and stops the others.
  /// `limit` is the number of bytes up to which the current upload is finished first.
  func startAndStopAnimations(limit: Int, to output: inout [UInt8]) {
    let wanted = Set(
      animations.filter(hasUploadedAllFrames).map { ObjectIdentifier($0.frames[0].picture) })
    let changed = images.filter { $0.value.isPlaying != wanted.contains($0.key) }
    guard !changed.isEmpty else { return }
    // No other command may interrupt an upload.
    finishOrAbortUpload(limit: limit, to: &output)
    for (name, image) in changed {
      images[name]?.isPlaying.toggle()
      let command: KittyCommand =
        image.isPlaying ? .animationStopCommand(image.number) : .animationStartCommand(image.number)
      command.appendSequence(throughTmux: throughTmux, to: &output)
    }
  }

  /// Finishes the current upload if at most `limit` bytes remain, or aborts it; no other command
  /// may interrupt an upload.
  func finishOrAbortUpload(limit: Int, to output: inout [UInt8]) {
    guard let upload else { return }
    guard upload.remaining > limit else {
      _ = appendUploadBytesReportingCompletion(limit: 2 * upload.remaining, to: &output)
      return
    }
    self.upload = nil
    upload.abort.appendSequence(throughTmux: throughTmux, to: &output)
    guard upload.part == .image else { return }
    removeImage(ObjectIdentifier(upload.picture), to: &output)
    waiting.insert(upload.picture, at: 0)
  }

  /// Handles kitty's reply that an image is missing, so that the image is sent again. Returns true
  /// for the first such reply after an upload; each placement of the image causes one.
  func handleMissingImageReply(_ reply: TerminalReply) -> Bool {
    guard case .graphics(let text) = reply, let refusal = KittyErrorReply(text.string),
      let (name, image) = images.first(where: { $0.value.number == refusal.number }),
      image.isComplete
    else { return false }
    images[name]?.isComplete = false
    images[name]?.frames = 1
    images[name]?.isPlaying = false
    images[name]?.refusals += 1
    return true
  }

  func appendRemovalOfImages(to output: inout [UInt8]) {
    finishOrAbortUpload(limit: 0, to: &output)
    for name in Array(images.keys) { removeImage(name, to: &output) }
    waiting = []
    requested = []
    animations = []
  }

  private var nextFrame: KittyImageUpload? {
    for animation in animations {
      guard let image = uploadedImage(of: animation.frames[0].picture), image.isComplete,
        image.frames < animation.frames.count
      else { continue }
      let frame = animation.frames[image.frames]
      return KittyImageUpload(
        picture: frame.picture, number: image.number,
        part: .frame(of: animation, milliseconds: frame.milliseconds))
    }
    return nil
  }

  private func uploadedImage(of picture: Picture) -> UploadedImage? {
    let image = images[ObjectIdentifier(picture)]
    return image?.picture === picture ? image : nil
  }

  /// Begins uploading the next waiting image, after removing unused and oldest images from the
  /// terminal, or else the next frame of an animation; returns true if an upload began.
  private func beginNextUpload(to output: inout [UInt8]) -> Bool {
    guard !waiting.isEmpty else {
      upload = nextFrame
      if case .frame(let animation, _) = upload?.part, let upload,
        uploadedImage(of: animation.frames[0].picture)?.frames == 1
      {
        // The first frame came as an image, which has no duration of its own.
        KittyCommand.firstFrameTimeCommand(
          upload.number, milliseconds: animation.frames[0].milliseconds
        )
        .appendSequence(throughTmux: throughTmux, to: &output)
      }
      return upload != nil
    }
    let picture = waiting.removeFirst()
    let refusals = uploadedImage(of: picture)?.refusals ?? 0
    let bytes = picture.image.pixels.count
    removeImage(ObjectIdentifier(picture), to: &output)
    for (name, image) in images where image.picture == nil { removeImage(name, to: &output) }
    while images.count >= Self.limit.count
      || images.values.reduce(bytes, { $0 + $1.bytes }) > Self.limit.bytes,
      let oldest = images.filter({ $0.value.seen < clock }).min(by: {
        $0.value.seen < $1.value.seen
      })
    {
      removeImage(oldest.key, to: &output)
    }
    guard let number = numbers.lowestFreeImageID(except: images.values.map(\.number)) else {
      return false
    }
    images[ObjectIdentifier(picture)] = UploadedImage(
      picture: picture, number: number, bytes: bytes, refusals: refusals, seen: clock)
    upload = KittyImageUpload(picture: picture, number: number)
    return true
  }

  private func removeImage(_ name: ObjectIdentifier, to output: inout [UInt8]) {
    guard let image = images.removeValue(forKey: name) else { return }
    KittyCommand.imageRemovalCommand(image.number).appendSequence(
      throughTmux: throughTmux, to: &output)
  }
}
