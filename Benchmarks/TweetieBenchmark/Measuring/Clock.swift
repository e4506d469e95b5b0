internal import Glibc

/// A moment or a stretch of the monotonic clock, in nanoseconds.
typealias Nanoseconds = Int64

/// The monotonic clock, now.
func monotonicNow() -> Nanoseconds {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Does nothing until that moment.
func rest(until moment: Nanoseconds) {
  var time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
  while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}
