/// How the built-in service behaves.
package struct ServiceSettings: Hashable, Sendable {
  /// How long a call takes, give or take a third.
  package let latency: Duration
  /// How long it takes on average until somebody posts something new; zero: nobody ever does.
  ///
  /// It is chosen when the world begins, at the first sign-in, and stays with it until sign-out.
  package let newPostInterval: Duration
  package let faults: Faults
  /// A file that says what goes wrong, in place of `faults`; it is read again at each call.
  package let faultsFile: String?
  /// Whether its first sign-in and its first page take no time: whoever looks around for the first
  /// time sees something at once.
  package let opensAtOnce: Bool
  /// Which world: the same seed and beginning make the same one.
  package let seed: UInt64

  package init(
    latency: Duration = .milliseconds(350), newPostInterval: Duration = .seconds(45),
    faults: Faults = Faults(), faultsFile: String? = nil, opensAtOnce: Bool = false,
    seed: UInt64 = 20
  ) {
    self.latency = max(.zero, latency)
    // In the journal it is a number of milliseconds.
    self.newPostInterval = newPostInterval > .zero ? max(.milliseconds(1), newPostInterval) : .zero
    self.faults = faults
    self.faultsFile = faultsFile
    self.opensAtOnce = opensAtOnce
    self.seed = seed
  }
}
