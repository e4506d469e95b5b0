internal import Glibc

extension MainLoop {
  /// Calls the handler whenever a file is put in its place in that directory, by whichever process,
  /// for as long as the loop is there; never where the system does not tell.
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
