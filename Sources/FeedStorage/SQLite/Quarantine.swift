internal import FeedDomain
internal import Glibc

/// Where databases go that cannot be read any more.
struct Quarantine {
  /// The database's path.
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
      for suffix in ["", "-wal", "-shm"] { unlink(name(number) + suffix) }
      number += 1
    }
  }

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
