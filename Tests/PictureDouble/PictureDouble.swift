import CSamples
import CSystem
import Glibc
import PictureDecoder
import PictureWire

/// A decoder that does what none should, for the tests; the name by which it is called says what.
struct PictureDouble {
  private let name: String
  private let arguments: [String]

  init(calledBy words: [String]) {
    name = words.first?.split(separator: "/").last.map(String.init) ?? ""
    arguments = Array(words.dropFirst())
  }

  func run() -> Never {
    switch name {
    case "aborts": abort()
    case "faults": raise(SIGSEGV)
    case "is-killed": kill(getpid(), SIGKILL)
    case "hangs", "hangs-in-line": while true { pause() }
    case "hangs-silently":
      close(STDOUT_FILENO)
      while true { pause() }
    case "leaves": break
    case "leaves-early": write(Array(reply().prefix(20)))
    case "cuts-short": write(Array(reply().dropLast()))
    case "adds": write(reply() + [0])
    case "floods": while true { write([UInt8](repeating: 0x41, count: 1 << 16)) }
    case "floods-after": while true { write(reply()) }
    case "writes-html": write(Array("<html><body>Not found</body></html> and so on".utf8))
    case "draws-larger": write(reply(growing: 1))
    case "answers": write(reply())
    case "lacks-landlock":
      refuse(call: landlock)
      DecoderProgram(arguments: arguments).runProgram()
    case "lacks-filters":
      refuse(call: __NR_seccomp)
      DecoderProgram(arguments: arguments).runProgram()
    default: tryEscape()
    }
    _exit(0)
  }
}

extension PictureDouble {
  private var landlock: CInt { 444 }

  /// A reply of the size that was ordered, or larger.
  private func reply(growing: Int = 0) -> [UInt8] {
    guard let order = PictureDecodingRequest(arguments: arguments),
      case .show(let box, _, _) = order.job
    else { return [] }
    let size = PixelExtent(width: box.width + growing, height: box.height)
    let facts = DecoderReplyHeader.DecodedPictureFacts(
      original: size, size: size, bodyCount: size.area * 3)
    return DecoderReplyHeader(.success(facts), isReduced: false).bytes
      + [UInt8](repeating: 0x2A, count: size.area * 3)
  }

  private func write(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { _exit(1) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Has the kernel say that it does not know a call, as an older one would.
  private func refuse(call: CInt) {
    let unknown = SECCOMP_RET_ERRNO | UInt32(ENOSYS)
    var filter = [
      sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: 0),
      sock_filter(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: 0, jf: 1, k: UInt32(call)),
      sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: unknown),
      sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: SECCOMP_RET_ALLOW),
    ]
    guard csystem_renounce_privileges() == 0,
      csystem_filter_calls(&filter, UInt16(filter.count)) == 0
    else { _exit(2) }
  }

  /// Shuts itself in like a decoder, and tries to get out; called by a number.
  private func tryEscape() {
    _ = DecoderSandbox.enterSandbox()
    if let number = CInt(name) { sample_escape(number) }
  }
}
