import Threads

/// Something that is done once after a while, unless it is put off or called off before.
@MainActor final class Alarm {
  private let loop: MainLoop
  private var number: Int?

  init(_ loop: MainLoop) { self.loop = loop }

  /// Whether it is still to go off.
  var isSet: Bool { number != nil }

  /// Goes off after that time, in place of whatever it was set for before.
  func set(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    cancel()
    number = loop.after(delay) { [weak self] in
      self?.number = nil
      action()
    }
  }

  func cancel() {
    if let number { loop.cancel(number) }
    number = nil
  }
}
