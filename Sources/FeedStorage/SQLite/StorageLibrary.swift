internal import CSQLite

/// What `tweetie doctor` tells about the library that stores.
package enum StorageLibrary {
  package static var version: String { String(cString: sqlite3_libversion()) }
}
