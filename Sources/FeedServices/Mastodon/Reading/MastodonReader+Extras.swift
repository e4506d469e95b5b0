internal import FeedDomain

extension MastodonReader {
  /// What a post said once; nil where it is not told since when.
  func edition(_ json: JSON) -> Edition? {
    guard let moment = json["created_at"].string.flatMap(ISODate.timestamp) else { return nil }
    let answers = json["poll"]["options"].array.compactMap { words($0["title"]) }
    let text = HTMLReader.text(json["content"].string ?? "").withAddresses
    return Edition(
      moment: moment,
      paragraphs: [words(json["spoiler_text"]) ?? "", text] + answers,
      pictures: json["media_attachments"].array.map { $0["description"].string ?? "" })
  }

  /// What those who run the server have to say.
  func announcement(_ json: JSON) -> Announcement {
    let moments = ["starts_at", "published_at"].lazy.compactMap { json[$0].string }
    return Announcement(
      id: json["id"].id ?? "", moment: moments.compactMap(ISODate.timestamp).first,
      text: HTMLReader.text(json["content"].string ?? ""),
      reactions: reactions(in: json["reactions"]))
  }

  /// What a server says of itself, in either form.
  func serverFacts(_ json: JSON) -> ServerFacts {
    let summary = json["short_description"].filledString ?? json["description"].string ?? ""
    let contact = profile(json["contact"]["account"]) ?? profile(json["contact_account"])
    return ServerFacts(
      name: words(json["title"]) ?? "", summary: HTMLReader.text(summary),
      rules: json["rules"].array.compactMap { rule in
        let parts = [words(rule["text"]), words(rule["hint"])].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        return ServerFacts.Rule(
          id: rule["id"].id ?? "", words: parts.joined(separator: "\n"))
      },
      contact: contact?.handle,
      people: json["usage"]["users"]["active_month"].count,
      version: words(json["version"]) ?? "")
  }

  /// What many talk about; nil where that is not to be shown.
  func trend(_ json: JSON) -> Trend? {
    // The latest day comes first.
    let days = json["history"].array.prefix(7)
    let subject: Trend.Subject
    if let name = json["name"].filledString {
      guard name.fits(.name) else { return nil }
      subject = .tag(name)
    } else if let address = Self.address(json["url"]), let title = words(json["title"]) {
      subject = .page(
        address: address, title: title, site: words(json["provider_name"]) ?? "")
    } else {
      return nil
    }
    return Trend(
      subject, uses: days.reversed().map { max(0, $0["uses"].int ?? 0) },
      people: days.prefix(2).reduce(0) { $0 &+ max(0, $1["accounts"].int ?? 0) })
  }

  /// A post that waits; nil where it is not told when it is posted.
  func scheduledPost(_ json: JSON) -> ScheduledPost? {
    guard let id = json["id"].id,
      let moment = json["scheduled_at"].string.flatMap(ISODate.timestamp)
    else { return nil }
    let parts = [words(json["params"]["spoiler_text"]), words(json["params"]["text"])]
    return ScheduledPost(
      id: id, moment: moment, words: parts.compactMap(\.self).joined(separator: "\n"),
      pictures: json["media_attachments"].array.count)
  }

  /// What is folded away or left out for the reader; nil for what is over.
  func wordFilter(_ json: JSON) -> WordFilter? {
    guard let id = json["id"].id else { return nil }
    let end = json["expires_at"].string.flatMap(ISODate.timestamp)
    if let end, end <= now { return nil }
    return WordFilter(
      id: id, title: words(json["title"]) ?? "",
      words: json["keywords"].array.compactMap { words($0["keyword"]) },
      places: Set(json["context"].array.compactMap { $0.string.flatMap(WordFilter.Place.init) }),
      isHiding: json["filter_action"].string == "hide", end: end)
  }

  /// What a post says in another language; nil where that is nothing.
  func translation(_ json: JSON) -> Translation? {
    guard let content = json["content"].filledString else { return nil }
    return Translation(
      text: HTMLReader.text(content), warning: words(json["spoiler_text"]),
      language: json["detected_source_language"].filledString.flatMap(LanguageTag.written),
      provider: words(json["provider"]))
  }

  /// What some people say to each other; nil where it has no id.
  func correspondence(_ json: JSON) -> Correspondence? {
    guard let id = json["id"].id else { return nil }
    let people = json["accounts"].array.readable(profile)
    return Correspondence(
      id: Correspondence.ID(id), people: people.filter { $0.id != me },
      isUnread: json["unread"].bool == true, last: post(json["last_status"]))
  }
}
