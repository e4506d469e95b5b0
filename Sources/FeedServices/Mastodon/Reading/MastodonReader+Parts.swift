internal import FeedDomain

extension MastodonReader {
  func poll(_ json: JSON) -> Poll? {
    let options = json["options"].array.compactMap { option in
      words(option["title"]).map {
        Poll.Option(title: $0, votes: option["votes_count"].count)
      }
    }
    // An answer is chosen by its place: with one missing, others would be chosen.
    guard !options.isEmpty, options.count == json["options"].array.count else { return nil }
    let chosen = json["own_votes"].array.compactMap(\.int).filter(options.indices.contains)
    let closesAt = json["expires_at"].string.flatMap(ISODate.timestamp)
    // snac says that everything is over.
    let isBelieved = software != .snac || closesAt == nil
    return Poll(
      options: options, closesAt: closesAt, chosen: Set(chosen),
      allowsSeveral: json["multiple"].bool == true,
      voters: json["voters_count"].count, hasVoted: json["voted"].bool == true,
      isClosed: isBelieved && json["expired"].bool == true)
  }

  func card(_ json: JSON, isCovered: Bool) -> Card? {
    guard let url = Self.address(json["url"]) else { return nil }
    let size = PhotoSize(width: json["width"].int ?? 0, height: json["height"].int ?? 0)
    let picture = Self.address(json["image"]).map { address in
      Photo(
        id: Photo.ID(address), renditions: [Photo.Rendition(url: address, size: size)],
        size: size, altText: words(json["image_description"]) ?? "",
        blurhash: json["blurhash"].filledString, isSensitive: isCovered)
    }
    return Card(
      url: url, title: words(json["title"]) ?? url, summary: words(json["description"]) ?? "",
      site: words(json["provider_name"]), picture: picture)
  }

  /// The post shown inside, where each program of the family puts it; Pleroma and Akkoma name also one
  /// that they do not show.
  func quote(in json: JSON) -> Quote? {
    let pleroma = json["pleroma"]
    if let quote = quote(json["quote"]) ?? quote(pleroma["quote"]) { return quote }
    let isShown = json["quote"].isObject || pleroma["quote"].isObject
    guard !isShown, let id = json["quote_id"].id ?? pleroma["quote_id"].id else { return nil }
    return Quote(missing: Post.ID(id), .untold)
  }

  /// The post shown inside: wrapped together with whether it may be shown, or bare.
  func quote(_ json: JSON) -> Quote? {
    let isBare = json["account"].isObject
    if !isBare, let state = json["state"].filledString, state != "accepted" {
      let id = json["quoted_status"]["id"].id ?? json["quoted_status_id"].id
      return Quote(missing: Post.ID(id ?? ""), Quote.Absence(state: state))
    }
    let quoted = isBare ? json : json["quoted_status"]
    guard let id = quoted["id"].id, let author = person(quoted["account"]),
      verdict(quoted) != .hide
    else { return nil }
    let verdict = verdict(quoted)
    let isCovered = quoted["sensitive"].bool == true || verdict == .blur
    let pictures = MastodonAttachments(quoted["media_attachments"], isSensitive: isCovered).photos
    return Quote(
      id: Post.ID(id), handle: author.handle, name: author.name,
      text: HTMLReader.text(quoted["content"].string ?? "", hidesQuote: true)
        .marking(emojis(quoted["emojis"])),
      warning: Post.Content.cover(fold: verdict.fold, warning: words(quoted["spoiler_text"])),
      pictures: pictures.map { $0.isSensitive ? "" : $0.altText })
  }
}

extension Quote.Absence {
  /// Why a server does not show a quoted post, in its word for that.
  fileprivate init(state: String) {
    self =
      switch state {
      case "deleted": .gone
      case "revoked": .detached
      case "pending": .awaited
      case "blocked_account", "blocked_domain": .blocked
      default: .untold
      }
  }
}
