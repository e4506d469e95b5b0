internal import Glibc
internal import Groundwork

/// A file that does nothing but take up space, to be thrown overboard when the disk is full: then
/// what a person just wrote can still be kept.
struct Ballast {
  private static let size: off_t = 1 << 20
  private let path: String

  /// The ballast of a database file.
  init(of file: String) { path = file + "-ballast" }

  /// Takes up the space, where it is not taken up yet.
  func load() {
    // On a disk that has no room for it there will be none.
    guard let file = try? OpenFile(path, O_WRONLY | O_CREAT | O_EXCL) else { return }
    if posix_fallocate(file.descriptor, 0, Self.size) != 0 { unlink(path) }
  }

  /// Gives the space back; false where there is none to give.
  func throwOverboard() -> Bool { unlink(path) == 0 }
}
