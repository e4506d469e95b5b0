/// A decoder of HTML entities such as "&amp;". An entity that results from decoding is not decoded
/// again.
enum HTMLEntityDecoder {
  private static let longestName = 32

  static func decodedText(_ text: String) -> String {
    String(decoding: decodedBytes(Array(text.utf8)[...]), as: UTF8.self)
  }

  /// Decodes the HTML entities in a text. `declared` are the texts of entities that an XML document
  /// declares, by name.
  static func decodedBytes(
    _ bytes: ArraySlice<UInt8>, declared: [String: [UInt8]] = [:]
  ) -> [UInt8] {
    guard var mark = bytes.firstIndex(of: UInt8(ascii: "&")) else { return Array(bytes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var start = bytes.startIndex
    while true {
      text += bytes[start..<mark]
      if let (scalar, end) = entityCharacter(in: bytes, at: mark) {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        start = end
      } else if let (own, end) = declaredEntity(in: bytes, at: mark, declared) {
        text += own
        start = end
      } else {
        text.append(UInt8(ascii: "&"))
        start = mark + 1
      }
      guard let next = bytes[start...].firstIndex(of: UInt8(ascii: "&")) else { break }
      mark = next
    }
    return text + bytes[start...]
  }

  /// Returns the character of the HTML entity that begins with an "&" at an index, and the index
  /// behind the entity; nil if no entity begins there.
  private static func entityCharacter(
    in bytes: ArraySlice<UInt8>, at mark: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let rest = bytes[(mark + 1)...]
    if rest.first == UInt8(ascii: "#") { return numericEntity(in: rest.dropFirst()) }
    let name = rest.prefix(longestName).prefix { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte.asciiLowercased)
    }
    guard let scalar = HTMLEntityNames.characters[String(decoding: name, as: UTF8.self)] else {
      return nil
    }
    let next = name.endIndex < bytes.endIndex ? bytes[name.endIndex] : nil
    if next == UInt8(ascii: ";") { return (scalar, name.endIndex + 1) }
    // As browsers do; "=" follows a parameter of an address, such as "&copy=1", which stays.
    guard next != UInt8(ascii: "="), isEntityWithoutSemicolon(name, scalar) else { return nil }
    return (scalar, name.endIndex)
  }

  /// Returns true if an HTML entity is one of the old ones that browsers decode even without the
  /// final ";".
  private static func isEntityWithoutSemicolon(_ name: ArraySlice<UInt8>, _ scalar: Unicode.Scalar)
    -> Bool
  {
    (0xa0...0xff).contains(scalar.value)
      || ["amp", "lt", "gt", "quot"].contains { name.elementsEqual($0.utf8) }
  }

  private static func declaredEntity(
    in bytes: ArraySlice<UInt8>, at mark: Int, _ declared: [String: [UInt8]]
  ) -> (text: [UInt8], end: Int)? {
    guard !declared.isEmpty else { return nil }
    let name = bytes[(mark + 1)...].prefix(longestName).prefix { $0 > 0x20 && $0 != 0x3b }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
      let text = declared[String(decoding: name, as: UTF8.self)]
    else { return nil }
    return (text, name.endIndex + 1)
  }

  private static func numericEntity(
    in bytes: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    let isHexadecimal = bytes.first?.asciiLowercased == UInt8(ascii: "x")
    let digits = (isHexadecimal ? bytes.dropFirst() : bytes).prefix { byte in
      byte.hexDigitValue.map { isHexadecimal || $0 < 10 } ?? false
    }
    guard !digits.isEmpty else { return nil }
    let radix: UInt32 = isHexadecimal ? 16 : 10
    // The number stays too large for a character, however many digits follow.
    let value = digits.reduce(UInt32(0)) { value, digit in
      min(value * radix + UInt32(digit.hexDigitValue ?? 0), 0x20_0000)
    }
    let hasEnd = digits.endIndex < bytes.endIndex && bytes[digits.endIndex] == UInt8(ascii: ";")
    return (numericEntityCharacter(value), digits.endIndex + (hasEnd ? 1 : 0))
  }

  /// Returns the character of a numeric HTML entity. As in browsers, the numbers 0x80 to 0x9F mean
  /// characters of windows-1252.
  private static func numericEntityCharacter(_ number: UInt32) -> Unicode.Scalar {
    if let byte = UInt8(exactly: number), byte != 0 { return windows1252Character(byte) }
    return number == 0 ? "\u{fffd}" : Unicode.Scalar(number) ?? "\u{fffd}"
  }

  static func windows1252Character(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9f).contains(byte) else { return Unicode.Scalar(byte) }
    return windows[Int(byte) - 0x80]
  }

  private static let windows = Array(
    "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ".unicodeScalars)
}

/// A namespace for the table of HTML entities by name: those of HTML 4, and later ones for
/// characters on keyboards.
enum HTMLEntityNames {
  static let characters: [String: Unicode.Scalar] = {
    let words = table.split { $0 == " " || $0 == "\n" }
    return stride(from: 0, to: words.count - 1, by: 2).reduce(into: [:]) { names, place in
      names[String(words[place])] = UInt32(words[place + 1], radix: 16).flatMap(Unicode.Scalar.init)
    }
  }()

  private static let table = """
    Aacute c1 aacute e1 Acirc c2 acirc e2 acute b4 AElig c6 aelig e6 Agrave c0 agrave e0 \
    alefsym 2135 Alpha 391 alpha 3b1 amp 26 and 2227 ang 2220 apos 27 Aring c5 aring e5 ast 2a \
    asymp 2248 Atilde c3 atilde e3 Auml c4 auml e4 bdquo 201e Beta 392 beta 3b2 brvbar a6 bsol 5c \
    bull 2022 cap 2229 Ccedil c7 ccedil e7 cedil b8 cent a2 check 2713 Chi 3a7 chi 3c7 circ 2c6 \
    clubs 2663 colon 3a comma 2c commat 40 cong 2245 copy a9 crarr 21b5 cross 2717 cup 222a \
    curren a4 Dagger 2021 dagger 2020 dArr 21d3 darr 2193 dash 2010 deg b0 Delta 394 delta 3b4 \
    diams 2666 divide f7 dollar 24 Eacute c9 eacute e9 Ecirc ca ecirc ea Egrave c8 egrave e8 \
    empty 2205 emsp 2003 ensp 2002 Epsilon 395 epsilon 3b5 equals 3d equiv 2261 Eta 397 eta 3b7 \
    ETH d0 eth f0 Euml cb euml eb euro 20ac excl 21 exist 2203 female 2640 fnof 192 forall 2200 \
    frac12 bd frac14 bc frac34 be frasl 2044 Gamma 393 gamma 3b3 ge 2265 grave 60 gt 3e hArr 21d4 \
    harr 2194 Hat 5e hearts 2665 hellip 2026 hyphen 2010 Iacute cd iacute ed Icirc ce icirc ee \
    iexcl a1 Igrave cc igrave ec image 2111 infin 221e int 222b Iota 399 iota 3b9 iquest bf \
    isin 2208 Iuml cf iuml ef Kappa 39a kappa 3ba Lambda 39b lambda 3bb lang 2329 laquo ab \
    lArr 21d0 larr 2190 lbrace 7b lbrack 5b lceil 2308 lcub 7b ldquo 201c le 2264 lfloor 230a \
    lowast 2217 lowbar 5f loz 25ca lpar 28 lrm 200e lsaquo 2039 lsqb 5b lsquo 2018 lt 3c macr af \
    male 2642 mdash 2014 micro b5 middot b7 minus 2212 Mu 39c mu 3bc nabla 2207 nbsp a0 \
    ndash 2013 ne 2260 NewLine a ni 220b NoBreak 2060 not ac notin 2209 nsub 2284 Ntilde d1 \
    ntilde f1 Nu 39d nu 3bd num 23 Oacute d3 oacute f3 Ocirc d4 ocirc f4 OElig 152 oelig 153 \
    Ograve d2 ograve f2 oline 203e Omega 3a9 omega 3c9 Omicron 39f omicron 3bf oplus 2295 or 2228 \
    ordf aa ordm ba Oslash d8 oslash f8 Otilde d5 otilde f5 otimes 2297 Ouml d6 ouml f6 para b6 \
    part 2202 percnt 25 period 2e permil 2030 perp 22a5 Phi 3a6 phi 3c6 phone 260e Pi 3a0 pi 3c0 \
    piv 3d6 plus 2b plusmn b1 pound a3 Prime 2033 prime 2032 prod 220f prop 221d Psi 3a8 psi 3c8 \
    quest 3f quot 22 radic 221a rang 232a raquo bb rArr 21d2 rarr 2192 rbrace 7d rbrack 5d \
    rceil 2309 rcub 7d rdquo 201d real 211c reg ae rfloor 230b Rho 3a1 rho 3c1 rlm 200f rpar 29 \
    rsaquo 203a rsqb 5d rsquo 2019 sbquo 201a Scaron 160 scaron 161 sdot 22c5 sect a7 semi 3b \
    shy ad Sigma 3a3 sigma 3c3 sigmaf 3c2 sim 223c sol 2f spades 2660 star 2606 starf 2605 \
    sub 2282 sube 2286 sum 2211 sup 2283 sup1 b9 sup2 b2 sup3 b3 supe 2287 szlig df Tab 9 Tau 3a4 \
    tau 3c4 there4 2234 Theta 398 theta 3b8 thetasym 3d1 thinsp 2009 THORN de thorn fe tilde 2dc \
    times d7 trade 2122 Uacute da uacute fa uArr 21d1 uarr 2191 Ucirc db ucirc fb Ugrave d9 \
    ugrave f9 uml a8 upsih 3d2 Upsilon 3a5 upsilon 3c5 Uuml dc uuml fc verbar 7c vert 7c \
    weierp 2118 Xi 39e xi 3be Yacute dd yacute fd yen a5 Yuml 178 yuml ff ZeroWidthSpace 200b \
    Zeta 396 zeta 3b6 zwj 200d zwnj 200c
    """
}
