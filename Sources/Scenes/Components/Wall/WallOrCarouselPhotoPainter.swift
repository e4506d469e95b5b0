import FeedDomain
import PhotoDisplay
import Preferences
package import Terminal

/// A painter of a post's photo in its box on the photo wall or in the carousel. In a theme without
/// colours each box has a frame, because photos shown as words would have no visible edge.
@MainActor
struct WallOrCarouselPhotoPainter {
  let posts: PostViewModelFactory
  let drawing: DrawingParameters
  /// True if the photo is the selected one of the photo wall or carousel, and may be animated.
  var isSelected = false
  /// The closure that changes the pictures beside the middle photo of a carousel, such as by
  /// dimming; nil to draw them unchanged.
  var adjustPicture: (@MainActor (Picture) -> Picture)?

  /// Draws a photo in its box on a photo wall or in a carousel, clipped to a rectangle.
  func drawPhoto(
    _ item: PostItem, on canvas: inout Canvas, in box: CellRect, within clip: CellRect
  ) {
    guard let photo = item.photo, !box.intersection(with: clip).isEmpty else { return }
    var pictures = PictureBoxPainter(drawing, posts)
    pictures.adjustPicture = adjustPicture
    pictures.drawPhoto(
      photo, describedAs: posts.photoDescription(of: photo), isSelected: isSelected,
      coveredBy: item.isCovered ? posts.coveredPhotoText(of: item) : nil, on: &canvas,
      in: drawFrameInColourlessTheme(box, on: &canvas, within: clip), within: clip)
  }

  /// Draws a photo of the carousel coarsely while its box moves on the screen; `end` is the box of
  /// the photo after the movement.
  func drawMovingCarouselPhoto(
    moving item: PostItem, on canvas: inout Canvas, in box: CellRect, to end: CellRect,
    within clip: CellRect
  ) {
    guard let photo = item.photo else { return }
    // The picture is requested in its final size, so that it is loaded when the movement ends.
    let picture = item.isCovered ? nil : fittingPicture(of: photo, in: end.size)
    let inside = drawFrameInColourlessTheme(box, on: &canvas, within: clip)
    if let picture {
      CoarseCarouselPhotoPainter(image: picture.image).drawCoarsePhoto(
        on: &canvas, in: inside, within: clip)
    } else {
      canvas.fillRect(
        inside.intersection(with: clip), PhotoBoxBackground(of: photo, drawing.theme).style)
    }
  }

  private func fittingPicture(of photo: Photo, in size: CellSize) -> Picture? {
    switch drawing.pictures.pictureState(of: photo, in: size, .filling) {
    case .ready(let picture): picture
    case .loading(let placeholder, _), .waitingForLine(let placeholder): placeholder
    case .off, .failed: nil
    }
  }

  /// Draws a frame around a photo in a theme without colours. Returns the area inside the frame.
  private func drawFrameInColourlessTheme(
    _ box: CellRect, on canvas: inout Canvas, within clip: CellRect
  ) -> CellRect {
    guard drawing.theme.style(.box).background == .standard, box.size.rows > 2,
      box.size.columns > 2
    else { return box }
    PhotoBoxBorder(style: drawing.theme.style(.rule)).drawPhotoBorder(
      on: &canvas, in: box, within: clip)
    return CellRect(
      row: box.origin.row + 1, column: box.origin.column + 1, rows: box.size.rows - 2,
      columns: box.size.columns - 2)
  }
}

extension CellRect {
  package var isEmpty: Bool { rows.isEmpty || columns.isEmpty }
}

/// A painter of a photo during the carousel's animation: as coloured cells, since sending the
/// picture itself to the terminal would take longer than the animation.
struct CoarseCarouselPhotoPainter {
  let image: PixelImage

  /// Draws a moving photo so that it fills the box.
  func drawCoarsePhoto(on canvas: inout Canvas, in box: CellRect, within clip: CellRect) {
    for row in box.intersection(with: clip).rows {
      for column in stride(from: box.origin.column, to: box.columns.upperBound, by: 2) {
        let square = CellRect(
          row: row, column: column, rows: 1, columns: min(2, box.columns.upperBound - column))
        let colour = averageColour(
          x: (column - box.origin.column + 1, box.size.columns),
          y: (2 * (row - box.origin.row) + 1, 2 * box.size.rows))
        canvas.fillRect(square.intersection(with: clip), Style(.standard, on: colour))
      }
    }
  }

  /// Returns the average colour of a picture around a point, which is given as fractions of width
  /// and height.
  private func averageColour(x: (Int, Int), y: (Int, Int)) -> Colour {
    let (width, height) = (image.size.width, image.size.height)
    let spread = (width / (4 * x.1), height / (4 * y.1))
    let middle = (x.0 * width / x.1, y.0 * height / y.1)
    var sum = (0, 0, 0)
    for (across, down) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
      let column = min(max(0, middle.0 + across * spread.0), width - 1)
      let row = min(max(0, middle.1 + down * spread.1), height - 1)
      let at = (row * width + column) * 3
      sum.0 += Int(image.pixels[at])
      sum.1 += Int(image.pixels[at + 1])
      sum.2 += Int(image.pixels[at + 2])
    }
    return .rgb(
      Self.roundedColourLevel(sum.0 / 4), Self.roundedColourLevel(sum.1 / 4),
      Self.roundedColourLevel(sum.2 / 4))
  }

  /// Rounds a red, green or blue value to one of sixteen levels, because the number of colours on a
  /// screen is limited.
  private static func roundedColourLevel(_ value: Int) -> UInt8 { UInt8((value + 8) / 17 * 17) }
}
