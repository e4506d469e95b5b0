internal import Glibc

/// A namespace for converting documents in any character encoding to UTF-8. The encoding is
/// recognised by the byte order mark, then by a declaration, then by the bytes.
enum CharacterDecoding {
  /// Converts a document to UTF-8, with blanks for control characters. `charset`, the encoding that
  /// the reply's header names, is preferred to the document's own declaration, unless the bytes do
  /// not fit it. If `detectsJapanese`, a document whose encoding nothing names is recognised as
  /// Shift_JIS or EUC-JP by its bytes; web feeds are then in windows-1252.
  static func utf8Bytes(
    _ bytes: [UInt8], charset: String? = nil, detectsJapanese: Bool = false
  ) -> [UInt8] {
    replacingControls(decodedBytes(bytes, charset: charset, detectsJapanese))
  }

  private static func decodedBytes(
    _ bytes: [UInt8], charset: String?, _ detectsJapanese: Bool
  ) -> [UInt8] {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      let bytes = Array(bytes.dropFirst(3))
      return repairedUTF8(bytes, UTF8ValidityCounts(of: bytes))
    }
    if let (mark, name) = marks.first(where: { bytes.starts(with: $0.bytes) }) {
      return recodedBytes(Array(bytes.dropFirst(mark.count)), from: name) ?? bytes
    }
    if let name = wideEncodingName(of: bytes) { return recodedBytes(bytes, from: name) ?? bytes }
    if bytes.starts(with: ebcdicDeclaration) { return decodedEBCDIC(bytes) }
    return decodedByDeclaredOrGuessedEncoding(bytes, charset, detectsJapanese)
  }

  private static let marks: [(bytes: [UInt8], name: String)] = [
    ([0xff, 0xfe, 0, 0], "UTF-32LE"), ([0, 0, 0xfe, 0xff], "UTF-32BE"), ([0xff, 0xfe], "UTF-16LE"),
    ([0xfe, 0xff], "UTF-16BE"),
  ]

  /// Returns the encoding of a document without a byte order mark whose first character, "<" or
  /// "{", takes two or four bytes; nil if the character takes one byte.
  private static func wideEncodingName(of bytes: [UInt8]) -> String? {
    guard bytes.count >= 4 else { return nil }
    let start = bytes.prefix(4).map { $0 == 0 }
    switch start {
    case [true, true, true, false]: return "UTF-32BE"
    case [false, true, true, true]: return "UTF-32LE"
    case [true, false, true, false]: return "UTF-16BE"
    case [false, true, false, true]: return "UTF-16LE"
    default: return nil
    }
  }

  /// The beginning of an XML declaration, "<?xm", in the encoding EBCDIC.
  private static let ebcdicDeclaration: [UInt8] = [0x4c, 0x6f, 0xa7, 0x94]

  private static func decodedEBCDIC(_ bytes: [UInt8]) -> [UInt8] {
    let usual = recodedBytes(bytes, from: "IBM037") ?? bytes
    return encodingNameInXMLDeclaration(in: usual).flatMap { recodedBytes(bytes, from: $0) }
      ?? usual
  }

  private static func decodedByDeclaredOrGuessedEncoding(
    _ bytes: [UInt8], _ charset: String?, _ detectsJapanese: Bool
  ) -> [UInt8] {
    let isUTF8 = isValidUTF8(bytes)
    let damage = isUTF8 ? UTF8ValidityCounts() : UTF8ValidityCounts(of: bytes)
    var damaged: [UInt8]?
    let labels = [(charset, true), (encodingNameInXMLDeclaration(in: bytes), false)]
    if let name = escapeSequenceEncodingName(of: bytes, labels: labels.map(\.0)),
      let text = recodedBytes(bytes, from: name), !text.holdsReplacement
    {
      return text
    }
    let encodings = labels.map { $0.0.flatMap { CharacterEncoding(label: $0) } }
    let declaresUTF8 = encodings.contains { $0?.isUTF8 == true }
    for (encoding, isOfServer) in zip(encodings, labels.map(\.1)) {
      guard let encoding else { continue }
      if encoding.isUTF8 {
        if isUTF8 { return bytes }
        // This label is wrong, but the next one may be right.
        let hasOther = encodings.contains { $0.map { !$0.isUTF8 && !$0.isWestEuropean } == true }
        guard damage.isMostlyInvalid || hasOther && damage.isFrequent else {
          return repairedUTF8(bytes, damage)
        }
        continue
      }
      // In a document that declares UTF-8, a few invalid bytes are mistakes.
      if encoding.isSingleByte, damage.isRare, declaresUTF8 {
        return repairedUTF8(bytes, damage)
      }
      // Servers often name one encoding for all documents, and programs the West European one;
      // letters of another encoding hardly ever form valid UTF-8.
      if isOfServer ? encoding.isSingleByte : encoding.isWestEuropean, isUTF8,
        bytes.contains(where: { $0 >= 0x80 })
      {
        return bytes
      }
      guard let text = recodedBytes(bytes, from: encoding.name) else { continue }
      if !text.holdsReplacement { return text }
      damaged = damaged ?? text
    }
    if isUTF8 { return bytes }
    // With more replacement characters than letters, the label names the wrong encoding.
    if let damaged, damage.isMostlyInvalid || !declaresUTF8, !damaged.isMostlyReplacements {
      return damaged
    }
    guard damage.isMostlyInvalid else { return repairedUTF8(bytes, damage) }
    if detectsJapanese, let name = JapaneseEncodingDetector.encodingName(of: bytes),
      let text = recodedBytes(bytes, from: name)
    {
      return text
    }
    return decodedWindows1252(bytes)
  }

  /// Returns the name of the encoding ISO 2022 of a document with escape sequences for East Asian
  /// characters, which no other encoding has: the one that a label names, otherwise by the first
  /// sequence. nil for other documents.
  private static func escapeSequenceEncodingName(
    of bytes: [UInt8], labels: [String?]
  ) -> String? {
    guard
      let start = bytes.indices.first(where: {
        bytes[$0] == 0x1b && bytes[$0...].starts(with: escapeSequenceStart)
      })
    else { return nil }
    let names = labels.compactMap { $0.flatMap { CharacterEncoding(label: $0)?.name } }
    return names.first { $0.hasPrefix("ISO-2022") }
      ?? (bytes[start...].starts(with: koreanEscapeSequence) ? "ISO-2022-KR" : "ISO-2022-JP-3")
  }

  private static let escapeSequenceStart: [UInt8] = [0x1b, UInt8(ascii: "$")]
  private static let koreanEscapeSequence = escapeSequenceStart + ")C".utf8

  /// Returns the name of the encoding that an XML document declares; nil if it declares none.
  private static func encodingNameInXMLDeclaration(in bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self)
    guard let opening = start.firstRangeIgnoringCase(of: "<?xml") else { return nil }
    let line = String(start[opening.upperBound...].prefix { $0 != ">" })
    guard let name = line.firstRangeIgnoringCase(of: "encoding") else { return nil }
    let value = line[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }

  /// Returns an XML document in UTF-8 with blanks in place of its declared encoding, if the name is
  /// a known one that XML does not allow, such as "866"; otherwise returns the document unchanged.
  static func blankingKnownEncodingName(in bytes: [UInt8]) -> [UInt8] {
    let start = bytes.prefix { $0.isHTMLBlank }.count
    guard bytes[start...].starts(with: "<?xml".utf8),
      let end = bytes[start...].prefix(1024).firstIndex(of: UInt8(ascii: ">")),
      let label = encodingNameInXMLDeclaration(in: bytes), CharacterEncoding(label: label) != nil,
      !isXMLEncodingName(label)
    else { return bytes }
    let declaration = bytes[start..<end]
    guard
      let name = declaration.indices.first(where: {
        declaration[$0...].starts(with: "encoding".utf8)
      }),
      let quote = declaration[name...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let close = declaration[(quote + 1)...].firstIndex(of: declaration[quote])
    else { return bytes }
    var text = bytes
    for place in name...close { text[place] = UInt8(ascii: " ") }
    return text
  }

  /// Returns true if the name of an encoding has the form that XML demands: a letter, then letters,
  /// digits, ".", "_" and "-".
  private static func isXMLEncodingName(_ label: String) -> Bool {
    label.utf8.first?.isASCIILetter == true
      && label.utf8.allSatisfy {
        $0.isASCIILetter || (0x30...0x39).contains($0) || "-_.".utf8.contains($0)
      }
  }

  // MARK: UTF-8

  /// Returns the length in bytes of the valid UTF-8 sequence at a position; 0 if it is invalid.
  private static func utf8SequenceLength(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> Int {
    func isContinuationByte(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
      place + offset < bytes.count && range.contains(bytes[place + offset])
    }
    switch bytes[place] {
    case 0..<0x80: return 1
    case 0xc2...0xdf: return isContinuationByte(1) ? 2 : 0
    case 0xe0: return isContinuationByte(1, 0xa0...0xbf) && isContinuationByte(2) ? 3 : 0
    case 0xed: return isContinuationByte(1, 0x80...0x9f) && isContinuationByte(2) ? 3 : 0
    case 0xe1...0xef: return isContinuationByte(1) && isContinuationByte(2) ? 3 : 0
    case 0xf0:
      return isContinuationByte(1, 0x90...0xbf) && isContinuationByte(2) && isContinuationByte(3)
        ? 4 : 0
    case 0xf1...0xf3:
      return isContinuationByte(1) && isContinuationByte(2) && isContinuationByte(3) ? 4 : 0
    case 0xf4:
      return isContinuationByte(1, 0x80...0x8f) && isContinuationByte(2) && isContinuationByte(3)
        ? 4 : 0
    default: return 0
    }
  }

  static func isValidUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place < bytes.count {
        let length = utf8SequenceLength(bytes, place)
        guard length > 0 else { return false }
        place += length
      }
      return true
    }
  }

  /// Returns true if the bytes are valid UTF-8 without control characters.
  static func isUTF8WithoutControlCharacters(_ bytes: [UInt8]) -> Bool {
    isValidUTF8(bytes) && replacingControls(bytes) == bytes
  }

  /// Returns the length in bytes of a UTF-8 sequence that begins at a position but is cut off
  /// before its end; 1 for a byte that begins no sequence.
  private static func truncatedUTF8SequenceLength(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> Int {
    let byte = bytes[place]
    guard (0xe0...0xf4).contains(byte), place + 1 < bytes.count else { return 1 }
    let second: ClosedRange<UInt8> =
      switch byte {
      case 0xe0: 0xa0...0xbf
      case 0xed: 0x80...0x9f
      case 0xf0: 0x90...0xbf
      case 0xf4: 0x80...0x8f
      default: 0x80...0xbf
      }
    guard second.contains(bytes[place + 1]) else { return 1 }
    let hasThird =
      byte >= 0xf0 && place + 2 < bytes.count && (0x80...0xbf).contains(bytes[place + 2])
    return hasThird ? 3 : 2
  }

  /// A pair of counts of the bytes beyond ASCII in a document: of those that form valid UTF-8, and
  /// of those that do not. A character that is cut off at the end of the document counts as
  /// neither.
  private struct UTF8ValidityCounts {
    var valid = 0
    var invalid = 0

    init() {}

    init(of bytes: [UInt8]) {
      bytes.withUnsafeBufferPointer { bytes in
        var place = 0
        while place < bytes.count {
          let length = utf8SequenceLength(bytes, place)
          if length > 1 {
            valid += length
          } else if length == 0 {
            let cut = truncatedUTF8SequenceLength(bytes, place)
            guard cut == 1 || place + cut < bytes.count || place == 0 else { return }
            invalid += 1
          }
          place += max(length, 1)
        }
      }
    }

    /// True if most of the document's bytes beyond ASCII are invalid, so that the document is not
    /// UTF-8, whatever its label says: letters of another encoding form a valid sequence only by
    /// chance.
    var isMostlyInvalid: Bool { invalid > valid }

    /// True if a quarter or more of the document's bytes beyond ASCII are invalid, so that the
    /// document is in the other encoding that a label names, if its bytes fit there.
    var isFrequent: Bool { invalid * 3 >= valid }

    /// True if few of the document's bytes beyond ASCII are invalid, so that the document is UTF-8
    /// with mistakes, such as a character that was cut in two with the text around it.
    var isRare: Bool { invalid * 10 < valid }
  }

  private static func decodedWindows1252(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes { appendWindows1252Character(byte, to: &text) }
    return text
  }

  private static func appendWindows1252Character(_ byte: UInt8, to text: inout [UInt8]) {
    guard byte >= 0x80 else { return text.append(byte) }
    let scalar = HTMLEntityDecoder.windows1252Character(byte)
    text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  /// Converts bytes that are mostly UTF-8. The beginning of a character that was cut off becomes
  /// U+FFFD; other invalid bytes are decoded as windows-1252, since documents often mix the two.
  private static func repairedUTF8(_ bytes: [UInt8], _ damage: UTF8ValidityCounts) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place < bytes.count {
        let length = utf8SequenceLength(bytes, place)
        if length > 0 {
          text += bytes[place..<place + length]
          place += length
          continue
        }
        let cut = truncatedUTF8SequenceLength(bytes, place)
        // Alone, the first byte of a character is also a letter of windows-1252.
        if cut > 1 || damage.isRare && bytes[place] >= 0xc2 && bytes[place] <= 0xf4 {
          text += UTF8.encodedReplacementCharacter
        } else {
          appendWindows1252Character(bytes[place], to: &text)
        }
        place += cut
      }
    }
    return text
  }

  /// Returns the UTF-8 text with blanks for control characters, and U+FFFD for noncharacters.
  private static func replacingControls(_ bytes: [UInt8]) -> [UInt8] {
    func isControlByte(_ byte: UInt8) -> Bool {
      byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d
    }
    guard bytes.contains(where: { isControlByte($0) || $0 == 0xef }) else { return bytes }
    var text = bytes
    for place in text.indices {
      if isControlByte(text[place]) {
        text[place] = 0x20
      } else if text[place] == 0xef, place + 2 < text.count, text[place + 1] == 0xbf,
        text[place + 2] > 0xbd
      {
        text[place + 2] = 0xbd
      }
    }
    return text
  }

  /// Returns the UTF-8 text with two frequent mistakes of encoding repaired: windows-1252 taken for
  /// ISO 8859-1, and UTF-8 encoded twice.
  static func textWithRepairedEncoding(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 == 0xc2 || $0 == 0xc3 }) else { return text }
    // Characters up to U+00FF have two bytes at most, which begin with C2 or C3.
    if !text.contains(where: { $0 > 0xc3 }) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count)
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      }
      if isValidUTF8(bytes) { return bytes }
    }
    guard text.indices.contains(where: { isC1ControlCharacter(in: text, at: $0) }) else {
      return text
    }
    var mended: [UInt8] = []
    mended.reserveCapacity(text.count + 16)
    var place = 0
    while place < text.count {
      if isC1ControlCharacter(in: text, at: place) {
        let scalar = HTMLEntityDecoder.windows1252Character(text[place + 1])
        mended += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        place += 2
      } else {
        mended.append(text[place])
        place += 1
      }
    }
    return mended
  }

  private static func isC1ControlCharacter(in text: [UInt8], at place: Int) -> Bool {
    text[place] == 0xc2 && place + 1 < text.count && (0x80...0x9f).contains(text[place + 1])
  }

  // MARK: Other encodings

  /// A character encoding by its name for iconv. The names in documents are looked up in a table
  /// after the WHATWG's standard; a name that is not in the table is kept in capitals.
  struct CharacterEncoding: Equatable {
    /// The name of a character encoding for the system's function iconv.
    let name: String

    /// Creates a character encoding from its name in a document, in any case and with any
    /// separators. Nil for an invalid name, and for names that say nothing, such as ASCII, or
    /// UTF-16, which the bytes show.
    init?(label: String) {
      let label = label.trimmingBlanks.lowercased()
      guard !label.isEmpty, label.utf8.count <= 40,
        label.utf8.allSatisfy({
          $0.isASCIILetter || (0x30...0x39).contains($0) || "-_.:".utf8.contains($0)
        })
      else { return nil }
      let key = Self.comparableEncodingName(label)
      let name = Self.names[key] ?? Self.codePageName(key) ?? label.uppercased()
      guard !name.isEmpty else { return nil }
      self.name = name
    }

    var isUTF8: Bool { name == "UTF-8" }

    /// True if each byte of this character encoding is a letter or sign, so that no sequence of
    /// bytes is invalid.
    var isSingleByte: Bool {
      ["CP125", "ISO-8859", "KOI8", "CP874", "IBM", "MAC"].contains { name.hasPrefix($0) }
    }

    /// True if this character encoding is one of West European languages, which programs name by
    /// default.
    var isWestEuropean: Bool { ["CP1252", "ISO-8859-1", "ISO-8859-15"].contains(name) }

    private static func comparableEncodingName(_ label: String) -> String {
      label.filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the name for iconv of the code page that a name such as "xcp1251", "windows1251" or
    /// "850" means; nil for other names.
    private static func codePageName(_ key: String) -> String? {
      for start in ["windows", "xcp", "cp", ""] where key.hasPrefix(start) {
        let number = key.dropFirst(start.count)
        let isOfWindows = number.count == 4 && number.hasPrefix("125") && number.last != "9"
        if isOfWindows || start.isEmpty && (3...4).contains(number.count) && Int(number) != nil {
          return "CP\(number)"
        }
      }
      return nil
    }

    private static let names: [String: String] = {
      var names: [String: String] = [:]
      for line in table.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        for label in words.dropFirst() {
          names[comparableEncodingName(label)] = words[0] == "-" ? "" : words[0]
        }
      }
      return names
    }()

    /// The table of character encodings: in each line the name for iconv, and the names in
    /// documents without separators; "-" in the first place for names that are ignored.
    private static let table = """
      UTF-8 utf-8 u8 utf unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8
      - us-ascii ascii 646 ansi_x3.4-1968 iso-ir-6 iso646-us us utf-16 u16 unicode ucs-2 utf-32 u32
      - iso-10646-ucs-2 csunicode unicodefeff unicodefffe utf-16le utf-16be ucs-4 iso-10646-ucs-4
      - csucs4
      CP1252 iso-8859-1 iso-8859-1:1987 latin1 latin l1 8859 cp819 ibm819 csisolatin1 iso-ir-100
      CP1252 windows-1252 ansi
      CP1254 iso-8859-9 iso-8859-9:1989 latin5 l5 csisolatin5 iso-ir-148
      CP874 tis-620 tis-620-0 tis-620-2529-0 tis-620-2529-1 iso-8859-11 iso-8859-11:2001 thai
      CP874 iso-ir-166 dos-874 windows-874
      GB18030 gb2312 gb2312-80 gb2312-1980 euc-cn euc-gb2312-cn gbk x-gbk chinese csgb2312 iso-ir-58
      GB18030 csiso58gb231280 gb18030 gb18030-2000 cp936 936 ms936 x-mac-simp-chinese
      BIG5-HKSCS big5 big5-hkscs hkscs big5-tw cn-big5 x-x-big5 csbig5 x-mac-trad-chinese
      CP950 cp950 950 ms950
      CP932 shift_jis sjis s-jis x-sjis ms_kanji ms932 windows-31j csshiftjis cp932 932
      CP932 x-mac-japanese
      SHIFT_JISX0213 shift_jisx0213 sjisx0213 s-jisx0213 shift_jis-2004 sjis-2004 s-jis-2004
      EUC-JP euc-jp ujis u-jis x-euc-jp cseucpkdfmtjapanese
      EUC-JISX0213 euc-jisx0213 jisx0213 euc-jis-2004
      ISO-2022-JP iso-2022-jp csiso2022jp
      ISO-2022-JP-2 iso-2022-jp-1 iso-2022-jp-2
      ISO-2022-JP-3 iso-2022-jp-3 iso-2022-jp-2004 iso-2022-jp-ext
      ISO-2022-KR iso-2022-kr csiso2022kr
      CP949 euc-kr ks_c_5601 ks_c_5601-1987 ks_c_5601-1989 ks_x_1001 korean ksc5601 windows-949
      CP949 cseuckr cp949 949 ms949 uhc x-mac-korean csksc56011987 iso-ir-149
      JOHAB johab cp1361 ms1361
      KOI8-R koi8-r koi8 koi cskoi8r
      KOI8-U koi8-u koi8-ru
      ISO-8859-2 iso-8859-2 iso-8859-2:1987 latin2 l2 csisolatin2 iso-ir-101
      ISO-8859-3 iso-8859-3 iso-8859-3:1988 latin3 l3 csisolatin3 iso-ir-109
      ISO-8859-4 iso-8859-4 iso-8859-4:1988 latin4 l4 csisolatin4 iso-ir-110
      ISO-8859-5 iso-8859-5 iso-8859-5:1988 cyrillic csisolatincyrillic iso-ir-144
      ISO-8859-6 iso-8859-6 iso-8859-6:1987 arabic csisolatinarabic iso-ir-127
      ISO-8859-6 iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i ecma-114 asmo-708
      ISO-8859-7 iso-8859-7 iso-8859-7:1987 greek greek8 elot_928 csisolatingreek iso-ir-126
      ISO-8859-7 ecma-118 sun_eu_greek
      ISO-8859-8 iso-8859-8 iso-8859-8:1988 hebrew visual iso-8859-8-i iso-8859-8-e logical
      ISO-8859-8 csisolatinhebrew iso-ir-138 csiso88598e csiso88598i
      ISO-8859-10 iso-8859-10 latin6 l6 csisolatin6 iso-ir-157
      ISO-8859-13 iso-8859-13 latin7 l7
      ISO-8859-14 iso-8859-14 latin8 l8 iso-celtic iso-ir-199
      ISO-8859-15 iso-8859-15 latin9 l9
      ISO-8859-16 iso-8859-16 iso-8859-16:2001 latin10 l10 iso-ir-226
      IBM861 cp-is csibm861
      IBM858 csibm858
      IBM866 cp866 csibm866
      CP1125 cp1125 ibm1125 cp866u ruscii
      HP-ROMAN8 roman8 r8 cp1051 ibm1051 1051
      PT154 ptcp154 csptcp154 cp154 cyrillic-asian
      RK1048 kz-1048 strk1048_2002
      MACINTOSH mac macintosh mac-roman x-mac-roman csmacintosh
      MAC-CENTRALEUROPE mac-latin2 mac-centraleurope mac-centeuro x-mac-ce
      MAC-CYRILLIC mac-cyrillic x-mac-cyrillic x-mac-ukrainian
      MAC-IS mac-iceland x-mac-icelandic
      """
  }

  /// Converts a document from a character encoding to UTF-8; invalid bytes become U+FFFD. nil if
  /// iconv does not know the encoding.
  static func recodedBytes(_ bytes: [UInt8], from name: String) -> [UInt8]? {
    guard let converter = openIconvConverter(from: name) else { return nil }
    defer { iconv_close(converter) }
    let width = codeUnitWidth(of: name)
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
          // At the end iconv writes what it held back, as some encodings wait for a second byte.
          let result =
            isEnd
            ? iconv(converter, nil, nil, &end, &room)
            : iconv(converter, &start, &left, &end, &room)
          return (piece.count - room, result == -1 ? errno : 0)
        }
        text += piece[..<written].map { UInt8(bitPattern: $0) }
        if isEnd { return }
        // Repeated only after progress, since the loop would not end otherwise.
        if problem == 0 || problem == E2BIG, left < before || written > 0 { continue }
        // An incomplete character at the end is one mistake, however many bytes it has.
        var skipped = problem == EINVAL ? left : min(width, left)
        var missing: String?
        if problem != EINVAL,
          let pair = invalidTwoByteCharacterToSkip(at: start, count: left, in: name)
        {
          skipped = 2
          missing = name == hongKongBig5 ? missingBig5Characters[pair] : nil
        }
        text += missing.map { Array($0.utf8) } ?? replacement
        (start, left) = (start.map { $0 + skipped }, left - skipped)
      }
    }
    return text
  }

  private static func openIconvConverter(from name: String) -> iconv_t? {
    let dashed = String(name.map { $0 == "_" ? "-" : $0 })
    let page = name.uppercased().hasPrefix("CP") ? "IBM\(name.dropFirst(2))" : name
    for name in [
      CharacterEncoding(label: name)?.name, name, dashed, CharacterEncoding(label: dashed)?.name,
      page,
    ] {
      // iconv_open returns -1 on failure, not null.
      if let name, let opened = iconv_open("UTF-8", name), Int(bitPattern: opened) != -1 {
        return opened
      }
    }
    return nil
  }

  private static let hongKongBig5 = "BIG5-HKSCS"

  /// The characters of Big5 that glibc's converter for its extension from Hong Kong does not know,
  /// such as the wide slash in dates, by their two bytes.
  private static let missingBig5Characters: [UInt16: String] = [
    0xa15a: "╴", 0xa1c3: "￣", 0xa1c5: "ˍ", 0xa1fe: "／", 0xa240: "＼", 0xa2cc: "十", 0xa2ce: "卅",
  ]

  /// Returns the two bytes of an invalid character in an encoding of East Asia, so that both are
  /// skipped; otherwise the second byte would be taken for the first of the next character. nil in
  /// other encodings, and if the bytes cannot be one character.
  private static func invalidTwoByteCharacterToSkip(
    at start: UnsafeMutablePointer<CChar>?, count: Int, in name: String
  ) -> UInt16? {
    guard let start, count > 1 else { return nil }
    let (first, second) = (UInt8(bitPattern: start[0]), UInt8(bitPattern: start[1]))
    let isFirst: Bool
    if name.hasPrefix("EUC-") {
      isFirst = first == 0x8e || first == 0x8f || (0xa1...0xfe).contains(first)
    } else if name == "CP932" || name.hasPrefix("SHIFT_JIS") {
      isFirst = (0x81...0x9f).contains(first) || (0xe0...0xfc).contains(first)
    } else {
      isFirst =
        [hongKongBig5, "CP950", "GB18030", "CP949"].contains(name) && (0x81...0xfe).contains(first)
    }
    let pair = UInt16(first) << 8 | UInt16(second)
    // Behind an invalid first byte, a character of ASCII stands for itself.
    let isKnown = name == hongKongBig5 && missingBig5Characters[pair] != nil
    return isFirst && (second >= 0x80 || isKnown) ? pair : nil
  }

  /// Returns the number of bytes in the smallest unit of a character encoding (1, 2 or 4), which is
  /// skipped where a character is invalid.
  private static func codeUnitWidth(of name: String) -> Int {
    let name = name.lowercased()
    if name.hasPrefix("utf-16") || name.hasPrefix("ucs-2") { return 2 }
    return name.hasPrefix("utf-32") || name.hasPrefix("ucs-4") ? 4 : 1
  }
}

extension [UInt8] {
  /// True if the UTF-8 text has more than three replacement characters (U+FFFD), and at least as
  /// many as other characters outside of ASCII.
  fileprivate var isMostlyReplacements: Bool {
    var (letters, replacements) = (0, 0)
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars where !scalar.isASCII {
      if scalar == "\u{fffd}" { replacements += 1 } else { letters += 1 }
    }
    return replacements > 3 && replacements >= letters
  }

  fileprivate var holdsReplacement: Bool {
    indices.contains { place in
      self[place] == 0xef && place + 2 < count && self[place + 1] == 0xbf
        && self[place + 2] == 0xbd
    }
  }
}

extension String {
  /// Returns the range of an ASCII word at its first occurrence in this text, ignoring case; nil if
  /// the word does not occur.
  fileprivate func firstRangeIgnoringCase(of word: String) -> Range<Index>? {
    let sought = Array(word.utf8)
    var rest = utf8[...]
    while let start = rest.firstIndex(where: { $0.asciiLowercased == sought[0] }),
      let end = utf8.index(start, offsetBy: sought.count, limitedBy: utf8.endIndex)
    {
      if utf8[start..<end].elementsEqual(sought, by: { $0.asciiLowercased == $1 }) {
        return start..<end
      }
      rest = utf8[utf8.index(after: start)...]
    }
    return nil
  }
}
