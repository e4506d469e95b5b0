import Glibc
import TerminalRig

extension TemporaryHome {
  /// A home whose built-in service answers at once, where nothing happens by itself, and where what
  /// is sent goes out without a moment to undo it.
  ///
  /// What goes wrong at the service is whatever ``setFaults(_:)`` said last. Pictures arrive when
  /// they have been painted, which changes a screen that somebody compares: they are off unless a
  /// story is about them.
  static func furnished(
    latency: String = "0ms", newPosts: String = "10h", refresh: String = "0s",
    undo: String = "0s", faults: String = "", pictures: String = "off", catchUp: String = "off",
    more: String = ""
  ) throws -> TemporaryHome {
    let home = try TemporaryHome()
    mkdir(home.path + "/config/tweetie", 0o700)
    // Nobody is greeted: the hints of the first start are a story of their own.
    mkdir(home.path + "/state/tweetie", 0o700)
    close(open(home.path + "/state/tweetie/welcomed", O_CREAT | O_WRONLY, 0o600))
    home.setFaults(faults)
    home.set("TWEETIE_LATENCY", to: latency)
    home.set("TWEETIE_NEW_POSTS", to: newPosts)
    home.set("TWEETIE_FAULTS_FILE", to: home.faultsFile)
    home.write(
      """
      [reading]
      refresh = \(refresh)
      threads = off
      catch-up-after = \(catchUp)
      catch-up-posts = 5
      [writing]
      undo = \(undo)
      [display]
      pictures = \(pictures)
      \(more)

      """, to: home.path + "/config/tweetie/config.ini")
    return home
  }

  /// Makes calls to the service fail from now on, also while the program runs.
  func setFaults(_ faults: String) {
    // Renamed into place, so that no call ever reads half of it.
    write(faults, to: faultsFile + ".new")
    rename(faultsFile + ".new", faultsFile)
  }

  /// Writes a small file, in place of what it held.
  func write(_ text: String, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "\(path): \(String(cString: strerror(errno)))")
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  private var faultsFile: String { path + "/config/faults" }
}
