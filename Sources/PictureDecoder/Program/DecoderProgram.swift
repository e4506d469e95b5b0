import Glibc
import PictureWire

/// A runner of the decoder program `tweetie-picture`, which reads a picture from standard input,
/// and writes a reply to standard output.
package struct DecoderProgram {
  private let request: PictureDecodingRequest?
  /// True if the decoder program is to print the versions of the picture libraries, and decodes
  /// nothing.
  private let tellsVersions: Bool
  /// The niceness (low priority) of the decoder process, which must not slow down the main program.
  private static let niceness: CInt = 5

  /// Creates the decoder program from its arguments, without the program's name; invalid ones are
  /// refused when it runs.
  package init(arguments: [String]) {
    request = PictureDecodingRequest(arguments: arguments)
    tellsVersions = arguments == [PictureDecodingRequest.versions]
  }

  /// Runs the decoder program: enters the sandbox, decodes, replies and exits. The picture's format
  /// is detected before the sandbox, in which no library can be opened.
  package func runProgram() -> Never {
    if tellsVersions {
      _exit(StandardStreams.writeStandardOutput(Array(CodecVersions.text.utf8)) ? 0 : 1)
    }
    // The main program, which handles keys, has priority.
    nice(Self.niceness)
    guard let request else { writeReply(DecoderReplyHeader(.failure(.badOrder), isReduced: false)) }
    // The main program enforces the time limit; the alarm is for a main program that has ended.
    alarm(5 * request.timeLimit)
    let beginning = StandardStreams.readStandardInput(atMost: PictureFormat.signatureLength)
    let format = beginning.withUnsafeBytes { PictureFormat(ByteView($0)) }
    let hasThreads = format == .heic && request.isUpload
    if format != .heic || hasThreads { format?.loadDecodingLibrary() }
    let isReduced = DecoderSandbox.enterSandbox(allowingThreads: hasThreads) == .reduced
    guard !(isReduced && request.requiresSandbox) else {
      writeReply(DecoderReplyHeader(.failure(.noSandbox), isReduced: true))
    }
    let work = DecodeTask(request)
    do throws(DecoderRefusal) {
      let bytes = StandardStreams.readStandardInput(atMost: work.mostBytes + 1, after: beginning)
      let product = try work.decodePictureFile(from: bytes)
      writeReply(DecoderReplyHeader(.success(product.facts), isReduced: isReduced), product.body)
    } catch {
      writeReply(DecoderReplyHeader(.failure(error), isReduced: isReduced))
    }
  }

  private func writeReply(_ header: DecoderReplyHeader, _ body: [UInt8] = []) -> Never {
    let isWritten =
      StandardStreams.writeStandardOutput(header.bytes) && StandardStreams.writeStandardOutput(body)
    // `_exit` skips the destructors of libraries, which are useless at the end of a process.
    _exit(isWritten ? 0 : 1)
  }
}

enum StandardStreams {
  /// Returns the bytes that were read earlier, followed by those read from standard input; at most
  /// `limit` bytes altogether. The unused rest of the memory is not touched.
  static func readStandardInput(atMost limit: Int, after beginning: [UInt8] = []) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      count = room.update(fromContentsOf: beginning)
      while count < limit {
        let read = Glibc.read(STDIN_FILENO, room.baseAddress! + count, limit - count)
        if read == 0 || (read < 0 && errno != EINTR) { break }
        count += max(0, read)
      }
    }
  }

  static func writeStandardOutput(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(STDOUT_FILENO, bytes.baseAddress! + written, bytes.count - written)
        if count < 0 && errno != EINTR { return false }
        written += max(0, count)
      }
      return true
    }
  }
}
