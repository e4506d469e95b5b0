import Glibc

/// Descriptor 0, and files that are named in its place.
package struct StandardInput: PipedInput {
  /// More than any service takes as a post.
  private let limit = 1 << 20

  package init() {
  }

  package var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  package func text() throws(InputError) -> String { try text(from: STDIN_FILENO) }

  package func text(of file: String) throws(InputError) -> String {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    return try text(from: descriptor)
  }

  private func text(from descriptor: CInt) throws(InputError) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { break }
      guard count > 0 else {
        guard errno == EINTR else { throw .failed(String(cString: strerror(errno))) }
        continue
      }
      bytes += chunk.prefix(count)
      guard bytes.count <= limit else { throw .tooLong }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}

package enum RootedPath {
  /// The path of a file from the root on; itself where there is no such file.
  package static func path(_ path: String) -> String {
    guard let whole = realpath(path, nil) else { return path }
    defer { free(whole) }
    return String(cString: whole)
  }
}
