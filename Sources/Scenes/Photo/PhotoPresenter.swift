import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts into words what looking at a photo did.
@MainActor final class PhotoPresenter: Presenting {
  weak var display: (any Displaying<PhotoViewModel>)?

  private let wording: Wording
  private let options: DisplayOptions
  private let keys: KeyMap
  /// What asks anew; nothing beside a stream, to which the keys belong.
  private let refreshKey: String
  private let report: ActionReport
  private var shown: PhotoViewing.Shown?
  private var viewModel = PhotoViewModel()
  private var failure: FeedError?
  private var isGone = false
  private var activity = PhotoViewing.Activity.none

  /// A presenter in these words; its display is set once there is one. `isBeside` a stream, the keys
  /// are the stream's.
  init(wording: Wording, options: DisplayOptions, keys: KeyMap, isBeside: Bool = false) {
    self.wording = wording
    self.options = options
    self.keys = keys
    refreshKey = isBeside ? "" : keys.name(for: .refresh) ?? ""
    report = ActionReport(wording: wording, keys: keys)
  }

  func present(_ response: PhotoViewing.Response) {
    switch response {
    case .photo(let shown): begin(shown)
    case .neighbours(let photos): viewModel.neighbours = photos
    case .changed(let post): change(post)
    case .details(let details):
      failure = nil
      tellFacts(details)
    case .activity(let activity):
      self.activity = activity
      // It is on its way until it is told what became of it.
      if case .saving = activity { viewModel.isSaving = true }
    case .elsewhere(let post, let index):
      viewModel.cues.append(.leave(post, index: index))
    case .end(let step): say(wording.noPhoto(step), .plain)
    case .gone: isGone = true
    case .failed(let error): failure = error
    case .storeFailed(let error):
      viewModel.cues.append(
        .post(.say(Message(text: wording.sentence(for: error), tone: .bad))))
    case .saved(let path): endSaving(wording.say("Saved as {path}", ["path": path]), .good)
    case .notFetched(let error): endSaving(wording.photoNotFetched(error), .bad)
    case .notSaved(let error): endSaving(wording.photoNotSaved(error), .bad)
    case .cannotSave: endSaving(wording.say("This photo cannot be saved here."), .plain)
    case .film(let address):
      play(Hyperlink(address).map(Film.init))
    case .ownFilm(let path): play(Film(ownFile: path))
    case .noFilm: say(wording.noFilm, .plain)
    case .action(let news):
      viewModel.cues += report.tell(news, of: shown?.account).map { .post($0) }
      change(nil)
    }
    show()
  }
}

extension PhotoPresenter {
  private func play(_ film: Film?) {
    guard let film else { return say(wording.noFilm, .plain) }
    viewModel.cues.append(.play(film))
  }

  private func begin(_ shown: PhotoViewing.Shown) {
    self.shown = shown
    (failure, isGone, viewModel.neighbours) = (nil, false, [])
    let (post, photo) = (shown.post, shown.photo)
    let count = post.content.photos.count
    viewModel.heading.title =
      count > 1
      ? wording.photo(shown.index + 1, of: count, by: post.author.spokenName)
      : wording.photo(by: post.author.spokenName, on: shown.account.service)
    viewModel.exhibit = CaptionedPhoto(
      photo: photo, item: report.item(post, for: shown.account),
      caption: caption(of: photo, in: post, under: shown.account.service.photoTerms))
    tellFacts(nil)
    viewModel.cues.append(.arrive)
  }

  private func caption(of photo: Photo, in post: Post, under terms: PhotoTerms) -> PhotoCaption {
    let isCovered = photo.isSensitive || post.content.isFolded
    let why = wording.cover(of: post.content).map { $0 + " · " } ?? ""
    let name = PhotoCredit(
      photographer: SafeText(sanitizing: photo.photographer ?? post.author.spokenName), post: post,
      terms: terms)
    let others = [(photo.place ?? post.content.place)?.name, photo.licence].compactMap(\.self)
    let credit =
      [name.text(.faint)]
      + others.filter { !$0.isEmpty }.map { [Span(SafeText(sanitizing: $0), .faint)] }
    return PhotoCaption(
      description: wording.description(of: photo),
      credit: Array(credit.joined(separator: [Span(" · ", .faint)])),
      cover: isCovered
        ? why + wording.covered(key: key(.reveal)) : nil,
      kind: wording.photo(photo.kind, shape: photo.size.shape),
      film: photo.kind.isPlayed
        ? wording.playHint(photo.kind, key: key(.play)) : nil)
  }

  private func tellFacts(_ details: PhotoDetails?) {
    guard let shown else { return }
    viewModel.facts = PhotoFacts(wording: wording).facts(of: shown.photo, in: shown.post, details)
  }

  /// Shows it all.
  private func show() {
    switch activity {
    case .none: viewModel.heading.activity = ""
    case .loading(let asking):
      viewModel.heading.activity = wording.activity(
        asking, wording.loading, key: refreshKey)
    case .saving(let transfer):
      viewModel.heading.activity = wording.saving(transfer)
    }
    viewModel.heading.failure =
      shown == nil
      ? "" : failure.map { wording.photoDetailsFailed($0) } ?? ""
    viewModel.notice = notice
    let now = viewModel
    // First: what the view asks may be answered at once.
    viewModel.cues = []
    display?.display(now)
  }

  private var notice: EmptyState? {
    if isGone {
      return EmptyState(sentence: wording.say("This photo is no longer there."))
    }
    guard shown == nil else { return nil }
    guard let failure else {
      let asking = if case .loading(let asking) = activity { asking } else { FetchProgress.nothing }
      return EmptyState(
        asking: wording.say("Fetching the photo"), asking, wording, key: refreshKey)
    }
    return EmptyState(
      sentence: wording.nothingToShow(failure),
      next: refreshKey.isEmpty ? "" : wording.triesAgain(key: refreshKey))
  }

  /// Shows the post differently, and whether something of it has not reached the service.
  private func change(_ post: Post?) {
    guard var item = viewModel.exhibit?.item, post == nil || post?.id == item.post.id else {
      return
    }
    item.post = post ?? item.post
    item.isWaiting = report.undelivered.marks(item.post.id)
    viewModel.exhibit?.item = item
  }

  private func endSaving(_ words: SafeText, _ tone: Message.Tone) {
    say(words, tone)
    viewModel.isSaving = false
  }

  private func say(_ words: SafeText, _ tone: Message.Tone) {
    viewModel.cues.append(.post(.say(Message(text: words, tone: tone))))
  }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }
}
