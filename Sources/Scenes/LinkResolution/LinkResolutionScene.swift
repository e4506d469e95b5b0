import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct LinkResolutionViewModel: Equatable {
  var title: SafeText = ""
  var notice: EmptySceneMessage?
  /// The web address of the link that is being looked up; nil for a handle.
  var link: SafeWebLink?
  /// The route to the post or profile that the link leads to; nil until the service has found it.
  var route: Route?
}

extension LinkResolutionViewModel {
  init(
    _ state: LinkResolutionScene.SceneState, at service: Service, _ wording: Wording, keys: KeyMap
  ) {
    guard let lead = state.resolvableLink else { return }
    let refreshKey = keys.keyName(for: .refresh) ?? ""
    title = SafeText(sanitizing: lead.text)
    if case .address(let address) = lead { link = SafeWebLink(address) }
    switch state.destination {
    case .post(let post): route = .conversation(post.id)
    case .person(let person): route = .profile(person.id)
    case nil: break
    }
    guard let error = state.fetch.failure else {
      let asking = state.fetch.fetchProgress == .idle ? .underWay : state.fetch.fetchProgress
      notice = EmptySceneMessage(
        asking: wording.say("Looking up {address}", ["address": lead.text]), asking, wording,
        key: refreshKey)
      return
    }
    // The possible next steps: a retry if it may help, and the browser.
    let ways = [
      error == .notFound ? nil : wording.retryHint(key: refreshKey),
      link.map { _ in
        wording.say("{key} opens it in the browser.", ["key": keys.keyName(for: .openLink) ?? ""])
      },
    ]
    notice = EmptySceneMessage(
      sentence: error == .notFound
        ? wording.linkNotFoundMessage(at: lead, service) : wording.sentence(for: error),
      nextStep: ways.compactMap(\.self).joined(separator: " "))
  }
}

/// A scene that is shown while the service looks up a link; the post or profile found then replaces
/// the scene.
@MainActor
final class LinkResolutionView: Scene {
  weak var navigator: (any Navigator)?
  private let resolvableLink: ResolvableLink
  private let options: DisplayOptions
  private let requests: SceneRequestSender<LinkResolutionScene.SceneRequest>
  private var viewModel = LinkResolutionViewModel()

  init(
    to resolvableLink: ResolvableLink,
    interactor: any Interacting<LinkResolutionScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.resolvableLink = resolvableLink
    requests = SceneRequestSender(to: interactor)
    self.options = options
  }

  var header: SceneHeader { SceneHeader(viewModel.title) }

  var hints: [Command] {
    viewModel.link == nil
      ? [.back, .refresh, .help] : [.back, .openLink, .copyLink, .refresh, .help]
  }

  var properties: SceneProperties { SceneProperties(closesWhenLeft: viewModel.route != nil) }

  func isAnimating(at now: Timestamp) -> Bool {
    options.isAnimated && viewModel.notice?.isBusy == true
  }

  func sceneDidAppear() {
    requests.sendOpeningRequestOnce(.open(resolvableLink))
    // An overlay covered this scene when the route became known, so the navigation is done now.
    if let route = viewModel.route { navigator?.navigate(to: route) }
  }

  func sceneDidClose() {
    requests(.close)
    requests.cancelAllRequests()
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    viewModel.notice?.drawEmptySceneMessage(on: &canvas, in: rect, drawing, options)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .command(let command) = event else { return false }
    switch (command, viewModel.link) {
    case (.refresh, _): requests(.refresh)
    case (.openLink, let link?), (.browse, let link?): navigator?.openInBrowser(link)
    case (.copyLink, let link?): navigator?.copyText(SafeText(sanitizing: link.address))
    default: return false
    }
    return true
  }
}

extension LinkResolutionView: Displaying {
  func display(_ viewModel: LinkResolutionViewModel) {
    let before = self.viewModel.route
    self.viewModel = viewModel
    if before == nil, let route = viewModel.route { navigator?.navigate(to: route) }
    navigator?.requestRedraw()
  }
}

extension LinkResolutionView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(header)
    words.notes = viewModel.notice?.lines ?? []
    words.isBusy = viewModel.notice?.isBusy == true
    return words
  }
}
