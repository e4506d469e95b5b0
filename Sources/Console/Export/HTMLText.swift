import Terminal

/// What strangers wrote, as a page takes it.
enum HTMLText {
  /// A text in which nothing means anything to a browser, between tags or inside of quotes. What is not
  /// printed is left out, but for ends of lines.
  static func text(_ text: String) -> String {
    SafeText.lines(sanitizing: text).map { escaped($0.string) }.joined(separator: "\n")
  }

  /// What is inside as a link, where the address leads to the web; `inside` is HTML.
  static func link(to address: String?, _ inside: String) -> String {
    guard let link = address.flatMap({ Hyperlink($0) }) else { return inside }
    return "<a href=\"\(escaped(link.address))\" rel=\"noopener noreferrer nofollow\">\(inside)</a>"
  }

  /// The path of a file as an address relative to the page.
  static func path(_ path: String) -> String {
    path.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "/"):
        String(Unicode.Scalar(byte))
      default: "%" + MailText.hex(byte)
      }
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
