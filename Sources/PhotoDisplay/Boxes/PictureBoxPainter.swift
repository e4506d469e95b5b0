package import FeedDomain
package import Preferences
package import Terminal
package import Words

/// A painter of photos in boxes of cells, created for each frame. It draws a blur or colour with
/// the progress of loading, then the picture; if pictures are off, a description.
@MainActor
package struct PictureBoxPainter {
  package let pictures: any PictureProvider
  package let theme: Theme
  package let options: DisplayOptions
  package let wording: Wording
  /// The names of the keys for loading a photo again and for uncovering it, as shown in a box.
  package let keys: (retry: String, reveal: String)
  package let frame: Int
  /// True if the painter may animate the selected photo in its box.
  package var moves = false
  /// The closure that changes a picture before it is drawn in its box, as by dimming; nil for none.
  package var adjustPicture: (@MainActor (Picture) -> Picture)?

  package init(
    pictures: any PictureProvider, theme: Theme, options: DisplayOptions, wording: Wording,
    keys: (retry: String, reveal: String), frame: Int
  ) {
    (self.pictures, self.theme, self.options) = (pictures, theme, options)
    (self.wording, self.keys, self.frame) = (wording, keys, frame)
  }

  /// Draws a photo in its box as far as it is loaded, animated if selected. Returns false while the
  /// photo is loading, or if loading failed. A covered photo is not loaded; a blur with the words
  /// `cover` is drawn instead.
  @discardableResult
  package func drawPhoto(
    _ photo: Photo, describedAs words: @autoclosure () -> SafeText, cut: PictureCropping = .filling,
    isSelected: Bool = false, isCovered: Bool = false, coveredBy cover: SafeText? = nil,
    on canvas: inout Canvas, in box: CellRect, within clip: CellRect? = nil
  ) -> Bool {
    let seen = box.intersection(with: clip ?? canvas.bounds).intersection(with: canvas.bounds)
    guard seen.size.rows > 0, seen.size.columns > 0 else { return true }
    let ground = PhotoBoxBackground(of: photo, theme)
    func drawTextInBox(_ text: SafeText) {
      ground.drawCentredTextInBox(text, on: &canvas, in: box, within: seen)
    }
    guard !isCovered, cover == nil else {
      let blur = pictures.isOn ? pictures.blurredPicture(of: photo, in: box.size) : nil
      fillPhotoBox(with: blur, ground, on: &canvas, in: box, within: seen)
      drawTextInBox(cover ?? wording.coveredPhotoHint(key: keys.reveal))
      return true
    }
    switch pictures.pictureState(of: photo, in: box.size, cut) {
    case .ready(let original):
      let picture = adjustPicture?(original) ?? original
      // A picture that fits the box without filling it is centred.
      let position = CellPosition(
        row: box.origin.row + (box.size.rows - picture.cells.rows) / 2,
        column: box.origin.column + (box.size.columns - picture.cells.columns) / 2)
      let animation =
        isSelected && moves && adjustPicture == nil
        ? pictures.requestedAnimationIfReady(of: photo, in: box.size, cut) : nil
      canvas.placePicture(picture, at: position, within: seen, moving: animation)
      return true
    case .loading(let placeholder, let transfer):
      fillPhotoBox(with: placeholder, ground, on: &canvas, in: box, within: seen)
      drawLoadingProgress(
        transfer, ground, hasPlaceholder: placeholder != nil, on: &canvas, in: box, within: seen)
    case .waitingForLine(let placeholder):
      fillPhotoBox(with: placeholder, ground, on: &canvas, in: box, within: seen)
      drawTextInBox(wording.say("Waiting: the connection is slow."))
    // Sounds and videos without a cover have no picture that could be missed.
    case .failed where !photo.hasPicture:
      fillPhotoBox(with: nil, ground, on: &canvas, in: box, within: seen)
      drawTextInBox(words())
      return true
    case .failed(let failure):
      fillPhotoBox(with: nil, ground, on: &canvas, in: box, within: seen)
      drawTextInBox(wording.failureSentence(for: failure, retryKey: keys.retry))
    case .off:
      fillPhotoBox(with: nil, ground, on: &canvas, in: box, within: seen)
      drawTextInBox(options.saysInWords ? words() : "▣ " + words())
      return true
    }
    return false
  }

  /// The minimum height in rows at which a portrait is drawn in block characters; below it, the
  /// person's initial is drawn, since no face could be recognised.
  private static let minimumBlockRows = 4

  /// Draws a person's portrait, or its placeholder until the portrait is loaded, and in place of a
  /// small one in block characters.
  package func drawPortrait(
    _ tile: PortraitPlaceholder, of person: Photo, on canvas: inout Canvas, in box: CellRect,
    within clip: CellRect
  ) {
    let seen = box.intersection(with: clip)
    guard seen.size.rows > 0, seen.size.columns > 0 else { return }
    let isRecognisable = !pictures.drawsBlocks || box.size.rows >= Self.minimumBlockRows
    if isRecognisable, !person.renditions.isEmpty,
      case .ready(let picture) = pictures.pictureState(of: person, in: box.size, .filling)
    {
      canvas.placePicture(picture, at: box.origin, within: seen)
    } else {
      tile.drawPortraitPlaceholder(on: &canvas, in: box, within: seen)
    }
  }

  private static let maximumInsets = 24

  /// Draws the loaded small pictures within text, such as custom emoji, and requests those that are
  /// not loaded yet.
  package func drawPicturesInText(on canvas: inout Canvas, within clip: CellRect) {
    guard pictures.isOn, !canvas.insets.isEmpty else { return }
    let box = CellSize(rows: 1, columns: PictureInText.columns)
    var known: Set<PictureInText> = []
    for inset in canvas.insets
    where inset.columns == PictureInText.columns && clip.rows.contains(inset.position.row)
      && clip.columns.contains(inset.position.column)
    {
      guard known.contains(inset.target) || known.count < Self.maximumInsets else { continue }
      known.insert(inset.target)
      let photo = Photo(ofEmojiAt: inset.target.address)
      if case .ready(let picture) = pictures.pictureState(of: photo, in: box, .whole) {
        canvas.placePicture(picture, at: inset.position, within: clip)
      }
    }
  }

  private func fillPhotoBox(
    with placeholder: Picture?, _ ground: PhotoBoxBackground, on canvas: inout Canvas,
    in box: CellRect,
    within seen: CellRect
  ) {
    if let placeholder {
      canvas.placePicture(adjustPicture?(placeholder) ?? placeholder, at: box.origin, within: seen)
    } else if !options.isPlain {
      canvas.fillRect(seen, ground.style)
    }
  }

  /// Draws the progress of loading a photo: a bar in the last row of its box, or a spinner.
  private func drawLoadingProgress(
    _ transfer: ByteTransferProgress?, _ ground: PhotoBoxBackground, hasPlaceholder: Bool,
    on canvas: inout Canvas,
    in box: CellRect, within seen: CellRect
  ) {
    guard let transfer, let expected = transfer.totalBytes, expected > 0 else {
      // A blur needs no spinner, since it is seen to be incomplete.
      if !hasPlaceholder {
        ground.drawCentredTextInBox(
          Spinner.spinnerSign(frame: frame, options), on: &canvas, in: box, within: seen)
      }
      return
    }
    let columns = min(box.size.columns, box.size.columns * transfer.receivedBytes / expected)
    guard columns > 0, !options.isPlain else { return }
    let bar = SafeText(repeating: "▂", count: columns)
    var style = ground.style
    style.foreground = theme.style(.busy).foreground
    canvas.writeLine(
      Line(bar, style),
      at: CellPosition(row: box.rows.upperBound - 1, column: box.origin.column), within: seen)
  }
}

package struct PhotoBoxBorder {
  package let style: Style
  /// True if the border of a photo's box has round corners as long as no picture is drawn in it; a
  /// picture has square corners.
  package var isRound = false

  package init(style: Style, isRound: Bool = false) {
    (self.style, self.isRound) = (style, isRound)
  }

  package func drawPhotoBorder(on canvas: inout Canvas, in box: CellRect, within clip: CellRect) {
    guard box.size.rows > 1, box.size.columns > 1 else { return }
    let corners: [SafeText] = isRound ? ["╭", "╮", "╰", "╯"] : ["┌", "┐", "└", "┘"]
    let last = box.rows.upperBound - 1
    for row in box.rows {
      let left = CellPosition(row: row, column: box.origin.column)
      let right = CellPosition(row: row, column: box.columns.upperBound - 1)
      switch row {
      case box.origin.row:
        canvas.writeLine(photoBorderLine(corners[0], corners[1], box), at: left, within: clip)
      case last:
        canvas.writeLine(photoBorderLine(corners[2], corners[3], box), at: left, within: clip)
      default:
        canvas.writeLine(Line("│", style), at: left, within: clip)
        canvas.writeLine(Line("│", style), at: right, within: clip)
      }
    }
  }

  private func photoBorderLine(_ left: SafeText, _ right: SafeText, _ box: CellRect) -> Line {
    let middle = SafeText(repeating: "─", count: box.size.columns - 2)
    return Line(left + middle + right, style)
  }
}

/// A background of a photo's box without its picture, on which words are written.
package struct PhotoBoxBackground {
  /// The style for words on the background of a photo's box: readable letters on the photo's
  /// colour, or the theme's style.
  package let style: Style

  package init(of photo: Photo, _ theme: Theme) {
    let plain = theme.style(.box)
    guard plain.background != .standard, let colour = photo.colour else {
      style = plain
      return
    }
    let (red, green, blue) = (
      UInt8(colour >> 16 & 0xff), UInt8(colour >> 8 & 0xff), UInt8(colour & 0xff)
    )
    // The brightness of the colour as perceived by the eye.
    let brightness = (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000
    style = Style(brightness < 140 ? .ansi(15) : .ansi(0), on: .rgb(red, green, blue))
  }

  /// Writes words in the middle of a photo's box, on a patch of one colour, since they would be
  /// unreadable on a blur.
  package func drawCentredTextInBox(
    _ text: SafeText, on canvas: inout Canvas, in box: CellRect, within clip: CellRect
  ) {
    let columns = box.size.columns > 4 ? box.size.columns - 2 : box.size.columns
    guard columns > 0 else { return }
    let lines = TextWrapper.wrappedLines(of: Line(text, style), columns: columns).prefix(
      box.size.rows)
    let top = box.origin.row + (box.size.rows - lines.count) / 2
    let widest = min(box.size.columns, (lines.map(\.columns).max() ?? 0) + 2)
    let plate = CellRect(
      row: top, column: box.origin.column + (box.size.columns - widest) / 2, rows: lines.count,
      columns: widest)
    canvas.fillRect(plate.intersection(with: clip), style)
    for (offset, line) in lines.enumerated() {
      let left = box.origin.column + (box.size.columns - line.columns) / 2
      canvas.writeLine(line, at: CellPosition(row: top + offset, column: left), within: clip)
    }
  }
}

extension CellRect {
  package func intersection(with other: CellRect) -> CellRect {
    let rows =
      max(
        self.rows.lowerBound, other.rows.lowerBound)..<max(
        max(self.rows.lowerBound, other.rows.lowerBound),
        min(self.rows.upperBound, other.rows.upperBound))
    let columns =
      max(
        self.columns.lowerBound, other.columns.lowerBound)..<max(
        max(self.columns.lowerBound, other.columns.lowerBound),
        min(self.columns.upperBound, other.columns.upperBound))
    return CellRect(
      row: rows.lowerBound, column: columns.lowerBound, rows: rows.count, columns: columns.count)
  }
}

/// A placeholder of a portrait: the first letter of the person's name on the person's colour.
package struct PortraitPlaceholder {
  private let letter: SafeText
  private let style: Style

  package init(_ name: SafeText, _ style: Style) {
    let first = name.string.first { $0.isLetter || $0.isNumber } ?? name.string.first
    letter = SafeText(sanitizing: first.map { $0.uppercased() } ?? "")
    var style = style
    style.attributes.formUnion([.reversed, .bold])
    self.style = style
  }

  package func drawPortraitPlaceholder(
    on canvas: inout Canvas, in box: CellRect, within clip: CellRect
  ) {
    canvas.fillRect(box.intersection(with: clip), style)
    let line = Line(letter, style)
    canvas.writeLine(
      line,
      at: CellPosition(
        row: box.origin.row + (box.size.rows - 1) / 2,
        column: box.origin.column + (box.size.columns - line.columns) / 2), within: clip)
  }
}

/// A namespace for the spinner: a turning symbol that shows that something of unknown length is
/// under way.
package enum Spinner {
  private static let signs: [SafeText] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// The spinner's symbols for terminals that show only ASCII characters.
  private static let plainSigns: [SafeText] = ["|", "/", "-", "\\"]

  /// Returns the spinner's symbol in an animation frame; "…" if animations are off. On a terminal
  /// without the program's symbols, the spinner is made of ASCII characters.
  package static func spinnerSign(frame: Int, _ options: DisplayOptions) -> SafeText {
    guard options.isAnimated else { return "…" }
    let signs = options.hasSigns ? signs : plainSigns
    return signs[Int(frame.magnitude % UInt(signs.count))]
  }
}
