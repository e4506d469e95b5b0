import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import TweetieTUI

/// What happens to columns, told by doubles for the scenes in them.
@MainActor struct DeckTests {
  private static let wide = CellSize(rows: 40, columns: 200)
  private static let narrow = CellSize(rows: 24, columns: 80)
  private static let sol = Account.ID("sol")
  private static let photos = DeckColumn(.stream(.feed(.photos)), of: sol)
  private static let notifications = DeckColumn(.notifications, of: Account.ID("tom"))

  private let deck: SceneDeck
  private let made = Made()

  /// The scenes that were made, in their order.
  @MainActor private final class Made {
    var scenes: [(route: Route, column: DeckColumn?, scene: SceneDouble)] = []
    var shown: [[DeckColumn?]] = []
    /// What is done once the user has stopped.
    var waiting: (@MainActor () -> Void)?
  }

  init() {
    deck = SceneDeck(
      pause: SidePane.PreviewTimer(
        set: { [made] in made.waiting = $1 }, cancel: { [made] in made.waiting = nil }),
      isPlain: false)
    deck.makeScene = { [made] route, column in
      let scene = route.isRead ? SceneDouble.stream() : SceneDouble()
      made.scenes.append((route, column, scene))
      return scene
    }
    deck.onVisibleColumns = { [made] in made.shown.append($0) }
    deck.openScene(.stream(.home))
  }

  @Test func `pinned columns open after the first frame, and only those that are visible`() {
    deck.setPinnedColumns([Self.photos, Self.notifications], on: Self.narrow)
    deck.openVisibleColumns(on: Self.narrow)
    #expect(made.scenes.count == 1)

    deck.fitColumnsToScreen(on: Self.wide)

    #expect(made.scenes.map(\.column) == [nil, Self.photos, Self.notifications])
    #expect(
      made.scenes.map(\.route).suffix(2) == [
        .column(.stream(.feed(.photos))), .column(.notifications),
      ])
    #expect(made.shown == [[nil], [nil, Self.photos, Self.notifications]])
  }

  @Test func `an account has open scenes until its scenes and columns are closed`() {
    let (sol, tom) = (Self.sol, Account.ID("tom"))
    #expect(!deck.hasOpenScene(of: sol))
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    #expect(!deck.hasOpenScene(of: sol))

    deck.openVisibleColumns(on: Self.wide)
    deck.openScene(.asAccount(tom, .profile(Person.ID("ada"))))
    #expect(deck.hasOpenScene(of: sol) && deck.hasOpenScene(of: tom))

    #expect(deck.stack.popScene())
    deck.setPinnedColumns([], on: Self.wide)
    #expect(!deck.hasOpenScene(of: sol) && !deck.hasOpenScene(of: tom))
  }

  @Test func `a link resolution scene closes once it has opened the scene it led to`() {
    deck.openScene(.linkResolution(.handle("ada")))
    made.scenes[1].scene.properties.closesWhenLeft = true

    deck.openScene(.profile(Person.ID("ada")))

    #expect(deck.stack.count == 2 && deck.stack.route == .profile(Person.ID("ada")))
    #expect(made.scenes[1].scene.editKind == ["opened", "closed"])
  }

  @Test func `a column that is out of sight pauses, and resumes when it is visible again`() {
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)

    deck.fitColumnsToScreen(on: Self.narrow)
    #expect(made.scenes[1].scene.editKind == ["opened", "hidden"])
    #expect(deck.moveColumnFocus(by: 1, on: Self.narrow))

    #expect(made.scenes[1].scene.editKind == ["opened", "hidden", "seen", "opened"])
    #expect(made.scenes[0].scene.editKind.last == "hidden")
    #expect(deck.column.pinned == Self.photos)
    #expect(made.shown == [[nil, Self.photos], [nil], [Self.photos]])
  }

  @Test func `moving the column focus wraps around, and does nothing with a single column`() {
    #expect(!deck.moveColumnFocus(by: 1, on: Self.wide))
    deck.setPinnedColumns([Self.photos, Self.notifications], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)

    let way = [1, 1, 1, -1].map { step in
      _ = deck.moveColumnFocus(by: step, on: Self.wide)
      return deck.column.pinned
    }

    #expect(way == [Self.photos, Self.notifications, nil, Self.notifications])
  }

  @Test func `a column whose scene cannot be made is skipped when the focus moves`() {
    let make = deck.makeScene
    deck.makeScene = { $1 == Self.photos ? nil : make($0, $1) }
    deck.setPinnedColumns([Self.photos, Self.notifications], on: Self.narrow)
    deck.openVisibleColumns(on: Self.narrow)

    #expect(deck.moveColumnFocus(by: 1, on: Self.narrow))
    #expect(deck.column.pinned == Self.notifications)
    #expect(deck.moveColumnFocus(by: -1, on: Self.narrow))
    #expect(deck.column.pinned == nil)
    deck.focusColumn(1, on: Self.narrow)
    #expect(deck.column.pinned == nil)
  }

  @Test func `a scene opened in a column stays open while another column has the focus`() {
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)
    _ = deck.moveColumnFocus(by: 1, on: Self.wide)

    deck.openScene(.conversation(.init("a")))
    _ = deck.moveColumnFocus(by: 1, on: Self.wide)

    #expect(made.scenes.last?.column == Self.photos)
    #expect(deck.stack.count == 1)
    _ = deck.moveColumnFocus(by: -1, on: Self.wide)
    #expect(deck.stack.route == .conversation(.init("a")))
    #expect(deck.stack.popScene())
    #expect(deck.stack.route == .column(.stream(.feed(.photos))))
  }

  @Test func `unpinning a column closes its scene, and keeps the scenes of the other columns`() {
    deck.setPinnedColumns([Self.photos, Self.notifications], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)
    deck.focusColumn(2, on: Self.wide)

    deck.setPinnedColumns([Self.notifications], on: Self.wide)

    #expect(made.scenes.count == 3)
    #expect(made.scenes[1].scene.editKind == ["opened", "closed"])
    #expect(deck.column.pinned == Self.notifications)
    #expect(deck.deckLayoutIfSceneOpen(on: Self.wide)?.columns.count == 2)
  }

  @Test
  func
    `a draft in a column that is unpinned moves to the first column with its account and the focus`()
    throws
  {
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)
    deck.focusColumn(1, on: Self.wide)
    deck.openScene(.compose(.post))
    let draft = try #require(made.scenes.last?.scene)
    draft.properties.holdsUnsavedText = true

    deck.setPinnedColumns([], on: Self.wide)

    #expect(deck.stack.front === draft && deck.stack.account == Self.sol)
    #expect(!draft.editKind.contains("closed"))
    #expect(made.scenes[1].scene.editKind.last == "closed")
    #expect(deck.stack.popScene())
    #expect(deck.stack.route == .stream(.home))
  }

  @Test func `a draft in a column stays open when the active account is signed out`()
    throws
  {
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)
    deck.focusColumn(1, on: Self.wide)
    deck.openScene(.compose(.post))
    let draft = try #require(made.scenes.last?.scene)
    draft.properties.holdsUnsavedText = true

    deck.openScene(.signedOut)

    #expect(deck.column.pinned == nil)
    #expect(deck.stack.front === draft && deck.stack.account == Self.sol)
    #expect(!draft.editKind.contains("closed"))
    #expect(deck.stack.popScene())
    #expect(deck.stack.route == .signedOut)
  }

  @Test func `the list of streams stays open when its column is unpinned`() {
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)
    deck.focusColumn(1, on: Self.wide)
    deck.openScene(.tabs)

    deck.setPinnedColumns([], on: Self.wide)

    #expect(deck.stack.route == .tabs)
  }

  @Test func `signing in to another account opens its streams in the first column`() {
    let account = SignedInAccount.sampleOfDeck
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)
    deck.focusColumn(1, on: Self.wide)
    deck.openScene(.accounts)

    deck.openScene(.signedIn(account))

    #expect(deck.column.pinned == nil)
    #expect(deck.stack.route == .signedIn(account))
    #expect(deck.stack.count == 1)
    deck.focusColumn(1, on: Self.wide)
    #expect(deck.stack.route == .column(.stream(.feed(.photos))))
  }

  @Test func `pinned columns close the preview, and no preview opens beside them`() {
    deck.requestSidePanePreview(.conversationPreview(.init("a")), on: Self.wide)
    made.waiting?()
    #expect(deck.stack.preview === made.scenes[1].scene)

    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.requestSidePanePreview(.conversationPreview(.init("b")), on: Self.wide)

    #expect(made.waiting == nil)
    #expect(deck.stack.preview == nil)
    #expect(made.scenes[1].scene.editKind == ["opened", "closed"])
    #expect(made.scenes.count == 2)
  }

  @Test func `unpinning the last column makes the stream request its preview again`() {
    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)

    deck.setPinnedColumns([], on: Self.wide)

    #expect(made.scenes[0].scene.editKind == ["opened", "opened"])
    deck.requestSidePanePreview(.conversationPreview(.init("a")), on: Self.wide)
    made.waiting?()
    #expect(deck.stack.preview === made.scenes.last?.scene)
  }

  @Test func `recreating the scenes recreates the preview too`() {
    let preview = Route.conversationPreview(.init("a"))
    deck.requestSidePanePreview(preview, on: Self.wide)
    made.waiting?()
    let old = made.scenes[1].scene
    var remade: [Route] = []

    deck.recreateScenesWithoutUnsavedText { route, _ in
      remade.append(route)
      return route.isRead ? SceneDouble.stream() : SceneDouble()
    }

    #expect(remade == [.stream(.home), preview])
    #expect(old.editKind == ["opened", "closed"])
    #expect(deck.stack.preview != nil && deck.stack.preview !== old)
    // The new stream requests it as well.
    deck.requestSidePanePreview(preview, on: Self.wide)
    #expect(deck.stack.preview != nil)
  }

  @Test func `a preview stays open if recreating makes no new scene for it`() {
    deck.requestSidePanePreview(.conversationPreview(.init("a")), on: Self.wide)
    made.waiting?()

    deck.recreateScenesWithoutUnsavedText { _, _ in nil }

    #expect(deck.stack.preview === made.scenes[1].scene)
    #expect(made.scenes[1].scene.editKind == ["opened"])
  }

  @Test func `a column is hidden while the first column shows the same stream`() throws {
    deck.frontAccount = { Self.sol }
    made.scenes[0].scene.column = (.stream(.feed(.photos)), "Photos")

    deck.setPinnedColumns([Self.photos, Self.notifications], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)

    #expect(
      deck.deckLayoutIfSceneOpen(on: Self.wide)?.columns.map(\.reader) == [nil, Self.notifications])
    #expect(!deck.isShownInOwnColumn(Self.photos.content, of: nil))
    #expect(deck.moveColumnFocus(by: 1, on: Self.wide) && deck.column.pinned == Self.notifications)
    #expect(deck.moveColumnFocus(by: 1, on: Self.wide) && deck.column.pinned == nil)

    // Once something else is read there, the column is.
    made.scenes[0].scene.column = (.stream(.feed(.home)), "Home")
    deck.refitIfOtherColumnsShown(on: Self.wide)

    #expect(
      deck.deckLayoutIfSceneOpen(on: Self.wide)?.columns.map(\.reader) == [
        nil, Self.photos, Self.notifications,
      ])
    #expect(deck.isShownInOwnColumn(Self.photos.content, of: nil))
    #expect(made.scenes.last?.column == Self.photos)
  }

  @Test
  func
    `a column stays visible while the first column shows another account's stream of the same kind`()
    throws
  {
    deck.frontAccount = { Account.ID("tom") }
    made.scenes[0].scene.column = (.stream(.feed(.photos)), "Photos")

    deck.setPinnedColumns([Self.photos], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)

    #expect(deck.deckLayoutIfSceneOpen(on: Self.wide)?.columns.map(\.reader) == [nil, Self.photos])
  }

  @Test func `pinning the stream that the first column shows keeps its preview`() {
    deck.frontAccount = { Self.sol }
    made.scenes[0].scene.column = (.stream(.feed(.photos)), "Photos")
    deck.openVisibleColumns(on: Self.wide)
    deck.requestSidePanePreview(.conversationPreview(.init("a")), on: Self.wide)
    made.waiting?()

    deck.setPinnedColumns([Self.photos], on: Self.wide)

    #expect(deck.stack.preview === made.scenes[1].scene)
    #expect(made.scenes[1].scene.editKind == ["opened"])
    #expect(deck.deckLayoutIfSceneOpen(on: Self.wide)?.columns.count == 2)
  }

  @Test func `a deck has a layout at every size from 60 by 240 down to 1 by 4 cells and back`()
    throws
  {
    deck.setPinnedColumns([Self.photos, Self.notifications], on: Self.wide)
    deck.openVisibleColumns(on: Self.wide)
    deck.focusColumn(2, on: Self.wide)

    for side in Array(1...60) + (1...60).reversed() {
      let size = CellSize(rows: side, columns: side * 4)
      deck.fitColumnsToScreen(on: size)
      let layout = try #require(deck.deckLayoutIfSceneOpen(on: size))
      #expect(layout.focusedScene === deck.stack.base)
      #expect(layout.columns.contains { $0.scene === layout.focusedScene })
    }
  }
}

extension Route {
  /// Whether a stream is read there.
  fileprivate var isRead: Bool {
    switch self {
    case .stream, .signedIn, .column(.stream): true
    default: false
    }
  }
}

extension SignedInAccount {
  fileprivate static let sampleOfDeck = SignedInAccount(
    Account(service: .tweetie, person: .init("tom"), handle: "tom"), token: Secret("t"))
}
