import FeedDomain
import Groundwork
import Terminal
import UseCases
import Words

/// An archive format of `tweetie export` that makes mbox files for mail programs: one message for
/// each post, by RFC 5322 and RFC 4155. Lines are short ASCII text that cannot be taken for the
/// beginning of a message.
struct MboxArchive: ArchiveFormat {
  private static let maximumNameLength = 64

  let account: Account
  let wording: Wording
  let now: Timestamp

  func archivedPostText(
    of post: Post, in part: ArchivePart, tags: [BookmarkTag], files: [Photo.ID: String]
  ) -> String {
    let date = MailDate(post.createdAt)
    var head = [
      "From \(mailAddress(of: post.author.handle)) \(date.separator)",
      "From: \(MailTextEncoder.encodedHeader(post.author.name)) <\(mailAddress(of: post.author.handle))>",
      "Date: \(date.header)", "Subject: \(MailTextEncoder.encodedHeader(mailSubject(of: post)))",
      "Message-ID: \(messageID(of: post.id))",
    ]
    if let answered = post.reply?.post {
      head += ["In-Reply-To: \(messageID(of: answered))", "References: \(messageID(of: answered))"]
    }
    if let link = post.url.flatMap({ SafeWebLink($0) }), link.address.utf8.count < 900 {
      head.append("Archived-At: <\(link.address)>")
    }
    if !tags.isEmpty {
      head.append(
        "Keywords: \(tags.map { MailTextEncoder.encodedHeader($0.name) }.joined(separator: ", "))")
    }
    head += [
      "X-Tweetie-Part: \(part.rawValue)", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
    ]
    let body = PostFormatter(wording: wording, now: now, showsFolded: true).contentLines(
      of: post.content)
    let names = post.content.photos.compactMap { files[$0.id] }.map { SafeText(sanitizing: $0) }
    let lines = body + (names.isEmpty ? [] : [""] + names)
    return head.joined(separator: "\n") + "\n\n"
      + lines.map { MailTextEncoder.quotedPrintableLine($0.string) + "\n" }.joined() + "\n"
  }

  private func mailSubject(of post: Post) -> String {
    let words = post.content.cover ?? post.content.text.plain
    let line = SafeText(sanitizing: words).string
    return line.count > 60 ? line.prefix(59) + "…" : line
  }

  /// Returns a mail address made of a person's handle, for an archive; no mail arrives there.
  private func mailAddress(of handle: String) -> String {
    let parts = handle.split(separator: "@", maxSplits: 1)
    let name = Self.sanitizedMailAddressPart(parts.first.map(String.init) ?? "")
    let host = parts.count > 1 ? String(parts[1]) : account.host
    return "\(name.isEmpty ? "somebody" : name)@\(mailDomain(of: host))"
  }

  private func messageID(of post: Post.ID) -> String {
    let bytes = Array(post.rawValue.utf8)
    // Long ids differ at their end rather than at their beginning.
    let text = bytes.suffix(120).map { byte -> String in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.properties.isAlphabetic || (48...57).contains(byte)
      return byte < 0x80 && isPlain ? String(scalar) : "=" + MailTextEncoder.hexDigits(byte)
    }.joined()
    return "<\(text)@\(mailDomain(of: account.host))>"
  }

  /// Returns the domain of mail addresses for a host; if the host is unknown, a domain that no host
  /// will ever have.
  private func mailDomain(of host: String?) -> String {
    let domain = Self.sanitizedMailAddressPart(host ?? "")
    return domain.isEmpty ? "\(account.service.rawValue).invalid" : domain
  }

  /// Returns a text reduced to the characters that a mail address may have: ASCII letters, digits,
  /// hyphens, underscores and single dots.
  private static func sanitizedMailAddressPart(_ text: String) -> String {
    let allowed = text.unicodeScalars.map { scalar -> Character in
      let isAllowed =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || scalar == "-" || scalar == "_"
      return isAllowed ? Character(scalar) : "."
    }
    let parts = String(allowed).split(separator: ".")
    return String(parts.joined(separator: ".").prefix(maximumNameLength)).split(separator: ".")
      .joined(separator: ".")
  }
}

/// A point in time in the date formats of mail, in UTC; times that mail cannot express become a
/// time in 1970.
private struct MailDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private let date: CalendarDateTime
  private let day: String

  init(_ moment: Timestamp) {
    let told = CalendarDateTime(seconds: Int(moment.milliseconds / 1_000))
    date = (1900...9999).contains(told.year) ? told : CalendarDateTime(seconds: 0)
    let days = date.seconds / 86_400 - (date.seconds % 86_400 < 0 ? 1 : 0)
    day = Self.days[(days % 7 + 7) % 7]
  }

  private var month: String { Self.months[date.month - 1] }

  /// The date in the format of a mail's header: "Wed, 04 Mar 2026 12:00:00 +0000".
  var header: String {
    let number = CalendarDateTime.zeroPadded(date.day, 2)
    return "\(day), \(number) \(month) \(date.year) \(date.clockWithSeconds) +0000"
  }

  /// The date in the format of the line between two mails of an mbox file: "Wed Mar  4 12:00:00
  /// 2026".
  var separator: String {
    let number = date.day < 10 ? " \(date.day)" : "\(date.day)"
    return "\(day) \(month) \(number) \(date.clockWithSeconds) \(date.year)"
  }
}

enum MailTextEncoder {
  /// The maximum number of text bytes in an encoded word of a mail header, which may have 75
  /// characters when encoded.
  private static let maximumBytes = 45
  /// The maximum length of a line in a mail's body in characters, including the "=" of a soft line
  /// break.
  private static let maximumColumns = 76

  /// Encodes text for a mail header: unchanged if it is safe, else as encoded words (RFC 2047).
  static func encodedHeader(_ text: String) -> String {
    let line = SafeText(sanitizing: text).string
    let isPlain = line.utf8.allSatisfy { byte in
      byte == UInt8(ascii: " ") || isLetterOrDigit(byte)
    }
    if isPlain, line.utf8.count <= 60, !line.isEmpty { return line }
    var (pieces, piece): ([[UInt8]], [UInt8]) = ([], [])
    for scalar in line.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if piece.count + bytes.count > maximumBytes {
        pieces.append(piece)
        piece = []
      }
      piece += bytes
    }
    return (pieces + [piece]).map { "=?utf-8?B?\(Base64.standardBase64($0))?=" }.joined(
      separator: "\n ")
  }

  /// Encodes a line of a mail's body as quoted-printable (RFC 2045), cut into physical lines by
  /// soft breaks. The first byte of a physical line that would begin with "From " or ">From " is
  /// encoded, since readers of mbox files take such a line for the next message, or remove the ">".
  static func quotedPrintableLine(_ line: String) -> String {
    let bytes = Array(line.utf8)
    var (text, column) = ("", 0)
    for (place, byte) in bytes.enumerated() {
      let isLast = place == bytes.count - 1
      let isBlank = byte == 0x20 || byte == 0x09
      let isPlain = (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast
      var piece = isPlain ? String(Unicode.Scalar(byte)) : "=" + hexDigits(byte)
      if column + piece.utf8.count > maximumColumns - 1 {
        text += "=\n"
        column = 0
      }
      if column == 0, looksLikeMessageStart(bytes[place...]) { piece = "=" + hexDigits(byte) }
      text += piece
      column += piece.utf8.count
    }
    return text
  }

  /// Returns true if readers of mbox files would take a physical line for the beginning of a
  /// message, or for a quoted beginning.
  private static func looksLikeMessageStart(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.prefix(maximumColumns).drop { $0 == UInt8(ascii: ">") }.starts(with: Array("From ".utf8))
  }

  static func hexDigits(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
