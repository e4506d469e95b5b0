internal import Glibc

/// A delay of all replies, to find tests that rely on a fast server.
///
/// With `TWEETIE_LATENESS=300` in the environment, up to 300 milliseconds pass before a request is
/// read, and as many before it is answered; without the variable, none.
struct Lateness {
  private let most: UInt32

  init() {
    most = getenv("TWEETIE_LATENESS").flatMap { UInt32(String(cString: $0)) } ?? 0
  }

  func answer(_ request: RecordedRequest, _ script: LoopbackServer.Script) -> ScriptedReply {
    pass()
    defer { pass() }
    return script(request)
  }

  private func pass() {
    if most > 0 { usleep(.random(in: 0...most) * 1000) }
  }
}
