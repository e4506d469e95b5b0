import Glibc
import PictureWire

/// `tweetie-picture`: a picture on standard input, a reply on standard output.
package struct PictureProgram {
  private let order: PictureOrder?
  /// Whether to print the libraries' versions.
  private let tellsVersions: Bool
  /// The niceness, as the main program handles keys.
  private static let politeness: CInt = 5

  /// `arguments` without the program's name.
  package init(arguments: [String]) {
    order = PictureOrder(arguments: arguments)
    tellsVersions = arguments == [PictureOrder.versions]
  }

  /// Confines the process, decodes, replies and exits. The format is read before that, since
  /// libraries must be opened.
  package func run() -> Never {
    if tellsVersions { _exit(StandardStreams.write(Array(CodecVersions.text.utf8)) ? 0 : 1) }
    // The person who reads and types comes first.
    nice(Self.politeness)
    guard let order else { end(ReplyHeader(.failure(.badOrder), isReduced: false)) }
    // The client ends it when its time is up; this is for when there is no client any more.
    alarm(5 * order.patience)
    let beginning = StandardStreams.read(atMost: PictureFormat.mark)
    let format = beginning.withUnsafeBytes { PictureFormat(ByteView($0)) }
    let hasThreads = format == .heic && order.isUpload
    if format != .heic || hasThreads { format?.load() }
    let isReduced = Sandbox.enter(allowingThreads: hasThreads) == .reduced
    guard !(isReduced && order.requiresSandbox) else {
      end(ReplyHeader(.failure(.noSandbox), isReduced: true))
    }
    let work = DecodeTask(order)
    do throws(WireRefusal) {
      let bytes = StandardStreams.read(atMost: work.mostBytes + 1, after: beginning)
      let product = try work.product(from: bytes)
      end(ReplyHeader(.success(product.facts), isReduced: isReduced), product.body)
    } catch {
      end(ReplyHeader(.failure(error), isReduced: isReduced))
    }
  }

  private func end(_ header: ReplyHeader, _ body: [UInt8] = []) -> Never {
    let isWritten = StandardStreams.write(header.bytes) && StandardStreams.write(body)
    // Not `exit`: there is nothing for the libraries to tidy up in a process that ends.
    _exit(isWritten ? 0 : 1)
  }
}

/// Standard input and output.
enum StandardStreams {
  /// All of standard input up to a limit. Unused memory is never touched.
  static func read(atMost limit: Int, after beginning: [UInt8] = []) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      count = room.update(fromContentsOf: beginning)
      while count < limit {
        let read = Glibc.read(STDIN_FILENO, room.baseAddress! + count, limit - count)
        if read == 0 || (read < 0 && errno != EINTR) { break }
        count += max(0, read)
      }
    }
  }

  static func write(_ bytes: [UInt8]) -> Bool {
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
