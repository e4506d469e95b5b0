/// A request to the decoder program `tweetie-picture`: the result to make of one picture. It is
/// passed as the program's arguments.
package struct PictureDecodingRequest: Equatable, Sendable {
  /// A kind of result that the decoder program is to return: pixels, frames or a JPEG.
  package enum DecodingResultKind: Equatable, Sendable {
    case show(box: PixelExtent, cut: PictureCropping, frame: Int)
    /// A kind of result to request from the decoder program: an animation's frames, none larger
    /// than the box, within the limits.
    case move(box: PixelExtent, cut: PictureCropping)
    /// A kind of result to request from the decoder program: a JPEG without metadata, for an upload
    /// to a service.
    case upload(longestSide: Int, mostBytes: Int)
  }

  /// A choice of the part of a picture to show: the whole, as much as fills a box, or a section.
  package enum PictureCropping: Equatable, Sendable {
    case whole
    case filling
    /// A shown part of a picture: a rectangle in thousandths of width and height, within the box.
    case part(x: Int, y: Int, width: Int, height: Int)
  }

  package struct BackgroundColour: Equatable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The default background colour, black, seen through transparent pixels of a decoded picture.
    package static let black = BackgroundColour(red: 0, green: 0, blue: 0)
  }

  package let job: DecodingResultKind
  /// The colour seen through transparent pixels of the decoded picture.
  package let background: BackgroundColour
  /// True if the decoder program is to refuse pictures without Landlock and the system call filter.
  package let requiresSandbox: Bool

  /// Creates a request to the decoder program; nil for invalid values, or values beyond
  /// `DecoderLimits`.
  package init?(
    _ job: DecodingResultKind, background: BackgroundColour = .black, requiresSandbox: Bool = false
  ) {
    guard job.isReasonable else { return nil }
    (self.job, self.background, self.requiresSandbox) = (job, background, requiresSandbox)
  }

  /// True if the picture is the user's own, to be posted.
  package var isUpload: Bool { if case .upload = job { true } else { false } }
}

extension PictureDecodingRequest.DecodingResultKind {
  fileprivate var isReasonable: Bool {
    switch self {
    case .show(let box, let cut, let frame):
      DecoderLimits.sideLengths.contains(box.width)
        && DecoderLimits.sideLengths.contains(box.height)
        && box.area <= DecoderLimits.boxArea && cut.isReasonable
        && DecoderLimits.frames.contains(frame)
    case .move(let box, let cut):
      DecoderLimits.sideLengths.contains(box.width)
        && DecoderLimits.sideLengths.contains(box.height)
        && box.area <= DecoderLimits.boxArea && cut.isReasonable
    case .upload(let longestSide, let mostBytes):
      DecoderLimits.sideLengths.contains(longestSide) && mostBytes > 0
    }
  }
}

extension PictureDecodingRequest.PictureCropping {
  fileprivate var isReasonable: Bool {
    guard case .part(let x, let y, let width, let height) = self else { return true }
    return [x, y].allSatisfy((0...999).contains) && (1...1000 - x).contains(width)
      && (1...1000 - y).contains(height)
  }
}

extension PictureDecodingRequest {
  /// The time limit of the decoder program in seconds.
  package var timeLimit: UInt32 {
    switch job {
    case .show: 2
    case .move: 6
    case .upload: 10
    }
  }

  package static let versions = "--versions"

  package var arguments: [String] {
    var words: [String] =
      switch job {
      case .show(let box, let cut, let frame):
        [
          "--box", "\(box.width)x\(box.height)", "--cut", cut.argument, "--frame", "\(frame)",
        ]
      case .move(let box, let cut):
        [
          "--box", "\(box.width)x\(box.height)", "--cut", cut.argument, "--frame", Self.allFrames,
        ]
      case .upload(let longestSide, let mostBytes):
        ["--reencode", "jpeg", "--max-side", "\(longestSide)", "--max-bytes", "\(mostBytes)"]
      }
    if background != .black { words += ["--background", background.argument] }
    if requiresSandbox { words.append("--require-sandbox") }
    return words
  }

  /// Creates a decoding request from the arguments of the decoder program; nil for invalid
  /// arguments.
  package init?(arguments: [String]) {
    var values: [String: String] = [:]
    var words = arguments[...]
    var requiresSandbox = false
    while let name = words.popFirst() {
      if name == "--require-sandbox" {
        requiresSandbox = true
      } else {
        guard Self.names.contains(name), let value = words.popFirst() else { return nil }
        values[name] = value
      }
    }
    guard let job = DecodingResultKind(values) else { return nil }
    let background = values["--background"].map(BackgroundColour.init(argument:)) ?? .black
    guard let background else { return nil }
    self.init(job, background: background, requiresSandbox: requiresSandbox)
  }

  /// The argument that requests all frames from the decoder program, in place of a frame's number.
  fileprivate static let allFrames = "all"

  private static let names: Set<String> = [
    "--box", "--cut", "--frame", "--reencode", "--max-side", "--max-bytes", "--background",
  ]
}

extension PictureDecodingRequest.DecodingResultKind {
  fileprivate init?(_ values: [String: String]) {
    if values["--reencode"] == "jpeg" {
      guard let side = values["--max-side"].flatMap({ Int($0) }),
        let bytes = values["--max-bytes"].flatMap({ Int($0) })
      else { return nil }
      self = .upload(longestSide: side, mostBytes: bytes)
    } else {
      guard let box = values["--box"].flatMap({ parsedNumbers(in: $0, parted: "x", count: 2) }),
        let cut = PictureDecodingRequest.PictureCropping(argument: values["--cut"] ?? "whole")
      else { return nil }
      let extent = PixelExtent(width: box[0], height: box[1])
      let frame = values["--frame"] ?? "0"
      if frame == PictureDecodingRequest.allFrames {
        self = .move(box: extent, cut: cut)
      } else if let number = Int(frame) {
        self = .show(box: extent, cut: cut, frame: number)
      } else {
        return nil
      }
    }
  }
}

extension PictureDecodingRequest.PictureCropping {
  fileprivate var argument: String {
    switch self {
    case .whole: "whole"
    case .filling: "filling"
    case .part(let x, let y, let width, let height): "\(x),\(y),\(width),\(height)"
    }
  }

  fileprivate init?(argument: String) {
    switch argument {
    case "whole": self = .whole
    case "filling": self = .filling
    default:
      guard let part = parsedNumbers(in: argument, parted: ",", count: 4) else { return nil }
      self = .part(x: part[0], y: part[1], width: part[2], height: part[3])
    }
  }
}

extension PictureDecodingRequest.BackgroundColour {
  fileprivate var argument: String {
    [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  fileprivate init?(argument: String) {
    guard argument.utf8.count == 6, let number = UInt32(argument, radix: 16) else { return nil }
    self.init(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }
}

private func parsedNumbers(in text: String, parted by: Character, count: Int) -> [Int]? {
  let numbers = text.split(separator: by, omittingEmptySubsequences: false).map { Int($0) }
  let known = numbers.compactMap { $0 }
  return known.count == count && numbers.count == count ? known : nil
}

/// A size of a picture in pixels.
package struct PixelExtent: Equatable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  package var area: Int { width * height }

  /// Returns the largest extent with the same shape that fits a box; at least one pixel each way.
  package func fittedExtent(into box: PixelExtent) -> PixelExtent {
    let across = Double(box.width) / Double(width)
    let down = Double(box.height) / Double(height)
    let scale = min(across, down)
    return PixelExtent(
      width: across == scale ? box.width : max(1, Int((Double(width) * scale).rounded())),
      height: down == scale ? box.height : max(1, Int((Double(height) * scale).rounded())))
  }
}

/// A namespace for the limits of pictures that the main program and the decoder program share.
package enum DecoderLimits {
  package static let sideLengths = 1...8192
  /// Maximum number of pixels of the box for a decoded picture: a screen of 4096 × 4096.
  package static let boxArea = 1 << 24
  /// The range of valid frame numbers in a request to the decoder program.
  package static let frames = 0...9999
  /// Maximum number of an animation's decoded frames, and of the bytes of all their pixels.
  package static let motion = (frames: 240, bytes: 16 << 20)
  /// The number of bytes before a frame's pixels in the reply, which hold the frame's milliseconds.
  package static let frameHeader = 4
  /// Maximum size in bytes of the file of a downloaded picture.
  package static let maximumDownloadedPictureBytes = 12 << 20
  /// Maximum size in bytes of a picture file that the user attaches to a post.
  package static let maximumAttachedPictureBytes = 48 << 20
}
