extension PretendFlickrState {
  func read(_ name: String, _ fields: [String: String], isSigned: Bool) -> ScriptedReply {
    let all = (1001...1000 + Self.count).map(String.init)
    let id = fields["photo_id"] ?? ""
    switch name {
    case "interestingness.getList": return page(all, fields)
    case "photos.search": return search(all, fields)
    case "people.getPublicPhotos": return page(["1001", "1003"], fields)
    case "people.getPhotos" where isSigned:
      let photos = uploads.enumerated().map { place, upload -> WireJSON in
        ["id": .string(String(2001 + place)), "title": .string(upload.title)]
      }
      return Self.ok(["photos": ["photo": .array(photos.reversed())]])
    case "photos.getContactsPhotos" where isSigned: return page(["1003"], fields)
    case "favorites.getList" where isSigned: return page(likes.sorted(), fields)
    case "photos.getInfo" where all.contains(id): return Self.ok(["photo": info(id, isSigned)])
    case "photos.getSizes" where all.contains(id): return Self.ok(["sizes": ["size": sizes(id)]])
    case "photos.getExif" where all.contains(id):
      return Self.ok([
        "photo": [
          "camera": "Example K-1",
          "exif": [["tag": "FNumber", "raw": ["_content": "f/4.0"]]],
        ]
      ])
    case "photos.getPerms" where isSigned:
      return Self.ok(["perms": ["permcomment": 3, "permaddmeta": 2]])
    case "photos.comments.getList": return Self.ok(["comments": comments(on: id)])
    case "photos.getFavorites":
      let people =
        [person("90000001@N07", "Juno")] + (likes.contains(id) ? [person(Self.me, "sol")] : [])
      return Self.ok([
        "photo": ["page": 1, "pages": 1, "total": .number(people.count), "person": .array(people)]
      ])
    case "people.getInfo":
      return Self.ok([
        "person": [
          "nsid": .string(fields["user_id"] ?? ""), "username": ["_content": "Juno"],
          "realname": ["_content": "Juno Amsel"],
          "description": ["_content": "<b>Trams</b>, mostly."],
          "photos": ["count": ["_content": "70"]],
        ]
      ])
    case "people.findByUsername" where fields["username"] == "Juno":
      return Self.ok(["user": ["nsid": "90000001@N07"]])
    case "urls.lookupUser" where fields["url"] == "https://www.flickr.com/people/juno-pages/":
      return Self.ok(["user": ["id": "90000001@N07", "username": ["_content": "Juno"]]])
    case "photos.licenses.getInfo":
      return Self.ok(["licenses": ["license": [["id": "13", "name": "CC BY 4.0"]]]])
    default: return Self.fail(1, "Not found")
    }
  }

  private func search(_ all: [String], _ fields: [String: String]) -> ScriptedReply {
    if fields["lat"] != nil, fields["lon"] != nil {
      // Without a moment it would look no further back than half a day.
      return page(fields["min_upload_date"] == nil ? [] : ["1011", "1012"], fields)
    }
    guard let words = fields["text"] ?? fields["tags"] else {
      return Self.fail(3, "Parameterless searches have been disabled")
    }
    return page(words == "fog" ? all.filter { $0.hasSuffix("5") } : [], fields)
  }

  /// Returns the requested page of photos; some numbers are texts, as at Flickr.
  private func page(_ ids: [String], _ fields: [String: String]) -> ScriptedReply {
    let number = fields["page"].flatMap { Int($0) } ?? 1
    let size = fields["per_page"].flatMap { Int($0) } ?? 100
    let rows = ids.dropFirst((number - 1) * size).prefix(size)
    return Self.ok([
      "photos": [
        "page": .number(number), "pages": .number((ids.count + size - 1) / size),
        "total": .string(String(ids.count)), "photo": .array(rows.map(photo)),
      ]
    ])
  }

  private func photo(_ id: String) -> WireJSON {
    [
      "id": .string(id), "owner": "90000001@N07", "ownername": "Juno", "pathalias": "juno",
      "title": .string("Photo \(id)."), "dateupload": "1780000000", "license": "13",
      "description": ["_content": "Line 1, <i>late</i> again"],
      "tags": id.hasSuffix("5") ? "fog" : "",
      "url_m": .string("\(origin)/pictures/\(id)_m.jpg"), "width_m": "240", "height_m": 120,
      "url_z": .string("\(origin)/pictures/\(id)_z.jpg"), "width_z": 640, "height_z": "320",
      "count_faves": likes.contains(id) ? "2" : "1", "count_comments": 1,
    ]
  }

  private func sizes(_ id: String) -> WireJSON {
    .array(
      [("Square", "s", 75, 75), ("Small", "m", 240, 120), ("Original", "o", 640, 320)].map {
        [
          "label": .string($0), "width": .string(String($2)), "height": .number($3),
          "media": "photo",
          "source": .string("\(origin)/pictures/\(id)_\($1).jpg"),
        ]
      })
  }

  private func info(_ id: String, _ isSigned: Bool) -> WireJSON {
    [
      "id": .string(id), "isfavorite": isSigned && likes.contains(id) ? 1 : 0, "license": "13",
      "owner": ["nsid": "90000001@N07", "username": "Juno", "path_alias": "juno"],
      "title": ["_content": .string("Photo \(id).")],
      "description": ["_content": "Line 1, <i>late</i> again"],
      "dates": ["posted": "1780000000", "taken": "2026-05-28 19:04:11", "takengranularity": "0"],
      "comments": ["_content": "1"], "views": "188",
      "tags": ["tag": [["raw": "Night Tram", "_content": "nighttram", "machine_tag": 0]]],
      "location": [
        "latitude": "51.05", "longitude": "3.72", "locality": ["_content": "Ghent"],
      ],
    ]
  }

  private func comments(on photo: String) -> WireJSON {
    let own = comments.enumerated().filter { $0.element.photo == photo }.map { place, comment in
      said(comment.text, id: "sol-\(place + 1)", by: Self.me, "sol", at: "1795000000")
    }
    return [
      "comment": .array(
        [said("The blue &amp; the grey", id: "c1", by: "90000003@N02", "Sil", at: "1780003600")]
          + own)
    ]
  }

  private func said(
    _ text: String, id: String, by nsid: String, _ name: String, at moment: String
  ) -> WireJSON {
    [
      "id": .string(id), "author": .string(nsid), "authorname": .string(name),
      "datecreate": .string(moment), "_content": .string(text),
    ]
  }

  private func person(_ nsid: String, _ name: String) -> WireJSON {
    ["nsid": .string(nsid), "username": .string(name), "favedate": "1780003500"]
  }
}
