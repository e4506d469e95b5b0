internal import FeedDomain

extension FlickrReader {
  func details(_ info: JSON, sizes: FlickrSizes, camera: PhotoDetails.Camera?) -> PhotoDetails {
    // Not only unknown: sometimes only the month is, and no day of it is as good as another.
    let isKnown =
      info["dates"]["takenunknown"].int != 1 && (info["dates"]["takengranularity"].int ?? 0) == 0
    return PhotoDetails(
      views: info["views"].count, takenAt: isKnown ? Self.taken(info["dates"]["taken"]) : nil,
      camera: camera, original: sizes.film == nil ? sizes.largest : nil, film: sizes.film,
      spot: spot(info["location"]),
      tags: info["tags"]["tag"].array.filter { $0["machine_tag"].int != 1 }.compactMap {
        $0["raw"].words ?? $0["_content"].words
      })
  }

  /// Where a photo was taken: by the town, or what is nearest to one.
  private func spot(_ location: JSON) -> PhotoDetails.Spot? {
    let name = Self.placeName(location) ?? ""
    if let place = FlickrPlace(location).place(named: name) { return .at(place) }
    return name.isEmpty ? nil : .named(name)
  }

  /// What the place is called.
  static func placeName(_ location: JSON) -> String? {
    ["locality", "neighbourhood", "county", "region", "country"].lazy
      .compactMap { location[$0]["_content"].words ?? location[$0].words }.first
  }

  /// What took a photo, from what the camera wrote into it.
  func camera(_ json: JSON) -> PhotoDetails.Camera? {
    var values: [String: String] = [:]
    for field in json["exif"].array {
      guard let tag = field["tag"].string, values[tag] == nil,
        let value = field["raw"]["_content"].words ?? field["raw"].words
      else { continue }
      values[tag] = value
    }
    let parts = [values["Make"], values["Model"]].compactMap(\.self)
    let model = json["camera"].words ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    let camera = PhotoDetails.Camera(
      model: model, lens: values["LensModel"] ?? values["Lens"],
      aperture: values["FNumber"].map { $0.hasPrefix("f/") ? String($0.dropFirst(2)) : $0 },
      exposure: values["ExposureTime"],
      focalLength: values["FocalLength"].map { $0.hasSuffix(" mm") ? String($0.dropLast(3)) : $0 },
      iso: values["ISO"].flatMap { Int($0) })
    return camera == PhotoDetails.Camera() ? nil : camera
  }
}
