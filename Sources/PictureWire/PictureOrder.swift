/// An order for the decoder, passed as arguments.
package struct PictureOrder: Equatable, Sendable {
  /// The result wanted.
  package enum Job: Equatable, Sendable {
    /// Pixels for a box, from one frame.
    case show(box: Extent, cut: Cut, frame: Int)
    /// The frames of an animation within the limits, none larger than the box.
    case move(box: Extent, cut: Cut)
    /// A JPEG without metadata, for a service.
    case upload(longestSide: Int, mostBytes: Int)
  }

  /// The shown part of the picture.
  package enum Cut: Equatable, Sendable {
    case whole
    case filling
    /// A part in thousandths of width and height, within the box.
    case part(x: Int, y: Int, width: Int, height: Int)
  }

  package struct Colour: Equatable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The default colour under transparent pixels.
    package static let black = Colour(red: 0, green: 0, blue: 0)
  }

  package let job: Job
  /// The colour under transparent pixels.
  package let background: Colour
  /// Whether to refuse without Landlock and the system call filter.
  package let requiresSandbox: Bool

  /// nil for an invalid order, or one beyond `WireLimits`.
  package init?(_ job: Job, background: Colour = .black, requiresSandbox: Bool = false) {
    guard job.isReasonable else { return nil }
    (self.job, self.background, self.requiresSandbox) = (job, background, requiresSandbox)
  }
}

extension PictureOrder {
  /// Whether the picture is the person's own, to be posted.
  package var isUpload: Bool {
    if case .upload = job { true } else { false }
  }
}

extension PictureOrder.Job {
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
  /// The time limit in seconds.
  package var patience: UInt32 {
    switch job {
    case .show: 2
    case .move: 6
    case .upload: 10
    }
  }
}
