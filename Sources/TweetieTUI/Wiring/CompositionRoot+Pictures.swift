import FeedDomain
import Glibc
import Logging
import PhotoDisplay
import Preferences
import Threads

/// Where pictures come from.
extension CompositionRoot {
  /// The shelf of photos; nil where none are to be shown, or nothing can decode them.
  ///
  /// It does nothing by itself: the first frame is on the screen before anything is begun.
  func photoShelf(hidesPictures: Bool, redraw: @escaping @MainActor () -> Void) -> PhotoShelf? {
    let settings = launch.settings.settings
    guard let decoder else {
      log.note(.pictures, .error, "the decoder's program is not installed")
      return nil
    }
    let loop = loop
    let shelf = PhotoShelf(
      isOn: !hidesPictures && settings.pictures != .off,
      isAnimated: settings.animations.isOn && !settings.plain.isOn, memory: pictureMemory,
      decoder: ConfinedDecoding(decoder: decoder), log: log,
      clockwork: PictureClockwork(
        world: world, after: { loop.after($0, $1) }, redraw: redraw))
    let isFar = LaunchEnvironment(launch.environment).isFar
    shelf.limit(perMinute: settings.pictureBudget.bytesPerMinute(isFar: isFar))
    return shelf
  }

  /// How many bytes of pixels are kept: less where the process may not grow.
  private var pictureMemory: Int {
    var limit = rlimit()
    let most = 24 * 1024 * 1024
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return most }
    return min(most, Int(clamping: limit.rlim_cur / 32))
  }
}
