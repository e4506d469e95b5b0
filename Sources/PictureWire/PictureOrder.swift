/// What the decoder is asked for; it travels as the arguments of its process.
package struct PictureOrder: Equatable, Sendable {
  /// What to make of the picture.
  package enum Job: Equatable, Sendable {
    /// Pixels for a box; of an animation, the frame of that number.
    case show(box: Extent, cut: Cut, frame: Int)
    /// As many frames of an animation as there is room for, each no larger than the box.
    case move(box: Extent, cut: Cut)
    /// A JPEG with nothing but the picture in it, to be sent to a service.
    case upload(longestSide: Int, mostBytes: Int)
  }

  /// Which part of the picture the box shows.
  package enum Cut: Equatable, Sendable {
    /// All of it, as large as fits into the box.
    case whole
    /// As much as fills the box, from the middle.
    case filling
    /// A part, in thousandths of width and height, as large as fits into the box.
    case part(x: Int, y: Int, width: Int, height: Int)
  }

  /// Red, green and blue.
  package struct Colour: Equatable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// What lies under transparent pixels unless the order says otherwise.
    package static let black = Colour(red: 0, green: 0, blue: 0)
  }

  /// What to make of the picture.
  package let job: Job
  /// What lies under transparent pixels.
  package let background: Colour
  /// Whether to refuse rather than to work without Landlock or the filter of system calls.
  package let requiresSandbox: Bool

  /// An order; nil where it asks for nothing, or for more than `WireLimits` allow.
  package init?(_ job: Job, background: Colour = .black, requiresSandbox: Bool = false) {
    guard job.isReasonable else { return nil }
    (self.job, self.background, self.requiresSandbox) = (job, background, requiresSandbox)
  }
}

extension PictureOrder {
  /// Whether it is for a picture of the person's own, on its way to a service.
  package var isUpload: Bool {
    if case .upload = job { true } else { false }
  }
}

extension PictureOrder.Job {
  /// Whether it can be carried out.
  fileprivate var isReasonable: Bool {
    switch self {
    case .show(let box, let cut, let frame):
      WireLimits.side.contains(box.width) && WireLimits.side.contains(box.height)
        && box.area <= WireLimits.boxArea && cut.isReasonable && WireLimits.frames.contains(frame)
    case .move(let box, let cut):
      WireLimits.side.contains(box.width) && WireLimits.side.contains(box.height)
        && box.area <= WireLimits.boxArea && cut.isReasonable
    case .upload(let longestSide, let mostBytes):
      WireLimits.side.contains(longestSide) && mostBytes > 0
    }
  }
}

extension PictureOrder.Cut {
  fileprivate var isReasonable: Bool {
    guard case .part(let x, let y, let width, let height) = self else { return true }
    return [x, y].allSatisfy((0...999).contains) && (1...1000 - x).contains(width)
      && (1...1000 - y).contains(height)
  }
}

extension PictureOrder {
  /// How many seconds the decoder may work.
  package var patience: UInt32 {
    switch job {
    case .show: 2
    case .move: 6
    case .upload: 10
    }
  }
}
