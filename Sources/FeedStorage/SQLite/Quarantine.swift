internal import FeedDomain
internal import Glibc

/// Where databases go that cannot be read any more.
struct Quarantine {
  let file: String
  /// Whether it may be dropped for a later one.
  let worth: DatabaseFile.Worth

  /// Moves the database out of the way and returns where it is now.
  ///
  /// Of what can be fetched again the last damaged file is kept, for whoever wants to know what
  /// happened; of what cannot, every one, with its log.
  func putAside() throws(StoreError) -> String {
    let target = worth == .replaceable ? name(1) : freeName()
    for suffix in ["", "-wal"] {
      guard rename(file + suffix, target + suffix) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "putting \(file) aside")
      }
    }
    unlink(file + "-shm")  // Only an index of the log: SQLite makes a new one.
    return target
  }

  /// Removes everything that was put aside.
  func clear() {
    var number = 1
    while exists(name(number)) {
      for suffix in Self.suffixes { unlink(name(number) + suffix) }
      number += 1
    }
  }

  /// Removes everything that was put aside, and the database itself.
  func eraseEverything() throws(StoreError) {
    clear()
    for suffix in Self.suffixes {
      guard unlink(file + suffix) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "erasing \(file)")
      }
    }
  }

  /// What the names of the files of one database end with.
  private static let suffixes = ["", "-wal", "-shm"]

  private func name(_ number: Int) -> String { "\(file).damaged-\(number)" }

  private func freeName() -> String {
    var number = 1
    while exists(name(number)) { number += 1 }
    return name(number)
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
