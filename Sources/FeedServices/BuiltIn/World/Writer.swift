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
    self.handle = handle
    self.name = name
    self.bio = bio
    isFollowedByReader = followed
    followsReader = follows
  }
}
