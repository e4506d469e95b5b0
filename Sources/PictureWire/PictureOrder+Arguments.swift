extension PictureOrder {
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

  /// nil for invalid arguments.
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
    guard let job = Job(values) else { return nil }
    let background = values["--background"].map(Colour.init(argument:)) ?? .black
    guard let background else { return nil }
    self.init(job, background: background, requiresSandbox: requiresSandbox)
  }

  /// In place of a frame's number: all frames.
  fileprivate static let allFrames = "all"

  private static let names: Set<String> = [
    "--box", "--cut", "--frame", "--reencode", "--max-side", "--max-bytes", "--background",
  ]
}

extension PictureOrder.Job {
  fileprivate init?(_ values: [String: String]) {
    if values["--reencode"] == "jpeg" {
      guard let side = values["--max-side"].flatMap({ Int($0) }),
        let bytes = values["--max-bytes"].flatMap({ Int($0) })
      else { return nil }
      self = .upload(longestSide: side, mostBytes: bytes)
    } else {
      guard let box = values["--box"].flatMap({ numbers(in: $0, parted: "x", count: 2) }),
        let cut = PictureOrder.Cut(argument: values["--cut"] ?? "whole")
      else { return nil }
      let extent = Extent(width: box[0], height: box[1])
      let frame = values["--frame"] ?? "0"
      if frame == PictureOrder.allFrames {
        self = .move(box: extent, cut: cut)
      } else if let number = Int(frame) {
        self = .show(box: extent, cut: cut, frame: number)
      } else {
        return nil
      }
    }
  }
}

extension PictureOrder.Cut {
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
      guard let part = numbers(in: argument, parted: ",", count: 4) else { return nil }
      self = .part(x: part[0], y: part[1], width: part[2], height: part[3])
    }
  }
}

extension PictureOrder.Colour {
  fileprivate var argument: String {
    [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  fileprivate init?(argument: String) {
    guard argument.utf8.count == 6, let number = UInt32(argument, radix: 16) else { return nil }
    self.init(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }
}

private func numbers(in text: String, parted by: Character, count: Int) -> [Int]? {
  let numbers = text.split(separator: by, omittingEmptySubsequences: false).map { Int($0) }
  let known = numbers.compactMap(\.self)
  return known.count == count && numbers.count == count ? known : nil
}
