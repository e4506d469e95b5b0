import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct SharedLinksContent: PagedListContent {
  /// The maximum numbers of people named below a shared page, and of excerpts of their posts.
  private static let (mostNamed, mostQuoted) = (2, 3)

  let wording: Wording
  let keys: KeyMap
  var options = DisplayOptions()

  var openRequest: SharedLinksScene.SceneRequest { .open }
  var refreshRequest: SharedLinksScene.SceneRequest? { .refresh }
  /// The flag that makes the list of shared pages reload when it comes to the front; always true,
  /// since posts fetched meanwhile may contain further links.
  var reloadsOnReturn: Bool { true }

  func viewModel(of state: SharedLinksScene.SceneState) -> PagedListViewModel<SharedLinkRow> {
    let links = state.links ?? []
    let isToday = state.span == .today
    return PagedListViewModel(
      title: isToday
        ? wording.say("Links shared today") : wording.say("Links shared this week"),
      remark: links.isEmpty ? "" : wording.plural("{count} page", "{count} pages", links.count),
      rows: links.map(sharedLinkRow),
      notice: links.isEmpty ? emptySceneMessage(of: state, isToday: isToday) : nil)
  }

  private func emptySceneMessage(of state: SharedLinksScene.SceneState, isToday: Bool)
    -> EmptySceneMessage
  {
    guard state.links != nil else {
      return EmptySceneMessage(sentence: wording.loading, isBusy: true)
    }
    let key = keys.keyName(for: .view) ?? ""
    return EmptySceneMessage(
      sentence: wording.noSharedLinks,
      nextStep: isToday
        ? wording.say("{key} shows the week.", ["key": key])
        : wording.say("{key} shows today.", ["key": key]))
  }

  private func sharedLinkRow(of link: SharedLink) -> SharedLinkRow {
    return SharedLinkRow(
      id: link.url,
      title: options.displayableText(SafeText(sanitizing: link.title ?? link.url), wording),
      link: SafeWebLink(link.url), host: SafeText(sanitizing: link.url.host),
      people: wording.linkSharedByText(
        by: wording.joinedNames(
          link.shares.prefix(Self.mostNamed).map { personDisplayName(of: $0.person) },
          count: link.shares.count)),
      quotes: wording.sharingPostExcerpts(of: link).prefix(Self.mostQuoted).map {
        SharedLinkRow.SharingPostExcerpt(
          name: personDisplayName(of: $0.person) + ": ",
          words: options.displayableText($0.words, wording))
      })
  }

  private func personDisplayName(of person: Person) -> SafeText {
    let name = SafeText(sanitizing: person.spokenName)
    return name.isBlank || !options.isDisplayableText(name)
      ? SafeText(sanitizing: person.handle) : name
  }

  func keyHintCommands(for row: SharedLinkRow?) -> [Command] {
    row == nil
      ? [.back, .view, .refresh, .help]
      : [.back, .open, .openLink, .copyLink, .view, .refresh, .help]
  }

  func overridingKeyHintTexts(for row: SharedLinkRow?) -> [Command: SafeText] {
    [.open: wording.say("who said what"), .view: wording.say("today or week")]
  }

  func performRowCommand(
    _ command: Command, on row: SharedLinkRow?, _ scene: PagedListView<SharedLinksContent>
  ) -> Bool {
    if command == .view {
      scene.send(.toggleSpan)
      return true
    }
    guard let row else { return false }
    switch command {
    case .open:
      scene.navigator?.navigate(
        to: .stream(DerivedFeed.shares(of: row.id).feed(named: row.title.string)))
    case .openLink: if let link = row.link { scene.navigator?.openLink(link) }
    case .browse: if let link = row.link { scene.navigator?.openInBrowser(link) }
    case .copyLink: scene.navigator?.copyText(SafeText(sanitizing: row.id))
    case .saveForLater:
      if let link = row.link {
        scene.navigator?.saveLinkForLater(link, title: row.title)
      }
    default: return false
    }
    return true
  }

  func rowLines(
    of row: SharedLinkRow, columns: Int, portraitBox: CellSize?, _ theme: Theme,
    _ options: DisplayOptions
  ) -> LaidOutLines<Never> {
    let columns = min(columns, PostLayout.widest)
    var lines = [Line(row.title, theme.style(.author)).truncatedLine(columns: columns)]
    let place: SafeText = row.host + " · " + row.people
    lines.append(Line(place, theme.style(.faint)).truncatedLine(columns: columns))
    for quote in row.quotes {
      var line = Line("  " + quote.name, theme.style(.strong))
      line.append(quote.words, theme.style(.text))
      lines.append(line.truncatedLine(columns: columns))
    }
    return LaidOutLines(lines: lines)
  }
}

struct SharedLinkRow: Identifiable, Equatable {
  /// A quotation below a shared page: the name of a person who shared the page, and an excerpt of
  /// that person's post.
  struct SharingPostExcerpt: Equatable {
    let name: SafeText
    let words: SafeText
  }

  /// The web address of the shared page, as the id of its row.
  let id: String
  let title: SafeText
  let link: SafeWebLink?
  let host: SafeText
  let people: SafeText
  let quotes: [SharingPostExcerpt]
}

extension String {
  /// The host of the web address in this string, without "www."; the whole string if it is no web
  /// address.
  fileprivate var host: String {
    let host = split(separator: "/").dropFirst().first.map(String.init) ?? self
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }
}
