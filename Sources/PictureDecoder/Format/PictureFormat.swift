/// The formats there are decoders for; nothing else reaches one.
enum PictureFormat {
  case jpeg, png, webp, gif

  /// The format by its first bytes, whatever a name or a server says; nil for any other.
  init?(_ bytes: ByteView) {
    if bytes.number(at: 0, bytes: 3) == 0xFFD8FF {
      self = .jpeg
    } else if bytes.number(at: 0, bytes: 4) == 0x8950_4E47
      && bytes.number(at: 4, bytes: 4) == 0x0D0A_1A0A
    {
      self = .png
    } else if bytes.has("RIFF", at: 0) && bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
      self = .gif
    } else {
      return nil
    }
  }
}
