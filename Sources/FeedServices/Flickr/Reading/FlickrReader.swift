internal import FeedDomain

/// Turns Flickr's JSON into our models.
///
/// Numbers come as texts and texts inside of objects; only ids and addresses are relied on, and
/// whatever else is missing or of another type costs itself alone.
struct FlickrReader: Sendable {
  /// The reader's own id; nil with a key alone.
  let me: Person.ID?
  let now: Timestamp
  var licences = FlickrLicences()
  /// Whether it was asked with the key alone, so that nothing it says is about the reader.
  var isBlind = false

  /// A page's photos, each once; an album says itself whose its photos are.
  func posts(_ json: JSON, by album: JSON = .null) -> [Post] {
    var known: Set<Post.ID> = []
    return json.array.readable { post($0, by: album) }.filter { known.insert($0.id).inserted }
  }

  /// A photo of a list as a post of its owner's; no list tells whether the reader likes it.
  func post(_ json: JSON, by album: JSON = .null) -> Post? {
    let owner = json["owner"].filledString ?? album["owner"].filledString
    guard let id = json["id"].id, let owner else { return nil }
    let sizes = FlickrSizes(list: json)
    let name = json["ownername"].isNull ? album["ownername"] : json["ownername"]
    let author = person(owner, name: name, alias: json["pathalias"])
    return post(
      id, by: author, title: json["title"], json, sizes: sizes,
      at: json["dateupload"].int.flatMap(Self.moment) ?? Self.taken(json["datetaken"]),
      place: FlickrPlace(json).place(named: ""), tags: Self.tags(json["tags"]),
      counts: Post.Counts(
        replies: json["count_comments"].count, boosts: nil, likes: json["count_faves"].count),
      own: [], untold: me == nil ? [] : .liked)
  }

  /// A photo as its own page has it; its sizes and likes are asked for apart.
  func post(info json: JSON, sizes: FlickrSizes, likes: Int?) -> Post? {
    let owner = json["owner"]
    guard let id = json["id"].id, let nsid = owner["nsid"].filledString else { return nil }
    let author = person(
      nsid, name: owner["realname"].words.map { .string($0) } ?? owner["username"],
      alias: owner["path_alias"])
    let location = json["location"]
    return post(
      id, by: author, title: json["title"]["_content"], json, sizes: sizes,
      at: json["dates"]["posted"].int.flatMap(Self.moment) ?? Self.taken(json["dates"]["taken"]),
      place: FlickrPlace(location).place(named: Self.placeName(location) ?? ""),
      tags: json["tags"]["tag"].array.filter { $0["machine_tag"].int != 1 }.compactMap {
        $0["_content"].words
      },
      counts: Post.Counts(
        replies: json["comments"]["_content"].count, boosts: nil, likes: likes),
      own: json["isfavorite"].int == 1 && !isBlind ? .liked : [],
      untold: isBlind ? .liked : [])
  }

  private func post(
    _ id: String, by author: Person, title: JSON, _ json: JSON, sizes: FlickrSizes,
    at moment: Timestamp?, place: Place?, tags: [String], counts: Post.Counts,
    own: Post.OwnActions, untold: Post.OwnActions = []
  ) -> Post? {
    guard !sizes.renditions.isEmpty else { return nil }
    let title = title.words ?? ""
    let isFilm = json["media"] == "video"
    // Where a film itself is, is not told with a list: its page plays it.
    let photo = Photo(
      id: Photo.ID(id), kind: isFilm ? .video : .still,
      address: isFilm ? sizes.film ?? Self.page(of: id, by: author) : sizes.largest,
      renditions: sizes.renditions, size: sizes.size, altText: title, photographer: author.name,
      licence: json["license"].int.flatMap(licences.name), place: place)
    return Post(
      id: Post.ID(id), author: author, createdAt: moment ?? now,
      content: Post.Content(
        text: Self.text(title, HTMLReader.text(json["description"]["_content"].string ?? ""), tags),
        photos: [photo], place: place),
      url: Self.page(of: id, by: author), counts: counts, own: own, untold: untold,
      isDated: moment != nil)
  }

  /// The title, what is said about the photo, and some of its tags.
  private static func text(_ title: String, _ words: RichText, _ tags: [String]) -> RichText {
    var runs: [RichText.Run] = title.isEmpty ? [] : [.init(title)]
    if !words.runs.isEmpty { runs += (runs.isEmpty ? [] : [.init("\n")]) + words.runs }
    for (place, tag) in tags.prefix(8).enumerated() {
      if place > 0 { runs.append(.init(" ")) } else if !runs.isEmpty { runs.append(.init("\n")) }
      runs.append(.init("#\(tag)", .tag(tag)))
    }
    return RichText(runs: runs)
  }

  /// The clean tags of a list, which stand in one text.
  private static func tags(_ json: JSON) -> [String] {
    (json.string ?? "").split(separator: " ").filter { !$0.contains(":") }.map(String.init)
  }

  private static func page(of photo: String, by author: Person) -> String {
    "https://www.flickr.com/photos/\(WebQuery.encoded(author.handle))/\(WebQuery.encoded(photo))/"
  }

  /// Nil for what is no moment up to the year 9999.
  static func moment(_ seconds: Int) -> Timestamp? {
    (1...253_402_300_799).contains(seconds) ? Timestamp(milliseconds: Int64(seconds) * 1000) : nil
  }

  /// When a photo was taken, by the clock of its camera, whose zone nobody knows.
  static func taken(_ json: JSON) -> Timestamp? { json.string.flatMap(ISODate.timestamp) }
}
