/// Somebody who writes, as they are written down.
struct Writer {
  let handle: String
  let name: String
  let bio: String
  let isFollowedByReader: Bool
  let followsReader: Bool

  init(
    _ handle: String, _ name: String, _ bio: String, followed: Bool = true, follows: Bool = true
  ) {
    (self.handle, self.name, self.bio) = (handle, name, bio)
    isFollowedByReader = followed
    followsReader = follows
  }
}
