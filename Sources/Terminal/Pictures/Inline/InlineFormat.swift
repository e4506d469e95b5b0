/// Pictures as iTerm2 takes them: files in base64, which it scales into cells.
struct InlineFormat: OverlayFormat {
  let largest = CellSize.largest

  func prepare(_ picture: Picture) -> PixelImage { picture.image }

  func append(
    _ part: CellRect, of image: PixelImage, _ picture: Picture, endsScreen: Bool,
    to output: inout [UInt8]
  ) {
    let piece = PicturePiece(picture: picture, part: part, position: part.origin)
    let file = PlainPNG.file(of: image, piece.source)
    output += "\u{1b}]1337;File=inline=1;size=\(file.count);width=\(part.size.columns)".utf8
    output += ";height=\(part.size.rows);preserveAspectRatio=0;doNotMoveCursor=1:".utf8
    Base64.append(file, to: &output)
    output += "\u{1b}\\".utf8
  }
}
