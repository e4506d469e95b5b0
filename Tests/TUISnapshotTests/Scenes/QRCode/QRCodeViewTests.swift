import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct QRCodeViewTests {
  private let navigator = NavigatorSpy()
  private let address = "https://fosstodon.org/@ada/112233445566778899"

  private func view(
    _ address: String? = nil, options: DisplayOptions = DisplayOptions()
  ) -> QRCodeView {
    let view = QRCodeView(of: address ?? self.address, wording: Wording(), options: options)
    view.navigator = navigator
    return view
  }

  @Test func `the QR code of a post's address fits 80 by 24, with the address below`() throws {
    let code = try #require(QRCode(address))
    let lines = view().drawn(rows: 22, columns: 80).text.split(separator: "\n").map(String.init)

    for line in code.halfBlockLines() {
      #expect(lines.contains { $0.contains(line.string.prefix(20)) })
    }
    #expect(lines.contains { $0.contains(address) })
  }

  @Test func `a QR code without room for its frame covers the whole scene below`() {
    var canvas = Canvas(size: CellSize(rows: 20, columns: 80))
    for row in 0..<20 {
      canvas.writeLine(
        Line(repeating: "x", count: 80, .plain), at: CellPosition(row: row, column: 0),
        within: canvas.bounds)
    }

    view().drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: .dark, isFront: true, frame: 0, now: Posts.now))

    #expect(!canvas.text.contains("x"))
  }

  @Test func `the QR code is drawn white on black in every theme`() {
    let canvas = view().drawn(rows: 22, columns: 80)
    let styles = canvas.rows.flatMap(\.self).filter { $0.character == "█" }.map(\.style)

    #expect(!styles.isEmpty && styles.allSatisfy { $0 == styles[0] })
    #expect(styles.first?.background == .rgb(0, 0, 0))
  }

  @Test func `without symbols a QR code is drawn with ASCII signs, if the window is high enough`() {
    let plain = DisplayOptions(isPlain: true)
    #expect(view(options: plain).drawn(rows: 60, columns: 80).text.contains("##############"))
    #expect(
      view(options: plain).drawn(rows: 22, columns: 80).text
        .contains("The window is too small for this QR code. tweetie qr prints it."))
  }

  @Test func `an address too long for a QR code shows a message`() {
    let long = "https://a.example/" + String(repeating: "a", count: 300)

    #expect(
      view(long).drawn(rows: 22, columns: 80).text
        .contains("This address is too long for a QR code."))
  }

  @Test func `keys copy the address, open it or close the popup`() {
    let view = view()

    #expect(view.handleEvent(.command(.copyLink)))
    #expect(view.handleEvent(.command(.browse)))
    #expect(view.handleEvent(.command(.like)))
    #expect(!view.handleEvent(.command(.quit)))
    #expect(view.handleEvent(.command(.back)))

    #expect(navigator.routes == [.back])
  }

  @Test func `the key for the QR code opens the address of the post, or says that it has none`() {
    let screen = StreamScreen()
    screen.show([
      .entry(.init(Posts.post("1", RichText("Hello"), url: address))),
      .entry(.init(Posts.post("2", RichText("Hi")))),
    ])

    screen.press(.qrCode)
    #expect(screen.navigator.routes == [.qrCode(address)])

    screen.press(.down, .qrCode)
    #expect(screen.said == [Wording().noLink.string])
  }
}
