internal import CSystem
internal import Glibc
internal import PictureWire
internal import Synchronization
package import Terminal
internal import Threads

/// A decoder of pictures, each in a sandboxed process of its own. Two processes run at a time;
/// other pictures wait in order, and are dropped when their task is cancelled.
package final class PictureDecoder: Sendable {
  package struct DecoderConfiguration: Sendable {
    /// The maximum number of decoder processes that run at a time, as an option of a picture
    /// decoder; 2 by default.
    package var atOnce = 2
    /// The decoder's time limit for every picture, in place of the limit in the decoding request;
    /// nil to use the request's, which is two seconds for a shown picture.
    package var timeLimit: Duration?
    /// The first pause after consecutive crashes of the decoder, which each further crash doubles.
    package var pause: Duration = .milliseconds(50)
    /// True if pictures are refused when the decoder cannot enter a full sandbox.
    package var requiresSandbox = false

    package init() {}
  }

  private let program: String
  private let rules: DecoderConfiguration
  private let queue = DecodeQueue()
  private let hasStarted = LockedValue(false)
  private let lastNumber = Atomic(0)

  /// Creates a picture decoder for the decoder program's path; the first picture starts a process.
  package init(program: String, rules: DecoderConfiguration = DecoderConfiguration()) {
    (self.program, self.rules) = (program, rules)
  }

  deinit { queue.stopDecodeQueue() }

  /// Returns one frame of an untrusted picture, decoded for a box; transparent pixels get the
  /// background colour.
  package func decodePicture(
    _ bytes: [UInt8], for box: PixelSize, _ framing: PictureFraming, frame: Int = 0,
    on background: (red: UInt8, green: UInt8, blue: UInt8) = (0, 0, 0)
  ) async throws(PictureRefusal) -> DecodedPicture {
    let box = PixelExtent(width: box.width, height: box.height)
    let colour = PictureDecodingRequest.BackgroundColour(
      red: background.red, green: background.green, blue: background.blue)
    let job = PictureDecodingRequest.DecodingResultKind.show(
      box: box, cut: framing.cropping, frame: frame)
    let content = try await requestDecoderReply(
      of: job, on: colour, bytes, most: DecoderLimits.maximumDownloadedPictureBytes)
    let facts = content.facts
    guard let image = PixelImage(size: PixelSize(facts.size), pixels: content.body) else {
      throw .badReply
    }
    return DecodedPicture(
      image: image, original: PixelSize(facts.original), frames: facts.frames,
      duration: .milliseconds(facts.milliseconds), isDamaged: facts.isDamaged,
      isConfined: !content.isReduced)
  }

  /// Returns the frames of an animated picture, decoded within the limits and no larger than the
  /// box.
  package func decodeFrames(
    of bytes: [UInt8], for box: PixelSize, _ framing: PictureFraming,
    on background: (red: UInt8, green: UInt8, blue: UInt8) = (0, 0, 0)
  ) async throws(PictureRefusal) -> [DecodedAnimationFrame] {
    let box = PixelExtent(width: box.width, height: box.height)
    let job = PictureDecodingRequest.DecodingResultKind.move(box: box, cut: framing.cropping)
    let colour = PictureDecodingRequest.BackgroundColour(
      red: background.red, green: background.green, blue: background.blue)
    let content = try await requestDecoderReply(
      of: job, on: colour, bytes, most: DecoderLimits.maximumDownloadedPictureBytes)
    guard let frames = content.frames else { throw .badReply }
    return frames
  }

  /// The maximum size in bytes of a picture file that the user attaches to a post.
  package static let maximumOwnBytes = DecoderLimits.maximumAttachedPictureBytes

  /// Returns the user's picture encoded as a JPEG for a service, within a longest side and a
  /// maximum number of bytes, without metadata.
  package func encodeUploadJPEG(
    _ bytes: [UInt8], longestSide: Int, mostBytes: Int
  ) async throws(PictureRefusal) -> UploadPicture {
    let job = PictureDecodingRequest.DecodingResultKind.upload(
      longestSide: longestSide, mostBytes: mostBytes)
    let white = PictureDecodingRequest.BackgroundColour(red: 255, green: 255, blue: 255)
    let content = try await requestDecoderReply(
      of: job, on: white, bytes, most: Self.maximumOwnBytes)
    return UploadPicture(bytes: content.body, size: PixelSize(content.facts.size))
  }

  private func requestDecoderReply(
    of job: PictureDecodingRequest.DecodingResultKind,
    on background: PictureDecodingRequest.BackgroundColour,
    _ bytes: [UInt8],
    most: Int
  ) async throws(PictureRefusal) -> DecoderReply.DecoderReplyContent {
    guard bytes.count <= most else { throw .tooLarge }
    let order = PictureDecodingRequest(
      job, background: background, requiresSandbox: rules.requiresSandbox)
    guard let order else { throw .badOrder }
    startDecodingThreadIfNeeded()
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.addDecodingJob(
          DecodingJob(number: number, request: order, bytes: bytes) {
            continuation.resume(returning: $0)
          }
        )
      }
    } onCancel: {
      queue.cancelDecodingJob(number)
    }
    return try answer.get()
  }

  private func startDecodingThreadIfNeeded() {
    let isFirst = hasStarted.withLock { hasStarted in
      defer { hasStarted = true }
      return !hasStarted
    }
    if isFirst { DecodingThread.startDecodingThread(queue, program, rules) }
  }

  /// Returns the picture libraries and their versions as reported by the decoder program; empty if
  /// there is no reply. Waits up to two seconds.
  package static func pictureLibraryVersions(of program: String) -> [(
    name: String, version: String
  )] {
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    var ends: [CInt] = [-1, -1]
    guard input >= 0, csystem_pipe(&ends, 1 << 12) == 0 else { return [] }
    defer { close(ends[0]) }
    // Errors are ignored: without a reply the list is empty.
    let process = try? DecoderProcess.startDecoderProcess(
      program, [PictureDecodingRequest.versions], input: input, output: ends[1])
    close(input)
    close(ends[1])
    guard let process else { return [] }
    defer {
      kill(process, SIGKILL)
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
    return readText(from: ends[0]).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      return words.count == 2 ? (words[0], words[1]) : nil
    }
  }

  private static func readText(from pipe: CInt) -> String {
    let end = ContinuousClock.now.advanced(by: .seconds(2))
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 10)
    while bytes.count < 1 << 12 {
      let left = ContinuousClock.now.duration(to: end)
      var watched = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard left > .zero, poll(&watched, 1, CInt(left / .milliseconds(1)) + 1) > 0 else { break }
      let count = chunk.withUnsafeMutableBytes { Glibc.read(pipe, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the path of the decoder program, beside the main program or in the system's folder of
  /// helper programs (`libexec`); nil if it is in neither. `PATH` is never searched.
  package static func decoderProgramPath(for client: String) -> String? {
    let directory = client[..<(client.utf8.lastIndex(of: UInt8(ascii: "/")) ?? client.startIndex)]
    let places = [
      "\(directory)/tweetie-picture", "\(directory)/../libexec/tweetie/tweetie-picture",
    ]
    return places.first { access($0, X_OK) == 0 }
  }
}

extension PixelSize {
  fileprivate init(_ extent: PixelExtent) { self.init(width: extent.width, height: extent.height) }
}
