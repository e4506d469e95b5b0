internal import FeedDomain

/// What can be told of photos besides what came with their posts.
struct CameraLog {
  let seed: UInt64

  private static let cameras: [(model: String, lens: String, apertures: [String], focal: String)] =
    [
      ("Fujinon X-21", "23 mm f/2", ["2", "2.8", "5.6", "8"], "23"),
      ("Nikkor Z7", "50 mm f/1.8", ["1.8", "2.8", "4", "11"], "50"),
      ("Tweeteflex 3", "35 mm f/2.4", ["2.4", "4", "5.6"], "35"),
      ("Pocket 12", "6 mm f/1.6", ["1.6"], "26"),
    ]

  func details(of photo: Photo, in post: Story, now: Timestamp) -> PhotoDetails {
    let name = photo.id.rawValue.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
    var dice = SplitMix64(seed, name)
    let camera = Self.cameras[dice.below(Self.cameras.count)]
    let views = 40 + dice.below(900) + 23 * post.appeal.likes(after: now.since(post.number.moment))
    let original = photo.renditions.last?.url
    guard post.author != Society.reader else {
      return PhotoDetails(views: views / 9, downloads: 0, original: original)
    }
    return PhotoDetails(
      views: views, downloads: views / (7 + dice.below(20)),
      takenAt: post.number.moment.advanced(by: .zero - .seconds(3600 * (1 + dice.below(400)))),
      camera: PhotoDetails.Camera(
        model: camera.model, lens: camera.lens,
        aperture: camera.apertures[dice.below(camera.apertures.count)],
        exposure: "1/\([15, 60, 125, 250, 500, 1000][dice.below(6)])", focalLength: camera.focal,
        iso: [100, 200, 400, 800, 1600][dice.below(5)]),
      original: original)
  }
}
