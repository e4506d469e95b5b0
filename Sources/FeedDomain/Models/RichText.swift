/// Text with its links, tags and mentions told apart.
public struct RichText: Hashable, Sendable {
  /// A stretch of text of one kind.
  public struct Run: Hashable, Sendable {
    /// What a stretch of text is.
    public enum Kind: Hashable, Sendable {
      /// Words.
      case plain
      /// A link to that address.
      case link(String)
      /// Somebody's handle.
      case mention(Person.ID)
      /// A tag, without "#".
      case tag(String)
      /// Words that are stressed.
      case emphasis
      /// Words set as code.
      case code
      /// An emoji of a server's own, the picture of which is at that address; its name between colons.
      case emoji(String)
    }

    /// The text, as it came.
    public let text: String
    /// What it is.
    public let kind: Kind

    package init(_ text: String, _ kind: Kind = .plain) {
      (self.text, self.kind) = (text, kind)
    }

    /// The text, but for an address that was cut, which is whole.
    package var withWholeAddress: String {
      guard case .link(let address) = kind, isAddress(text, address) else { return text }
      return address
    }
  }

  /// The stretches, in order.
  public let runs: [Run]

  package init(runs: [Run]) { self.runs = runs }

  package init(_ plain: String) { runs = plain.isEmpty ? [] : [Run(plain)] }

  /// The words alone.
  public var plain: String { runs.reduce(into: "") { $0 += $1.text } }
}

extension RichText {
  /// A link, and the words that lead there.
  public struct Link: Equatable, Sendable {
    /// Where it leads.
    public let address: String
    /// The words, as they stand in `withWholeAddresses`.
    public let text: String
  }

  /// A stretch of words, or a link with all of its runs.
  private enum Part {
    case words(String)
    case link(address: String, text: String)
  }

  /// The words, with an address that was cut in its whole length.
  public var withWholeAddresses: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .link(let address, let words): text += isAddress(words, address) ? address : words
      }
    }
  }

  /// The words for whoever can follow no link: an address stands in its whole length, and behind other
  /// words that are a link, as in "word <https://example.org/>".
  public var withAddresses: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .link(let address, let words):
        text += isAddress(words, address) ? address : "\(words) <\(address)>"
      }
    }
  }

  /// The links, in order.
  public var links: [Link] {
    parts.compactMap { part in
      guard case .link(let address, let words) = part else { return nil }
      return Link(address: address, text: isAddress(words, address) ? address : words)
    }
  }

  /// A link whose words are in several runs, with blanks between them, is one.
  private var parts: [Part] {
    var parts: [Part] = []
    for run in runs {
      guard case .link(let address) = run.kind else {
        parts.append(.words(run.text))
        continue
      }
      if case .link(address, let text)? = parts.last {
        parts[parts.count - 1] = .link(address: address, text: text + run.text)
      } else if parts.count > 1, case .words(let between) = parts[parts.count - 1],
        between.allSatisfy(\.isWhitespace), case .link(address, let text) = parts[parts.count - 2]
      {
        parts.removeLast()
        parts[parts.count - 1] = .link(address: address, text: text + between + run.text)
      } else {
        parts.append(.link(address: address, text: run.text))
      }
    }
    return parts
  }
}

/// Whether words are that address, perhaps without its beginning, and perhaps cut.
private func isAddress(_ words: String, _ address: String) -> Bool {
  let (shown, whole) = (bare(words.filter { !$0.isWhitespace }), bare(address))
  if shown == whole { return true }
  for cut in ["…", "..."] where shown.hasSuffix(cut) {
    let beginning = shown.dropLast(cut.count)
    // A letter or two could be the beginning of any.
    return beginning.count > 3 && whole.hasPrefix(beginning)
  }
  return false
}

/// An address without what every one begins and may end with.
private func bare(_ address: String) -> String {
  var text = Substring(address.lowercased())
  for beginning in ["https://", "http://", "www."] where text.hasPrefix(beginning) {
    text = text.dropFirst(beginning.count)
  }
  return String(text.hasSuffix("/") ? text.dropLast() : text)
}
