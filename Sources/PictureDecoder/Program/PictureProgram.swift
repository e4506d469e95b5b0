import Glibc
import PictureWire

/// `tweetie-picture`: one picture on standard input, one reply on standard output.
public struct PictureProgram {
  private let order: PictureOrder?
  /// Whether nothing but the versions of the libraries is asked for.
  private let tellsVersions: Bool
  /// How much less of the processor it takes than what has the keys, where both want it.
  private static let politeness: CInt = 5

  /// The program for these arguments, without its own name.
  public init(arguments: [String]) {
    order = PictureOrder(arguments: arguments)
    tellsVersions = arguments == [PictureOrder.versions]
  }

  /// Confines the process, reads, decodes, replies and ends.
  public func run() -> Never {
    if tellsVersions { _exit(StandardStreams.write(Array(CodecVersions.text.utf8)) ? 0 : 1) }
    // Whoever reads and types comes first.
    nice(Self.politeness)
    guard let order else { end(ReplyHeader(.failure(.badOrder), isReduced: false)) }
    // Whoever started it kills it when its time is up; this is for when nobody is left who would.
    alarm(5 * order.patience)
    let isReduced = Sandbox.enter() == .reduced
    guard !(isReduced && order.requiresSandbox) else {
      end(ReplyHeader(.failure(.noSandbox), isReduced: true))
    }
    let work = PictureWork(order)
    do throws(WireRefusal) {
      let bytes = StandardStreams.read(atMost: work.mostBytes + 1)
      let product = try work.product(from: bytes)
      end(ReplyHeader(.success(product.facts), isReduced: isReduced), product.body)
    } catch {
      end(ReplyHeader(.failure(error), isReduced: isReduced))
    }
  }

  private func end(_ header: ReplyHeader, _ body: [UInt8] = []) -> Never {
    let isWritten = StandardStreams.write(header.bytes) && StandardStreams.write(body)
    // Not `exit`, which would have the libraries tidy up a process that is gone anyway.
    _exit(isWritten ? 0 : 1)
  }
}
