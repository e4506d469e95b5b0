internal import CLibraries
internal import CSystem
internal import Glibc
internal import PictureWire

/// A decoder process for one picture, used by one thread. The thread must call `killDecoderProcess`
/// once, which ends the process and closes its file descriptors.
struct DecoderProcess {
  /// The file descriptor of the pipe with the decoder's reply; readable when more bytes or the
  /// pipe's end have come.
  let output: CInt
  private let process: pid_t
  private var reply: DecoderReply

  /// The size in bytes of the pipe for the decoder's reply; large, so that reading wakes up rarely.
  private static let room: CInt = 1 << 20

  init(_ program: String, _ order: PictureDecodingRequest, _ bytes: [UInt8]) throws(PictureRefusal)
  {
    let input = try Self.createMemoryFile(of: bytes)
    defer { close(input) }
    var ends: [CInt] = [-1, -1]
    let code = csystem_pipe(&ends, Self.room)
    guard code == 0 else { throw .notStarted(code: code) }
    defer { close(ends[1]) }
    output = ends[0]
    reply = DecoderReply(to: order)
    do throws(PictureRefusal) {
      process = try Self.startDecoderProcess(
        program, order.arguments, input: input, output: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
  }

  /// Reads the available bytes of the decoder's reply; returns nil until the reply is complete.
  mutating func readDecoderReply() throws(PictureRefusal) -> DecoderReply.DecoderReplyContent? {
    while true {
      let output = output
      let count = try reply.receiveReplyPart { room in
        Glibc.read(output, room.baseAddress, room.count)
      }
      if count > 0 { continue }
      guard count == 0 else {
        if errno == EINTR { continue }
        if errno == EAGAIN { return nil }
        throw .badReply
      }
      // The decoder closed its end of the pipe; most likely the process has died.
      guard let content = reply.content else { throw killProcessReturningRefusal() }
      return content
    }
  }

  func killDecoderProcess() {
    close(output)
    kill(process, SIGKILL)
    // Waits for this child only; others are waited for elsewhere. The killed process ends at once.
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Kills the decoder process, whose reply ended early, and returns the error that its exit stands
  /// for; leaves the process for `killDecoderProcess` to reap.
  private func killProcessReturningRefusal() -> PictureRefusal {
    kill(process, SIGKILL)
    var information = siginfo_t()
    // Leaves the process for `killDecoderProcess` to reap.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let signal = csystem_exit_status(&information)
    guard information.si_code != CLD_EXITED else {
      let missing = signal == Self.notLoaded ? Self.linked.first { clibraries_has($0) == 0 } : nil
      return missing.map { .missingLibrary($0) } ?? .crashed(signal: 0)
    }
    switch signal {
    case SIGSYS: return .confined
    case SIGALRM, SIGXCPU: return .tooSlow
    default: return .crashed(signal: signal)
    }
  }

  /// The exit code of a decoder process for which the loader found a library missing.
  private static let notLoaded: CInt = 127
  private static let linked = ["libjpeg", "libpng", "libwebp", "libwebpdemux", "giflib"]

  /// Writes a picture's bytes to a memory file, and returns the file's descriptor at the beginning,
  /// so that no thread has to pass the bytes to the decoder.
  private static func createMemoryFile(of bytes: [UInt8]) throws(PictureRefusal) -> CInt {
    let file = csystem_memory_file("picture")
    guard file >= 0 else { throw .notStarted(code: errno) }
    let written = bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(file, bytes.baseAddress! + written, bytes.count - written)
        if count < 0 && errno != EINTR { return false }
        written += max(0, count)
      }
      return true
    }
    guard written, lseek(file, 0, SEEK_SET) == 0 else {
      let code = errno
      close(file)
      throw .notStarted(code: code)
    }
    return file
  }

  static func startDecoderProcess(
    _ program: String, _ arguments: [String], input: CInt, output: CInt
  ) throws(PictureRefusal) -> pid_t {
    // The decoder gets no variables of this process. `SWIFT_BACKTRACE` keeps the runtime from
    // opening a debugger after a crash; the path to libraries is kept for systems where no program
    // runs without it.
    var environment = ["SWIFT_BACKTRACE=enable=no"]
    if let libraries = getenv("LD_LIBRARY_PATH") {
      environment.append("LD_LIBRARY_PATH=\(String(cString: libraries))")
    }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process = pid_t()
    let code = csystem_start(program, &words, &variables, input, output, &process)
    guard code == 0 else { throw .notStarted(code: code) }
    return process
  }
}

/// A counter of the decoder's consecutive crashes, with the pause that grows with them. One
/// malicious picture delays no others, but a broken decoder is not started hundreds of times a
/// second.
struct CrashBackoff {
  private static let toleratedCrashes = 3
  private static let maximumDoublings = 6

  private let first: Duration
  private var crashes = 0
  private(set) var end: ContinuousClock.Instant?

  init(first: Duration) { self.first = first }

  /// Updates the pause by a job's result: counts consecutive failures that are the decoder's own
  /// fault. Success and other failures reset the count; a cancelled job does not.
  mutating func adjustPauseToJobResult(
    _ answer: DecodingJob.Answer, at now: ContinuousClock.Instant
  ) {
    guard case .failure(let refusal) = answer, refusal != .cancelled else {
      if case .success = answer { crashes = 0 }
      return
    }
    crashes = refusal.mayBeDecoderFault ? crashes + 1 : 0
    guard crashes > Self.toleratedCrashes else { return }
    end = now + first * (1 << min(crashes - Self.toleratedCrashes - 1, Self.maximumDoublings))
  }
}
