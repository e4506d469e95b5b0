internal import FeedDomain

/// Recognises pages of the fediverse by the shapes of their addresses.
enum FediversePage {
  /// Hosts outside the fediverse whose addresses have the same shapes.
  private static let elsewhere: Set = [
    "youtube.com", "m.youtube.com", "medium.com", "tiktok.com", "unsplash.com", "substack.com",
    "odysee.com",
  ]

  /// The kind of page at an address; nil if neither a post's nor a person's.
  static func kind(of place: PageAddress) -> ResolvedLink.Kind? {
    guard !elsewhere.contains(place.host) else { return nil }
    let parts = place.parts
    switch parts.count {
    case 1: return isName(parts[0]) ? .person : nil
    case 2: return pair(parts)
    case 3: return isPost(parts) ? .post : nil
    case 4:
      // Mastodon, as servers name it to each other; GoToSocial too.
      return parts[0] == "users" && parts[2] == "statuses" && parts[3].isPlain() ? .post : nil
    case 5:
      // Mastodon, where people are numbers.
      return parts[0] == "ap" && parts[1] == "users" && parts[3] == "statuses"
        && parts[4].isNumber ? .post : nil
    default: return nil
    }
  }

  /// The handle of a profile page, as "ada@example.org"; nil for other addresses.
  static func handle(of place: PageAddress) -> String? {
    guard kind(of: place) == .person, let last = place.parts.last else { return nil }
    let name = last.first == "@" ? String(last.dropFirst()) : last
    return name.contains("@") ? name : "\(name)@\(place.host)"
  }

  private static func pair(_ parts: [String]) -> ResolvedLink.Kind? {
    let (first, second) = (parts[0], parts[1])
    switch first {
    // Mastodon, Akkoma, Pixelfed.
    case "users": return second.isPlain(and: "_.-") ? .person : nil
    // Akkoma; Misskey.
    case "notice", "notes": return second.count >= 8 && second.isPlain() ? .post : nil
    // Akkoma, as servers name it to each other.
    case "objects": return second.count == 36 && second.isPlain(and: "-") ? .post : nil
    // Mastodon.
    default: return isName(first) && second.count >= 4 && second.isNumber ? .post : nil
    }
  }

  private static func isPost(_ parts: [String]) -> Bool {
    // GoToSocial, Takahē and Threads.
    if isName(parts[0]), ["statuses", "posts", "post"].contains(parts[1]) {
      return parts[2].isPlain(and: "_-")
    }
    // Pixelfed.
    if parts[0] == "p" { return parts[1].isPlain(and: "_.-") && parts[2].isNumber }
    // snac, whose posts are called by the moment at which they were written.
    return parts[1] == "p" && parts[0].isPlain(and: "_") && parts[2].contains(".")
      && parts[2].first?.isNumber == true && parts[2].isPlain(and: ".")
  }

  private static func isName(_ part: String) -> Bool {
    guard part.first == "@" else { return false }
    return ResolvableLink(handle: part) != nil
  }
}
