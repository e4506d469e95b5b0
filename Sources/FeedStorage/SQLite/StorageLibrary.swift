internal import CSQLite

/// What `tweetie doctor` tells about the library that stores.
public enum StorageLibrary {
  /// Its version.
  public static var version: String { String(cString: sqlite3_libversion()) }
}
