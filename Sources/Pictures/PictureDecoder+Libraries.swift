internal import CSystem
internal import Glibc
internal import PictureWire

extension PictureDecoder {
  /// The libraries with which the program at that path reads pictures, and their versions, as it
  /// reports them; none where it reports nothing.
  ///
  /// Waits for the answer, for two seconds at most, so it is for callers with nothing else to do.
  package static func libraries(of program: String) -> [(name: String, version: String)] {
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    var ends: [CInt] = [-1, -1]
    guard input >= 0, csystem_pipe(&ends, 1 << 12) == 0 else { return [] }
    defer { close(ends[0]) }
    // Whatever the reason: there is nothing to report.
    let process = try? DecoderProcess.start(
      program, [PictureOrder.versions], input: input, output: ends[1])
    close(input)
    close(ends[1])
    guard let process else { return [] }
    defer {
      kill(process, SIGKILL)
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
    return text(from: ends[0]).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      return words.count == 2 ? (words[0], words[1]) : nil
    }
  }

  private static func text(from pipe: CInt) -> String {
    let end = ContinuousClock.now.advanced(by: .seconds(2))
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 10)
    while bytes.count < 1 << 12 {
      let left = ContinuousClock.now.duration(to: end)
      var watched = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard left > .zero, poll(&watched, 1, CInt(left / .milliseconds(1)) + 1) > 0 else { break }
      let count = chunk.withUnsafeMutableBytes { Glibc.read(pipe, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
