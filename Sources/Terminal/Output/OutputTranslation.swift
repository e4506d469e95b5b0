/// Turns what ncurses wrote into what the terminal is sent: marks become colours and links,
/// stand-ins become the characters they stand for.
struct OutputTranslation {
  private let depth: ColourDepth
  private let linksAllowed: Bool
  private var foreground: ColourCode
  private var background: ColourCode
  private var link: Hyperlink?
  /// The colours of the picture cells that were just written.
  private var pictureColours: PictureColours?

  init(depth: ColourDepth, linksAllowed: Bool) {
    (self.depth, self.linksAllowed) = (depth, linksAllowed)
    foreground = ColourCode(.standard, depth: depth)
    background = ColourCode(.standard, depth: depth)
  }

  /// Appends the translation of a whole frame.
  @MainActor mutating func translate(
    _ bytes: UnsafeRawBufferPointer, inks: InkTable, clusters: ClusterTable, landmarks: Landmarks?,
    pictures: PictureLayer, into output: inout [UInt8]
  ) {
    var index = 0
    var copied = 0
    while index < bytes.count {
      let byte = bytes[index]
      // Printable ASCII, escape sequences and characters of two or three bytes pass unchanged.
      guard byte >= 0xf3 || (byte >= 0x1c && byte < 0x20) else {
        index += 1
        continue
      }
      if byte == 0xf4, index + 4 <= bytes.count {
        if copied < index { endPicture(&output) }
        output.append(contentsOf: bytes[copied..<index])
        let number = Self.scalar(in: bytes, at: index) - Cell.firstPictureScalar
        pictures.append(Int(number), colours: &pictureColours, to: &output)
        index += 4
        copied = index
        continue
      }
      endPicture(&output)
      if byte == 0xf3 {
        if index + 4 <= bytes.count,
          let meaning = clusters.meaning(of: Self.scalar(in: bytes, at: index))
        {
          output.append(contentsOf: bytes[copied..<index])
          append(meaning, landmarks, &output)
          copied = index + 4
        }
        index += 4
        continue
      }
      output.append(contentsOf: bytes[copied..<index])
      index += 1
      switch byte {
      case OutputMark.foreground:
        let number = Self.number(in: bytes, at: &index)
        if inks.foregrounds.indices.contains(number) {
          change(to: inks.foregrounds[number], &output)
        }
      case OutputMark.background:
        let number = Self.number(in: bytes, at: &index)
        if inks.backgrounds.indices.contains(number) {
          change(to: inks.backgrounds[number], &output)
        }
      case OutputMark.originalColours: originalColours(&output)
      default: reset(&output)
      }
      copied = index
    }
    endPicture(&output)
    output.append(contentsOf: bytes[copied...])
  }
}

extension OutputTranslation {
  /// To ncurses the cells of pictures are plain, so it does not reset their colours.
  private mutating func endPicture(_ output: inout [UInt8]) {
    guard let colours = pictureColours else { return }
    pictureColours = nil
    if colours != PictureColours() { output.append(contentsOf: PictureColours.end) }
  }

  /// Appends what a stand-in means; a landmark is not part of the link that the character may
  /// belong to.
  private mutating func append(
    _ meaning: ClusterTable.Meaning, _ landmarks: Landmarks?, _ output: inout [UInt8]
  ) {
    guard case .drawing(let drawing, let isOnOddRow) = meaning else {
      output.append(contentsOf: ClusterTable.step)
      return
    }
    output.append(contentsOf: drawing)
    if let landmark = landmarks?.bytes(fromOddRow: isOnOddRow), !landmark.isEmpty {
      let open = link
      change(to: nil, &output)
      output.append(contentsOf: landmark)
      change(to: open, &output)
    }
    output.append(contentsOf: ClusterTable.ending)
  }

  private mutating func change(to ink: InkTable.Ink, _ output: inout [UInt8]) {
    change(to: ink.link, &output)
    let code = ColourCode(ink.colour, depth: depth)
    guard code != foreground else { return }
    foreground = code
    output.append(contentsOf: "\u{1b}[\(code.foreground ?? "39")m".utf8)
  }

  private mutating func change(to colour: Colour, _ output: inout [UInt8]) {
    let code = ColourCode(colour, depth: depth)
    guard code != background else { return }
    background = code
    output.append(contentsOf: "\u{1b}[\(code.background ?? "49")m".utf8)
  }

  private mutating func change(to target: Hyperlink?, _ output: inout [UInt8]) {
    guard linksAllowed, target != link else { return }
    link = target
    output.append(contentsOf: "\u{1b}]8;;\(target?.address ?? "")\u{1b}\\".utf8)
  }

  private mutating func originalColours(_ output: inout [UInt8]) {
    change(to: nil, &output)
    let parameters = [
      foreground.foreground == nil ? nil : "39", background.background == nil ? nil : "49",
    ].compactMap(\.self)
    forgetColours()
    if parameters.isEmpty { return }
    output.append(contentsOf: "\u{1b}[\(parameters.joined(separator: ";"))m".utf8)
  }

  /// The sequence that turns everything off follows without our help.
  private mutating func reset(_ output: inout [UInt8]) {
    change(to: nil, &output)
    forgetColours()
  }

  private mutating func forgetColours() {
    foreground = ColourCode(.standard, depth: depth)
    background = foreground
  }

  private static func number(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Int {
    var number = 0
    while index < bytes.count, bytes[index] != 0x3b {
      number = number * 10 + Int(bytes[index]) - 0x30
      index += 1
    }
    index += 1
    return number
  }

  private static func scalar(in bytes: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 6 | UInt32(bytes[index + $1] & ($1 == 0 ? 0x07 : 0x3f)) }
  }
}
