import FeedDomain
import Preferences
import Terminal
import Words

/// Puts into words what is known of a photo.
struct PhotoFacts {
  let wording: Wording

  /// The facts, the most asked for first; what nobody tells is left out.
  func facts(of photo: Photo, in post: Post, _ details: PhotoDetails?) -> [PhotoFact] {
    var facts: [PhotoFact] = []
    func add(_ name: SafeText, _ value: SafeText?, link: Hyperlink? = nil) {
      guard let value, !value.isEmpty else { return }
      facts.append(PhotoFact(name, value, link: link))
    }
    func add(_ name: SafeText, _ value: String?, link: Hyperlink? = nil) {
      add(name, value.map { SafeText(sanitizing: $0) }, link: link)
    }
    add(
      wording.say("Photographer"), photo.photographer ?? post.author.spokenName,
      link: post.author.url.flatMap(Hyperlink.init))
    add(wording.licence, photo.licence)
    switch spot(held: photo.place ?? post.content.place, told: details?.spot) {
    case .at(let place):
      let coordinates = wording.coordinates(place)
      add(
        wording.place, place.name.isEmpty ? coordinates : "\(place.name) (\(coordinates))",
        link: place.map)
    case .named(let name): add(wording.place, name)
    case nil: break
    }
    add(wording.say("Taken"), details?.takenAt.map(wording.date))
    add(wording.say("Camera"), details?.camera?.model)
    add(wording.say("Lens"), details?.camera?.lens)
    add(wording.exposure, details?.camera.map(exposure))
    add(wording.size, size(of: photo, details))
    add(wording.say("Views"), details?.views.map(wording.number))
    add(wording.say("Downloads"), details?.downloads.map(wording.number))
    for insight in details?.insights ?? [] {
      add(
        wording.name(of: insight.kind),
        insight.kind == .watchTime
          ? wording.tenths(insight.count / 100) + " s" : wording.number(insight.count))
    }
    if details?.lacksInsightPermission == true {
      add(
        wording.statistics,
        wording.say(
          "The token may not see them: it lacks the permission {permission}.",
          ["permission": "instagram_business_manage_insights"]))
    }
    add(wording.say("Likes"), post.counts.likes.map(wording.number))
    add(wording.tags, details?.tags.prefix(20).map { "#\($0)" }.joined(separator: " "))
    // What is covered is not told here either; uncovered it stands below the photo.
    if !photo.isSensitive, !post.content.isFolded, !photo.altText.isEmpty {
      facts.append(
        PhotoFact(wording.shows, SafeText(sanitizing: photo.altText), isDescription: true))
    }
    return facts
  }

  /// Where it was taken: what the service tells of the photo alone knows more than what came with its
  /// post, but for a name.
  private func spot(held: Place?, told: PhotoDetails.Location?) -> PhotoDetails.Location? {
    guard let held else { return told }
    switch told {
    case .at(let place): return .at(place.name.isEmpty ? place.named(held.name) : place)
    case .named(let name): return .at(held.name.isEmpty ? held.named(name) : held)
    case nil: return .at(held)
    }
  }

  private func exposure(_ camera: PhotoDetails.Camera) -> String {
    [
      camera.aperture.map { "f/" + $0 }, camera.exposure.map { $0 + " s" },
      camera.focalLength.map { $0 + " mm" }, camera.iso.map { "ISO \($0)" },
    ].compactMap(\.self).joined(separator: " · ")
  }

  private func size(of photo: Photo, _ details: PhotoDetails?) -> SafeText? {
    let (width, height) = (photo.size.width, photo.size.height)
    guard width > 0, height > 0 else { return nil }
    var parts: [SafeText] = ["\(width) × \(height)"]
    let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
    if !isTooLarge, pixels >= 100_000 { parts.append(wording.tenths(pixels / 100_000) + " MP") }
    if let bytes = details?.originalBytes, bytes > 0 { parts.append(wording.bytes(bytes)) }
    return parts.joined(separator: " · ")
  }
}

extension Place {
  /// Where it is on a map that everybody may look at.
  var map: Hyperlink? {
    guard latitude.isFinite, longitude.isFinite else { return nil }
    let (north, east) = (decimal(latitude), decimal(longitude))
    return Hyperlink(
      "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)#map=13/\(north)/\(east)")
  }

  /// Degrees to four places, about ten metres.
  private func decimal(_ degrees: Double) -> String {
    let units = Int((max(-180, min(180, degrees)) * 10_000).rounded())
    let digits = String(units.magnitude % 10_000)
    let zeros = String(repeating: "0", count: 4 - digits.count)
    return "\(units < 0 ? "-" : "")\(units.magnitude / 10_000).\(zeros)\(digits)"
  }
}
