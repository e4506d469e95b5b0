internal import FeedDomain

extension ByteWriter {
  /// Text with its links, tags and mentions.
  mutating func richText(_ text: RichText) {
    list(text.runs) {
      switch $1.kind {
      case .plain: $0.byte(0)
      case .link(let address):
        $0.byte(1)
        $0.text(address)
      case .mention(let person):
        $0.byte(2)
        $0.text(person.rawValue)
      case .tag(let tag):
        $0.byte(3)
        $0.text(tag)
      case .emphasis: $0.byte(4)
      case .code: $0.byte(5)
      case .emoji(let address):
        $0.byte(6)
        $0.text(address)
      }
      $0.text($1.text)
    }
  }
}

extension ByteReader {
  /// Text with its links, tags and mentions.
  mutating func richText() throws(Unreadable) -> RichText {
    RichText(
      runs: try list { reader throws(Unreadable) in
        let kind = try reader.runKind()
        return RichText.Run(try reader.text(), kind)
      })
  }

  private mutating func runKind() throws(Unreadable) -> RichText.Run.Kind {
    switch try byte() {
    case 0: .plain
    case 1: .link(try text())
    case 2: .mention(Person.ID(try text()))
    case 3: .tag(try text())
    case 4: .emphasis
    case 5: .code
    case 6: .emoji(try text())
    default: throw Unreadable()
    }
  }
}
