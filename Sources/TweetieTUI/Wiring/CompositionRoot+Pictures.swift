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
  func photoShelves(
    hidesPictures: Bool, redraw: @escaping @MainActor () -> Void
  ) -> PhotoShelves? {
    let settings = launch.settings.settings
    guard let decoder else {
      log.note(.pictures, .error, "the decoder's program is not installed")
      return nil
    }
    let isFar = LaunchEnvironment(launch.environment).isFar
    let budget = settings.pictureBudget.bytesPerMinute(isFar: isFar)
    func shelf(memory: Int, perMinute: Int?) -> PhotoShelf {
      let shelf = PhotoShelf(
        isOn: !hidesPictures && settings.pictures != .off,
        isAnimated: settings.animations.isOn && !settings.plain.isOn, memory: memory,
        decoder: ConfinedDecoding(decoder: decoder), log: log,
        clockwork: PictureClockwork(
          world: world, after: { [loop] in loop.after($0, $1) }, redraw: redraw))
      shelf.limit(perMinute: perMinute)
      return shelf
    }
    // Columns of other accounts are narrow, and one looks at them in passing.
    return PhotoShelves(shelf(memory: pictureMemory, perMinute: budget)) { [pictureMemory] in
      shelf(memory: pictureMemory / 4, perMinute: budget.map { $0 / 4 })
    }
  }

  /// How many bytes of pixels are kept: less where the process may not grow.
  private var pictureMemory: Int {
    var limit = rlimit()
    let most = 24 * 1024 * 1024
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return most }
    return min(most, Int(clamping: limit.rlim_cur / 32))
  }
}
