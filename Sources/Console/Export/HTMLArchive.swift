import FeedDomain
import Groundwork
import Terminal
import UseCases
import Words

/// An archive format of `tweetie export` that makes an HTML page for browsers without scripts,
/// which loads only the pictures beside it. Text by other people is escaped by `HTMLEscaping`, and
/// only `http` and `https` addresses become links.
struct HTMLArchive: ArchiveFormat {
  let wording: Wording
  let now: Timestamp

  func archiveOpeningText(_ account: Account, parts: [ArchivePart]) -> String {
    let title = HTMLEscaping.sanitizedHTML("@\(account.fullHandle)")
    let links = parts.map { "<a href=\"#\($0.rawValue)\">\(escapedText(wording.name(of: $0)))</a>" }
    let exported = escapedText(
      wording.say("Exported on {day}", ["day": wording.localDate(now).isoDay]))
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(HTMLStyleSheet.sheet)
      </style>
      </head>
      <body>
      <header><h1><bdi>\(title)</bdi></h1><p>\(exported)</p>
      <nav>\(links.joined(separator: " "))</nav></header>
      <main>

      """
  }

  func archivePartHeading(of part: ArchivePart) -> String {
    "<section id=\"\(part.rawValue)\"><h2>\(escapedText(wording.name(of: part)))</h2>\n"
  }

  func archivePartEndingText(of part: ArchivePart, count: Int, problem: SafeText?) -> String {
    if let problem {
      let early = escapedText(wording.say("Some of it could not be fetched."))
      return "<p class=\"trouble\">\(early) \(escapedText(problem))</p></section>\n"
    }
    let none = count == 0 ? "<p class=\"count\">\(escapedText(wording.postCountText(0)))</p>" : ""
    return none + "</section>\n"
  }

  var end: String { "</main>\n</body>\n</html>\n" }

  func archivedPostText(
    of post: Post, in part: ArchivePart, tags: [BookmarkTag], files: [Photo.ID: String]
  ) -> String {
    let content = post.content
    let photos = content.photos.map { figureHTML($0, file: files[$0.id]) }.joined()
    let isCovered = content.warning == nil && content.photos.contains(where: \.isSensitive)
    let shown = isCovered ? detailsElementHTML(wording.say("Sensitive pictures"), photos) : photos
    let body =
      richTextHTML(content.text, language: content.language) + shown + attachmentsHTML(of: content)
    let folded = content.warning.map { detailsElementHTML(SafeText(sanitizing: $0), body) } ?? body
    return "<article>\n" + postHeaderHTML(of: post) + folded + "\n" + postFooterHTML(of: post, tags)
      + "</article>\n"
  }

  /// The security policy of an archive's HTML page: only pictures from the page's own folder are
  /// loaded, and nothing is sent.
  private static let policy =
    "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; "
    + "base-uri 'none'; form-action 'none'"

  private func escapedText(_ text: SafeText) -> String { HTMLEscaping.sanitizedHTML(text.string) }

  private func postHeaderHTML(of post: Post) -> String {
    let time = HTMLEscaping.sanitizedHTML(wording.dateAndTimeText(post.createdAt).string)
    let machine = post.createdAt.isoText.map { " datetime=\"\($0)\"" } ?? ""
    let moment = HTMLEscaping.linkHTML(to: post.url, "<time\(machine)>\(time)</time>")
    let reply = post.reply.map { reply in
      "<p class=\"reply\">\(escapedText(wording.replyingText(to: reply.handle)))</p>\n"
    }
    return "<header><b><bdi>\(HTMLEscaping.sanitizedHTML(post.author.name))</bdi></b> "
      + "<bdi>@\(HTMLEscaping.sanitizedHTML(post.author.handle))</bdi> \(moment)</header>\n"
      + (reply ?? "")
  }

  private func postFooterHTML(of post: Post, _ tags: [BookmarkTag]) -> String {
    let names = tags.map(\.name).joined(separator: ", ")
    let tagText = tags.isEmpty ? nil : wording.say("Tags: {tags}", ["tags": names])
    let counts = [
      tagText,
      post.counts.replies.map { wording.replyCountText($0) },
      post.counts.boosts.map { wording.boostCountText($0, own: false) },
      post.counts.likes.map { wording.likeCountText($0, own: false) },
    ].compactMap { $0.map(escapedText) }
    return counts.isEmpty ? "" : "<footer>\(counts.joined(separator: " · "))</footer>\n"
  }

  private func richTextHTML(_ text: RichText, language: String?) -> String {
    guard !text.plain.isEmpty else { return "" }
    let runs = wording.textWithTranslatedLabels(text).runs.map { run -> String in
      let words = HTMLEscaping.sanitizedHTML(run.withWholeAddress)
      return switch run.kind {
      // A remote picture would be loaded: the emoji's name stands for it.
      case .plain, .emoji, .cellSeparator, .label: words
      case .link(let address): HTMLEscaping.linkHTML(to: address, words)
      case .mention, .tag: "<span class=\"name\">\(words)</span>"
      case .emphasis: "<em>\(words)</em>"
      case .heading: "<strong>\(words)</strong>"
      case .code, .codeBlock: "<code>\(words)</code>"
      }
    }
    let tag = language.flatMap { LanguageTagNormalizer.normalizedLanguageTag($0) }.map {
      " lang=\"\(HTMLEscaping.sanitizedHTML($0))\""
    }
    return "<p class=\"text\" dir=\"auto\"\(tag ?? "")>\(runs.joined())</p>\n"
  }

  private func figureHTML(_ photo: Photo, file: String?) -> String {
    let words = HTMLEscaping.sanitizedHTML(photo.altText)
    let caption = words.isEmpty ? "" : "<figcaption dir=\"auto\">\(words)</figcaption>"
    guard let file else {
      let name =
        photo.altText.isEmpty
        ? self.escapedText(wording.say("[picture without description]")) : words
      let link = HTMLEscaping.linkHTML(to: photo.url, name)
      return "<p class=\"picture\" dir=\"auto\">▣ \(link)</p>\n"
    }
    let size =
      photo.size.width > 1 && photo.size.height > 1
      ? " width=\"\(photo.size.width)\" height=\"\(photo.size.height)\"" : ""
    let image =
      "<img src=\"\(HTMLEscaping.percentEncodedRelativeAddress(file))\" alt=\"\(words)\"\(size) loading=\"lazy\">"
    // The picture beside a video is its poster.
    let shown = photo.kind == .still ? image : HTMLEscaping.linkHTML(to: photo.url, image)
    return "<figure>\(shown)\(caption)</figure>\n"
  }

  private func attachmentsHTML(of content: Post.PostContent) -> String {
    let poll = content.poll.map { poll in
      let options = poll.options.map { option in
        let votes = option.votes.map { " <span>\($0)</span>" } ?? ""
        return "<li dir=\"auto\">\(HTMLEscaping.sanitizedHTML(option.title))\(votes)</li>"
      }
      return "<ul>\(options.joined())</ul>\n"
    }
    let card = content.card.map { card in
      let title = HTMLEscaping.sanitizedHTML(card.title.isEmpty ? card.url : card.title)
      let summary = card.summary.isEmpty ? "" : "<br>\(HTMLEscaping.sanitizedHTML(card.summary))"
      return
        "<p class=\"card\" dir=\"auto\">\(HTMLEscaping.linkHTML(to: card.url, title))\(summary)</p>\n"
    }
    let quote = content.quote.map { quote -> String in
      let words = quote.unavailableReason.map { self.escapedText(wording.missingQuoteText($0)) }
      let said = richTextHTML(quote.text, language: nil)
      let shown = quote.warning.map { detailsElementHTML(SafeText(sanitizing: $0), said) } ?? said
      return "<blockquote>"
        + (words ?? "<p><bdi>@\(HTMLEscaping.sanitizedHTML(quote.handle))</bdi></p>\n\(shown)")
        + "</blockquote>\n"
    }
    return [poll, card, quote].compactMap(\.self).joined()
  }

  private func detailsElementHTML(_ summary: SafeText, _ inside: String) -> String {
    "<details><summary dir=\"auto\">\(escapedText(summary))</summary>\n\(inside)</details>\n"
  }
}

/// A namespace for escaping text from strangers for an HTML page.
enum HTMLEscaping {
  /// Escapes a text for use between HTML tags or inside an attribute's quotes, and removes
  /// unprintable characters except line ends.
  static func sanitizedHTML(_ text: String) -> String {
    SafeText.sanitizedLines(of: text).map { escapedText($0.string) }.joined(separator: "\n")
  }

  /// Returns an HTML link to an address around an HTML text; only the text if the address is not
  /// one of the web.
  static func linkHTML(to address: String?, _ inside: String) -> String {
    guard let link = address.flatMap({ SafeWebLink($0) }) else { return inside }
    return
      "<a href=\"\(escapedText(link.address))\" rel=\"noopener noreferrer nofollow\">\(inside)</a>"
  }

  static func percentEncodedRelativeAddress(_ path: String) -> String {
    path.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "/"):
        String(Unicode.Scalar(byte))
      default: "%" + MailTextEncoder.hexDigits(byte)
      }
    }.joined()
  }

  private static func escapedText(_ text: String) -> String {
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

/// A namespace for the style sheet of an archive's HTML page, for light and dark screens.
enum HTMLStyleSheet {
  static let sheet = """
    :root { color-scheme: light dark; --ground: #fbfaf7; --paper: #fff; --ink: #22252b;
      --faint: #6a6f7a; --line: #e3e0d8; --accent: #0a62b0; --trouble: #a3361f; }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #15171c; --paper: #1d2027; --ink: #e4e4e0; --faint: #9a9fab;
        --line: #31353f; --accent: #7db8f0; --trouble: #f0977f; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 42rem; padding: 1.5rem 1rem 4rem; background: var(--ground);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    a { color: var(--accent); text-underline-offset: .15em; }
    h1 { margin: 0; font-size: 1.6rem; }
    h2 { margin: 2.5rem 0 1rem; font-size: 1.2rem; }
    body > header > p { margin: .2rem 0 .8rem; }
    nav a { margin-inline-end: 1rem; }
    article { margin: 0 0 1rem; padding: 1rem; background: var(--paper);
      border: 1px solid var(--line); border-radius: .6rem; }
    article > header, footer, figcaption, .reply, .count, body > header > p { color: var(--faint); }
    article > header b { color: var(--ink); }
    article > header a { float: inline-end; color: inherit; text-decoration: none; }
    article > header a:hover { text-decoration: underline; }
    p { margin: .5rem 0; }
    .text { white-space: pre-wrap; }
    .name { color: var(--accent); }
    .trouble { color: var(--trouble); }
    code { font: .9em ui-monospace, monospace; }
    figure { margin: .75rem 0; }
    img { display: block; max-width: 100%; height: auto; border-radius: .4rem; }
    figcaption, footer, .reply { font-size: .875rem; }
    summary { cursor: pointer; font-weight: 600; }
    blockquote, .card { margin: .75rem 0; padding: .5rem .9rem; border: 1px solid var(--line);
      border-radius: .4rem; }
    ul { margin: .5rem 0; padding-inline-start: 1.2rem; }
    li span { color: var(--faint); }
    @media print { body { max-width: none; } article { break-inside: avoid; } }
    """
}
