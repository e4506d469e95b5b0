import FeedDomain
import Terminal

/// Puts into words what looking at a photo did.
@MainActor final class PhotoPresenter: Presenting {
  weak var display: (any PhotoDisplaying)?

  private let wording: Wording
  private let options: DisplayOptions
  private let keys: KeyMap
  private let report: ActionReport
  private var shown: PhotoViewing.Shown?
  private var heading = PhotoHeading()
  private var failure: FeedError?
  private var isGone = false
  private var activity = PhotoViewing.Activity.none

  /// A presenter in these words; its display is set once there is one.
  init(wording: Wording, options: DisplayOptions, keys: KeyMap) {
    self.wording = wording
    self.options = options
    self.keys = keys
    report = ActionReport(wording: wording, keys: keys)
  }

  func present(_ response: PhotoViewing.Response) {
    switch response {
    case .photo(let shown): show(shown)
    case .neighbours(let photos): display?.expect(photos)
    case .changed(let post): showChanged(post)
    case .details(let details):
      failure = nil
      showSurroundings()
      showFacts(details)
    case .activity(let activity):
      self.activity = activity
      showSurroundings()
      if case .saving = activity { display?.show(isSaving: true) }
    case .end(let step): say(wording.noPhoto(step), .plain)
    case .gone:
      isGone = true
      showSurroundings()
    case .failed(let error):
      failure = error
      showSurroundings()
    case .saved(let path): endSaving(wording.savedPhoto(path), .good)
    case .notFetched(let error): endSaving(wording.photoNotFetched(error), .bad)
    case .notSaved(let error): endSaving(wording.photoNotSaved(error), .bad)
    case .cannotSave: say(wording.cannotSavePhoto, .plain)
    case .film(let address):
      guard let film = Hyperlink(address) else { return say(wording.noFilm, .plain) }
      display?.play(film)
    case .noFilm: say(wording.noFilm, .plain)
    case .action(let news):
      if report.tell(news, of: shown?.account, on: display) { showChanged(nil) }
    }
  }
}

extension PhotoPresenter {
  private func show(_ shown: PhotoViewing.Shown) {
    self.shown = shown
    (failure, isGone) = (nil, false)
    let (post, photo) = (shown.post, shown.photo)
    let count = post.content.photos.count
    heading.title = SafeText(
      sanitizing: count > 1
        ? wording.photo(shown.index + 1, of: count, by: post.author.name)
        : wording.photo(by: post.author.name, on: shown.account.service))
    showFacts(nil)
    showSurroundings()
    // Last: whoever looks at the facts asks for them now, and what is known comes at once.
    display?.show(
      photo, of: report.item(post, for: shown.account),
      caption(of: photo, in: post, under: shown.account.service.photoTerms))
  }

  private func caption(of photo: Photo, in post: Post, under terms: PhotoTerms) -> PhotoCaption {
    let isCovered = photo.isSensitive || post.content.isFolded
    let why = wording.cover(of: post.content).map { $0 + " · " } ?? ""
    let name = PhotoCredit(
      photographer: SafeText(sanitizing: photo.photographer ?? post.author.name), post: post,
      terms: terms)
    let others = [(photo.place ?? post.content.place)?.name, photo.licence].compactMap(\.self)
    let credit =
      [name.text(.faint)]
      + others.filter { !$0.isEmpty }.map { [Span(SafeText(sanitizing: $0), .faint)] }
    return PhotoCaption(
      description: SafeText(
        sanitizing: photo.altText.isEmpty ? wording.undescribed : photo.altText),
      credit: Array(credit.joined(separator: [Span(" · ", .faint)])),
      cover: isCovered
        ? SafeText(sanitizing: why + wording.covered(key: key(.reveal))) : nil,
      kind: SafeText(sanitizing: wording.photo(photo.kind, shape: photo.size.shape)),
      film: photo.kind == .video
        ? SafeText(sanitizing: wording.filmHint(key: key(.play))) : nil)
  }

  private func showFacts(_ details: PhotoDetails?) {
    guard let shown else { return }
    display?.show(
      PhotoFacts(wording: wording).facts(of: shown.photo, in: shown.post, details))
  }

  private func showSurroundings() {
    switch activity {
    case .none: heading.activity = ""
    case .loading: heading.activity = SafeText(sanitizing: wording.loading)
    case .saving(let transfer): heading.activity = SafeText(sanitizing: wording.saving(transfer))
    }
    heading.failure =
      shown == nil
      ? "" : failure.map { SafeText(sanitizing: wording.photoDetailsFailed($0)) } ?? ""
    display?.show(heading)
    display?.show(notice)
  }

  private var notice: StreamNotice? {
    if isGone {
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.photoGone), next: "", isBusy: false)
    }
    guard shown == nil else { return nil }
    guard let failure else {
      return StreamNotice(
        sentence: SafeText(sanitizing: wording.loadingPhoto), next: "", isBusy: true)
    }
    return StreamNotice(
      sentence: SafeText(sanitizing: wording.nothingToShow(failure)),
      next: SafeText(sanitizing: wording.pressToTryAgain(key: key(.refresh))), isBusy: false)
  }

  private func showChanged(_ post: Post?) {
    display?.change(post, undelivered: report.undelivered.marked)
  }

  private func endSaving(_ words: String, _ tone: Message.Tone) {
    say(words, tone)
    display?.show(isSaving: false)
  }

  private func say(_ words: String, _ tone: Message.Tone) {
    display?.say(Message(text: SafeText(sanitizing: words), tone: tone))
  }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }
}
