internal import FeedDomain

extension FlickrReader {
  /// Somebody as a photo tells of them.
  func person(_ nsid: String, name: JSON, alias: JSON) -> Person {
    // A page can be reached by either; the alias is the one that people know.
    let handle = alias.filledString ?? nsid
    return Person(
      id: Person.ID(nsid), handle: handle, name: name.words ?? handle,
      url: "https://www.flickr.com/people/\(WebQuery.encoded(nsid))/",
      relationship: Person.ID(nsid) == me ? .oneself : nil)
  }

  /// People in a list, who are known by less.
  func people(_ json: JSON) -> [Person] {
    json.array.readable { person in
      guard let nsid = person["nsid"].filledString else { return nil }
      let name = person["realname"].words ?? person["username"].words
      return self.person(
        nsid, name: name.map { .string($0) } ?? .null, alias: person["path_alias"]
      ).pictured(icon(person, of: nsid))
    }
  }

  /// Somebody's picture, whose address is made of where it lies; none where they have the one that
  /// everybody has.
  private func icon(_ json: JSON, of nsid: String) -> [Photo.Rendition] {
    guard let server = json["iconserver"].count, server > 0, let farm = json["iconfarm"].count
    else { return [] }
    let name = WebQuery.encoded(nsid)
    return [
      Photo.Rendition(
        url: "https://farm\(farm).staticflickr.com/\(server)/buddyicons/\(name).jpg",
        size: PhotoSize(width: 48, height: 48))
    ]
  }

  /// Somebody as their own page tells.
  func person(_ json: JSON) -> Person? {
    guard let nsid = json["nsid"].filledString ?? json["id"].filledString else { return nil }
    let name = json["realname"]["_content"].words ?? json["username"]["_content"].words
    let brief = person(
      nsid, name: name.map { .string($0) } ?? .null, alias: json["path_alias"])
    let words = HTMLReader.text(json["description"]["_content"].string ?? "")
    let town = json["location"]["_content"].words
    let line = town.map { [.init(words.runs.isEmpty ? $0 : "\n\($0)")] as [RichText.Run] } ?? []
    return Person(
      id: brief.id, handle: brief.handle, name: brief.name,
      bio: RichText(runs: words.runs + line),
      url: json["profileurl"]["_content"].webAddress ?? brief.url,
      counts: .told(
        followers: nil, following: nil, posts: json["photos"]["count"]["_content"].count),
      relationship: brief.relationship, pictures: icon(json, of: nsid))
  }

  /// What was said about a photo, each as an answer to it.
  func comments(_ json: JSON, on photo: Post) -> [Post] {
    json["comment"].array.readable { comment in
      guard let id = comment["id"].id, let nsid = comment["author"].filledString else {
        return nil
      }
      let name = comment["realname"].words ?? comment["authorname"].words
      let moment = comment["datecreate"].int.flatMap(Self.moment)
      return Post(
        id: FlickrID.of(id, on: photo.id),
        author: person(
          nsid, name: name.map { .string($0) } ?? .null, alias: comment["path_alias"]),
        createdAt: moment ?? now,
        content: Post.Content(text: HTMLReader.text(comment["_content"].string ?? "")),
        reply: Post.Reply(to: photo.id, handle: photo.author.handle),
        url: comment["permalink"].webAddress, counts: .untold, isDated: moment != nil)
    }
  }
}
