internal import FeedDomain

/// A namespace for functions that recognise pages of posts and people of the fediverse by the form
/// of their addresses.
enum FediversePageRecognition {
  /// The names of well-known hosts outside the fediverse whose pages have addresses like those of
  /// the fediverse.
  private static let otherSites: Set = [
    "youtube.com", "m.youtube.com", "medium.com", "tiktok.com", "unsplash.com", "substack.com",
    "odysee.com",
  ]

  static func pageKind(of page: PageAddress) -> ResolvedLink.ResolvedLinkKind? {
    guard !otherSites.contains(page.host) else { return nil }
    let parts = page.parts
    switch parts.count {
    case 1: return isHandleWithAtSign(parts[0]) ? .person : nil
    case 2: return kindOfTwoPartPath(ofPair: parts)
    case 3: return isThreePartPostPath(parts) ? .post : nil
    case 4:
      // The ActivityPub ids of Mastodon and GoToSocial.
      return parts[0] == "users" && parts[2] == "statuses" && parts[3].containsOnlyAlphanumerics()
        ? .post : nil
    case 5:
      // The ActivityPub ids of Mastodon with numbers for people.
      return parts[0] == "ap" && parts[1] == "users" && parts[3] == "statuses"
        && parts[4].isNumber ? .post : nil
    default: return nil
    }
  }

  /// Returns the handle of the fediverse person whose profile page is at an address, such as
  /// "ada@example.org"; nil for other pages.
  static func personHandle(of page: PageAddress) -> String? {
    guard pageKind(of: page) == .person, let last = page.parts.last else { return nil }
    let name = last.first == "@" ? String(last.dropFirst()) : last
    return name.contains("@") ? name : "\(name)@\(page.host)"
  }

  private static func kindOfTwoPartPath(ofPair parts: [String]) -> ResolvedLink.ResolvedLinkKind? {
    let (first, second) = (parts[0], parts[1])
    switch first {
    // Mastodon, Akkoma, Pixelfed.
    case "users": return second.containsOnlyAlphanumerics(or: "_.-") ? .person : nil
    // Akkoma; Misskey.
    case "notice", "notes":
      return second.count >= 8 && second.containsOnlyAlphanumerics() ? .post : nil
    // The ActivityPub ids of Akkoma; Friendica; Mitra.
    case "objects", "display", "post":
      return second.count == 36 && second.containsOnlyAlphanumerics(or: "-") ? .post : nil
    // Mastodon.
    default: return isHandleWithAtSign(first) && second.count >= 4 && second.isNumber ? .post : nil
    }
  }

  private static func isThreePartPostPath(_ parts: [String]) -> Bool {
    // GoToSocial, Takahē and Threads.
    if isHandleWithAtSign(parts[0]), ["statuses", "posts", "post"].contains(parts[1]) {
      return parts[2].containsOnlyAlphanumerics(or: "_-")
    }
    // Pixelfed.
    if parts[0] == "p" { return parts[1].containsOnlyAlphanumerics(or: "_.-") && parts[2].isNumber }
    // snac, whose post ids are timestamps.
    return parts[1] == "p" && parts[0].containsOnlyAlphanumerics(or: "_") && parts[2].contains(".")
      && parts[2].first?.isNumber == true && parts[2].containsOnlyAlphanumerics(or: ".")
  }

  private static func isHandleWithAtSign(_ part: String) -> Bool {
    guard part.first == "@" else { return false }
    return ResolvableLink(handle: part) != nil
  }
}
