internal import Glibc

extension MainLoop {
  /// Calls a handler whenever a file in a directory is replaced, by any process, while the loop
  /// exists; never if the system has no such notification.
  public func watchReplacements(
    in directory: String, _ handler: @escaping @MainActor () -> Void
  ) {
    let events = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard events >= 0 else { return }
    guard inotify_add_watch(events, directory, UInt32(IN_MOVED_TO)) >= 0 else {
      close(events)
      return
    }
    _ = watch(events, for: .reading) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while read(events, &bytes, bytes.count) > 0 {}
      handler()
    }
  }
}
