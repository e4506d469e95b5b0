internal import FeedDomain
internal import Glibc

extension Place {
  /// How far it is along the earth's surface, in kilometres.
  func kilometres(to other: Place) -> Double {
    let degree = Double.pi / 180
    let north = sin((other.latitude - latitude) * degree / 2)
    let east = sin((other.longitude - longitude) * degree / 2)
    let chord =
      north * north + cos(latitude * degree) * cos(other.latitude * degree) * east * east
    return 2 * 6371 * asin(min(1, chord.squareRoot()))
  }
}
