internal import Glibc

/// A document's bytes in an encoding that expat knows.
struct XMLText: Equatable {
  /// The encodings that expat knows.
  private static let known: Set<String> = [
    "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "us-ascii",
  ]

  let bytes: [UInt8]
  /// The encoding to tell expat; nil if the bytes say it.
  let encoding: String?

  /// Detects the encoding as feed readers do: the document's declaration counts more than the
  /// server's header.
  init(_ bytes: [UInt8], charset: String? = nil) throws(XMLError) {
    let isMarked = bytes.starts(with: [0xef, 0xbb, 0xbf]) || bytes.starts(with: [0xff, 0xfe])
    let isWide = bytes.starts(with: [0xfe, 0xff]) || bytes.prefix(4).contains(0)
    let declared = isMarked || isWide ? nil : Self.declared(in: bytes)
    guard !isMarked, !isWide, let name = (declared ?? charset)?.lowercased() else {
      (self.bytes, encoding) = (bytes, nil)
      return
    }
    if Self.known.contains(name) {
      (self.bytes, encoding) = (bytes, declared == nil ? name : nil)
      return
    }
    guard let text = Self.recoded(bytes, from: name) else {
      throw XMLError(problem: .strangeEncoding)
    }
    (self.bytes, encoding) = (text, "utf-8")
  }

  private init(mended bytes: [UInt8]) { (self.bytes, encoding) = (bytes, "utf-8") }

  /// The text without broken UTF-8 and control characters; nil in another encoding, or without any.
  var mended: XMLText? {
    guard encoding == nil || encoding?.hasPrefix("utf") == true, !bytes.prefix(4).contains(0),
      !bytes.starts(with: [0xff, 0xfe]), !bytes.starts(with: [0xfe, 0xff])
    else { return nil }
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8).map { byte in
      byte < 0x20 && ![0x09, 0x0a, 0x0d].contains(byte) ? 0x20 : byte
    }
    return text == bytes ? nil : XMLText(mended: text)
  }

  /// The encoding in the document's declaration.
  private static func declared(in bytes: [UInt8]) -> String? {
    let start = bytes.prefix(256).prefix { $0 != UInt8(ascii: ">") }
    let line = String(decoding: start, as: UTF8.self)
    guard line.hasPrefix("<?xml"), let equals = line.split(separator: "encoding").dropFirst().first
    else { return nil }
    let value = equals.drop { $0 == " " || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let name = value.dropFirst().prefix { $0 != quote }
    return isName(name) ? String(name) : nil
  }

  private static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.count <= 40
      && name.utf8.allSatisfy { byte in
        byte.isASCIILetter || (0x30...0x39).contains(byte) || "-_.:".utf8.contains(byte)
      }
  }

  /// Encodings that are read as a larger one, as in browsers.
  private static let supersets = [
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932",
    "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949", "ks_c_5601-1987": "cp949",
  ]

  /// The bytes in UTF-8; invalid ones become U+FFFD. nil if the system does not know the encoding.
  static func recoded(_ bytes: [UInt8], from name: String) -> [UInt8]? {
    guard isName(name), let converter = converter(from: name) else { return nil }
    defer { iconv_close(converter) }
    let width = unitWidth(of: name)
    let replacement = Array("\u{fffd}".utf8)
    var input = bytes.map { CChar(bitPattern: $0) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    var piece = [CChar](repeating: 0, count: min(max(64, 4 * bytes.count), 1 << 16))
    input.withUnsafeMutableBufferPointer { input in
      var (start, left) = (input.baseAddress, input.count)
      while true {
        let (before, isEnd) = (left, left == 0)
        let (written, problem) = piece.withUnsafeMutableBufferPointer { piece in
          var (end, room) = (piece.baseAddress, piece.count)
          // At the end what is held back is written: some encodings wait for a second letter.
          let result =
            isEnd
            ? iconv(converter, nil, nil, &end, &room)
            : iconv(converter, &start, &left, &end, &room)
          return (piece.count - room, result == -1 ? errno : 0)
        }
        text += piece[..<written].map { UInt8(bitPattern: $0) }
        if isEnd { return }
        // Only what moved goes on; anything else would be asked for again for ever.
        if problem == 0 || problem == E2BIG, left < before || written > 0 { continue }
        text += replacement
        // An incomplete letter at the end is one mistake, however many bytes it has.
        let skipped = problem == EINVAL ? left : min(width, left)
        (start, left) = (start.map { $0 + skipped }, left - skipped)
      }
    }
    return text
  }

  private static func converter(from name: String) -> iconv_t? {
    for name in [supersets[name.lowercased()], name] {
      // A failure is -1, not null.
      if let name, let opened = iconv_open("UTF-8", name), Int(bitPattern: opened) != -1 {
        return opened
      }
    }
    return nil
  }

  /// The bytes skipped at once, so that the rest stays aligned.
  private static func unitWidth(of name: String) -> Int {
    let name = name.lowercased()
    if name.hasPrefix("utf-16") || name.hasPrefix("ucs-2") { return 2 }
    return name.hasPrefix("utf-32") || name.hasPrefix("ucs-4") ? 4 : 1
  }
}
