import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

@MainActor
struct PhotoPresenter {
  let wording: Wording
  let keys: KeyMap
  /// True if the photo is a preview in the pane beside a stream, so that it gets no keys.
  var isBeside = false
  var options = DisplayOptions()

  func viewModel(of state: PhotoScene.SceneState) -> PhotoViewModel {
    let photo = captionedPhoto(of: state)
    return PhotoViewModel(
      heading: photoSceneHeader(of: state, isShown: photo != nil),
      notice: emptySceneMessage(of: state, isShown: photo != nil), photo: photo,
      facts: photo.map {
        PhotoFactFactory(wording: wording, options: options).photoFacts(
          of: $0.photo, in: $0.item.post, state.details)
      } ?? [],
      neighbours: state.neighbours, isSaving: state.saving != nil)
  }

  /// The name of the key that fetches the photo again; empty for a preview, which gets no keys.
  private var refreshKey: String { isBeside ? "" : keyName(of: .refresh) }

  private func keyName(of command: Command) -> String { keys.keyName(for: command) ?? "" }

  private func photoSceneHeader(of state: PhotoScene.SceneState, isShown: Bool) -> PhotoSceneHeader
  {
    var heading = PhotoSceneHeader()
    if let post = state.post {
      let count = post.content.photos.count
      let name = options.displayablePersonName(post.author.spokenName, of: post.author)
      heading.title =
        count > 1
        ? wording.photoCredit(state.index + 1, of: count, by: name)
        : wording.photoCredit(by: name, on: state.account.service)
    }
    heading.activity =
      state.saving.map { wording.photoSavingProgressText($0.progress) }
      ?? wording.fetchProgressOrRetryText(state.fetchProgress, wording.loading, key: refreshKey)
    if isShown, let failure = state.failure {
      heading.failure = wording.photoDetailsFailedMessage(failure)
    }
    return heading
  }

  private func emptySceneMessage(of state: PhotoScene.SceneState, isShown: Bool)
    -> EmptySceneMessage?
  {
    if state.isGone {
      return EmptySceneMessage(sentence: wording.say("This photo no longer exists."))
    }
    guard !isShown else { return nil }
    guard let failure = state.failure else {
      return EmptySceneMessage(
        asking: wording.say("Fetching the photo"), state.fetchProgress, wording, key: refreshKey)
    }
    return EmptySceneMessage(
      sentence: wording.nothingToShowMessage(failure),
      nextStep: isBeside ? "" : wording.retryHint(key: refreshKey))
  }

  private func captionedPhoto(of state: PhotoScene.SceneState) -> CaptionedPhoto? {
    guard let post = state.post, let photo = state.photo else { return nil }
    return CaptionedPhoto(
      photo: photo, item: PostItem(post, of: state.account, state.posts.undelivered),
      caption: photoCaption(of: photo, in: post, under: state.account.service.photoTerms))
  }

  private func photoCaption(of photo: Photo, in post: Post, under terms: PhotoDisplayTerms)
    -> PhotoCaption
  {
    let isCovered = photo.isSensitive || post.content.isFolded
    let why = wording.foldReasonText(of: post.content).map { $0 + " · " } ?? ""
    let name = PhotoCredit(
      photographer: SafeText(
        sanitizing: options.displayablePersonName(
          photo.photographer ?? post.author.spokenName, of: post.author)), post: post,
      terms: terms)
    func creditText(_ others: [String?]) -> StyledText {
      let texts = others.compactMap(\.self).filter { !$0.isEmpty }
      let parts =
        [name.creditText(.faint)]
        + texts.map {
          [StyledSpan(options.displayablePlaceName(SafeText(sanitizing: $0), wording), .faint)]
        }
      return Array(parts.joined(separator: [StyledSpan(" · ", .faint)]))
    }
    let place = (photo.place ?? post.content.place)?.name
    return PhotoCaption(
      description: wording.photoDescription(of: photo),
      credits: [
        creditText([place, photo.licence]), creditText([photo.licence]), creditText([]),
      ],
      cover: isCovered
        ? why + wording.coveredPhotoHint(key: keyName(of: .reveal)) : nil,
      kind: wording.photoLabel(photo.kind, shape: photo.size.shape),
      film: photo.kind.isPlayed
        ? wording.playHint(photo.kind, key: keyName(of: .play)) : nil)
  }
}

// MARK: - View model

struct PhotoViewModel: Equatable {
  var heading = PhotoSceneHeader()
  var notice: EmptySceneMessage?
  var photo: CaptionedPhoto?
  var facts: [PhotoFact] = []
  /// The photos before and after the photo that the scene shows; their pictures are fetched ahead.
  var neighbours: [Photo] = []
  var isSaving = false
}

/// A view model of the photo scene's header: the title, the progress and the error.
struct PhotoSceneHeader: Equatable {
  /// The title in the photo scene's header: the photo's author, and the number of the photo in its
  /// post if there are several.
  var title: SafeText = ""
  var activity: SafeText = ""
  var failure: SafeText = ""
}

struct CaptionedPhoto: Equatable {
  let photo: Photo
  var item: PostItem
  let caption: PhotoCaption
}

struct PhotoCaption: Equatable {
  let description: SafeText
  /// The credit of a photo in ever shorter forms: photographer, place and licence; photographer and
  /// licence; photographer alone.
  let credits: [StyledText]
  /// The text in place of a covered photo's description, with the key for uncovering the photo; nil
  /// if the photo is not covered.
  let cover: SafeText?
  /// The kind and shape of the photo in the caption, as text, such as "photo 3:2".
  let kind: SafeText
  /// The text in a photo's caption with the key for playing the video; nil if it is no video.
  let film: SafeText?
}

/// A detail of a photo in the photo scene, such as its camera or licence, as a name and a value.
struct PhotoFact: Equatable {
  let name: SafeText
  let value: SafeText
  /// The link of a photo's detail, such as the place on a map; nil for none.
  let link: SafeWebLink?
  let isDescription: Bool

  init(_ name: SafeText, _ value: SafeText, link: SafeWebLink? = nil, isDescription: Bool = false) {
    self.isDescription = isDescription
    self.name = name
    self.value = value
    self.link = link
  }
}

// MARK: - Details

struct PhotoFactFactory {
  let wording: Wording
  var options = DisplayOptions()

  func photoFacts(of photo: Photo, in post: Post, _ details: PhotoDetails?) -> [PhotoFact] {
    var facts: [PhotoFact] = []
    func addFact(_ name: SafeText, _ value: SafeText?, link: SafeWebLink? = nil) {
      guard let value, !value.isEmpty else { return }
      facts.append(PhotoFact(name, value, link: link))
    }
    func addFact(_ name: SafeText, _ value: String?, link: SafeWebLink? = nil) {
      addFact(name, value.map { SafeText(sanitizing: $0) }, link: link)
    }
    addFact(
      wording.say("Photographer"),
      options.displayablePersonName(photo.photographer ?? post.author.spokenName, of: post.author),
      link: post.author.url.flatMap(SafeWebLink.init))
    addFact(wording.licence, photo.licence)
    switch combinedPhotoLocation(
      inPost: photo.place ?? post.content.place, inDetails: details?.location)
    {
    case .at(let place):
      let coordinates = wording.coordinatesText(place)
      let name = options.displayablePlaceName(SafeText(sanitizing: place.name), wording)
      addFact(
        wording.place, name.isEmpty ? coordinates : "\(name) (\(coordinates))",
        link: place.map)
    case .named(let name):
      addFact(wording.place, options.displayablePlaceName(SafeText(sanitizing: name), wording))
    case nil: break
    }
    addFact(wording.say("Taken"), details?.takenAt.map(wording.dateAndTimeText))
    addFact(wording.say("Camera"), details?.camera?.model)
    addFact(wording.say("Lens"), details?.camera?.lens)
    addFact(wording.exposure, details?.camera.map(exposureText))
    addFact(wording.size, photoSizeText(of: photo, details))
    addFact(wording.say("Views"), details?.views.map(wording.groupedNumberText))
    addFact(wording.say("Downloads"), details?.downloads.map(wording.groupedNumberText))
    for insight in details?.insights ?? [] {
      addFact(
        wording.name(of: insight.kind),
        insight.kind == .watchTime
          ? wording.tenthsAsDecimalText(insight.count / 100) + " s"
          : wording.groupedNumberText(insight.count))
    }
    if details?.lacksInsightPermission == true {
      addFact(
        wording.statistics,
        wording.say(
          "The token lacks the permission {permission}.",
          ["permission": "instagram_business_manage_insights"]))
    }
    addFact(wording.say("Likes"), post.counts.likes.map(wording.groupedNumberText))
    addFact(wording.tags, details?.tags.prefix(20).map { "#\($0)" }.joined(separator: " "))
    // The description of a covered photo is not shown; uncovered it stands below the photo.
    if !photo.isSensitive, !post.content.isFolded, !photo.altText.isEmpty {
      facts.append(
        PhotoFact(wording.shows, SafeText(sanitizing: photo.altText), isDescription: true))
    }
    return facts
  }

  /// Returns the location of a photo, combined from the place in the post and the location in the
  /// service's photo details; nil if both are unknown.
  private func combinedPhotoLocation(
    inPost stored: Place?, inDetails told: PhotoDetails.PhotoGeographicLocation?
  )
    -> PhotoDetails.PhotoGeographicLocation?
  {
    guard let stored else { return told }
    switch told {
    case .at(let place): return .at(place.name.isEmpty ? place.replacingName(stored.name) : place)
    case .named(let name): return .at(stored.name.isEmpty ? stored.replacingName(name) : stored)
    case nil: return .at(stored)
    }
  }

  private func exposureText(_ camera: PhotoDetails.CameraDetails) -> String {
    [
      camera.aperture.map { "f/" + $0 }, camera.exposure.map { $0 + " s" },
      camera.focalLength.map { $0 + " mm" }, camera.iso.map { "ISO \($0)" },
    ].compactMap(\.self).joined(separator: " · ")
  }

  private func photoSizeText(of photo: Photo, _ details: PhotoDetails?) -> SafeText? {
    let (width, height) = (photo.size.width, photo.size.height)
    guard width > 0, height > 0 else { return nil }
    var parts: [SafeText] = ["\(width) × \(height)"]
    let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
    if !isTooLarge, pixels >= 100_000 {
      parts.append(wording.tenthsAsDecimalText(pixels / 100_000) + " MP")
    }
    if let bytes = details?.originalBytes, bytes > 0 { parts.append(wording.byteCountText(bytes)) }
    return parts.joined(separator: " · ")
  }
}

extension Place {
  /// The link to the place on a public map; nil for invalid coordinates.
  var map: SafeWebLink? {
    guard latitude.isFinite, longitude.isFinite else { return nil }
    let (north, east) = (decimalDegreesText(latitude), decimalDegreesText(longitude))
    return SafeWebLink(
      "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)#map=13/\(north)/\(east)")
  }

  private func decimalDegreesText(_ degrees: Double) -> String {
    let units = Int((max(-180, min(180, degrees)) * 10_000).rounded())
    let digits = String(units.magnitude % 10_000)
    let zeros = String(repeating: "0", count: 4 - digits.count)
    return "\(units < 0 ? "-" : "")\(units.magnitude / 10_000).\(zeros)\(digits)"
  }
}
