/// A form of pixels that terminals draw over cells, and forget when something is written there.
protocol OverlayFormat: Sendable {
  /// A picture, prepared as far as is possible without knowing which part will be seen.
  associatedtype Prepared: Sendable

  /// The largest part that is appended at once.
  var largest: CellSize { get }

  /// Prepares a picture; this may take a while.
  func prepare(_ picture: Picture) -> Prepared
  /// Appends what draws some rows and columns of the picture where the cursor is.
  ///
  /// Where the part `endsScreen`, nothing may be drawn below it: the terminal would scroll.
  func append(
    _ part: CellRect, of prepared: Prepared, _ picture: Picture, endsScreen: Bool,
    to output: inout [UInt8])
  /// Some rows of the picture from end to end, the first of which is that one, as far as they were
  /// written beforehand; nil where they were not.
  func strip(of prepared: Prepared, from row: Int) -> OverlayStrip?
}

extension OverlayFormat {
  func strip(of prepared: Prepared, from row: Int) -> OverlayStrip? { nil }
}

/// Some rows of a picture from end to end, as they are drawn where the cursor is.
struct OverlayStrip: Sendable {
  let rows: Range<Int>
  let bytes: [UInt8]
}

/// Prepares pictures on the thread it is given, or between other work.
actor OverlayWorker<Format: OverlayFormat> {
  private let format: Format
  private let thread: (any SerialExecutor)?

  init(_ format: Format, thread: (any SerialExecutor)?) {
    (self.format, self.thread) = (format, thread)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  func prepare(_ picture: Picture) -> Format.Prepared { format.prepare(picture) }
}
