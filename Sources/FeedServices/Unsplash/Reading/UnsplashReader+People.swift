internal import FeedDomain

extension UnsplashReader {
  func people(_ json: JSON) -> [Person] { json.array.readable(profile) }

  /// Somebody who was asked for, with their picture.
  func profile(_ json: JSON) -> Person? {
    let pictures = [("small", 32), ("medium", 64), ("large", 128)].compactMap { name, side in
      json["profile_image"][name].webAddress.map {
        Photo.Rendition(url: $0, size: PhotoSize(width: side, height: side))
      }
    }
    return person(json)?.pictured(pictures)
  }

  /// Somebody; people are asked for by their user names, so those are their ids.
  func person(_ json: JSON) -> Person? {
    guard let handle = json["username"].filledString else { return nil }
    let lines = [json["bio"].words, json["location"].words].compactMap(\.self)
    return Person(
      id: Person.ID(handle), handle: handle, name: json["name"].words ?? handle,
      bio: RichText(lines.joined(separator: "\n")),
      url: json["links"]["html"].webAddress.map(Self.referred),
      counts: .told(
        followers: json["followers_count"].count, following: json["following_count"].count,
        posts: json["total_photos"].count),
      relationship: handle == me ? .oneself : nil)
  }

  func details(_ json: JSON) -> PhotoDetails {
    PhotoDetails(
      views: json["views"].count, downloads: json["downloads"].count,
      camera: camera(json["exif"]),
      original: json["urls"]["full"].webAddress ?? json["urls"]["raw"].webAddress,
      spot: spot(json["location"]), tags: json["tags"].array.compactMap { $0["title"].words })
  }

  private func camera(_ json: JSON) -> PhotoDetails.Camera? {
    let parts = [json["make"].words, json["model"].words].compactMap(\.self)
    let model = json["name"].words ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    let camera = PhotoDetails.Camera(
      model: model, aperture: json["aperture"].id, exposure: json["exposure_time"].id,
      focalLength: json["focal_length"].id, iso: json["iso"].count)
    return camera == PhotoDetails.Camera() ? nil : camera
  }
}
