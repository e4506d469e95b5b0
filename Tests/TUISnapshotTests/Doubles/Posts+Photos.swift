import FeedDomain
import Terminal

extension Posts {
  /// A stream of photos of many shapes, with what may be told of them.
  static let gallery: [FeedRow] = [
    .entry(
      FeedEntry(
        shot(
          "a", by: "Mei Tanaka", "Fog over a lake with one rowing boat", 3, 2,
          at: "Lake Bled", likes: 48, own: .liked))),
    .entry(
      FeedEntry(
        shot("b", by: "Jonas Berg", "Lamps along a pier", 2, 3, colour: 0x203048, likes: 1_250))),
    .entry(
      FeedEntry(
        shot("c", by: "Noor", "Tiles", 1, 1, photographer: "Amélie Dubois", at: "Porto", more: 3))),
    .entry(FeedEntry(post("t", by: "Sam Lee", RichText("Words, and no photo.")))),
    .entry(FeedEntry(shot("d", by: "Sam Lee", "A dune at noon", 16, 9, warning: "bright"))),
    .gap(TimelineGap(id: .init("g"), older: Cursor("c"), entryBelow: .init("e"))),
    .entry(FeedEntry(shot("e", by: "森 はるか", "雨の路地を行く傘", 4, 3, likes: 3))),
    .entry(FeedEntry(shot("f", by: "Ada Okafor", "", 5, 4))),
  ]

  static func shot(
    _ id: String, by author: String, _ alt: String, _ width: Int, _ height: Int,
    colour: UInt32? = 0xd0a060, photographer: String? = nil, at place: String? = nil,
    warning: String? = nil, more: Int = 0, likes: Int = 0, own: Post.UserPostMarks = []
  ) -> Post {
    let photos = (0...more).map { number in
      Photo(
        id: .init(number == 0 ? id : "\(id)\(number)"),
        renditions: [.init(url: "", size: .init(width: 100, height: 100))],
        size: PhotoSize(width: width * 400, height: height * 400), altText: alt, colour: colour,
        photographer: photographer, licence: "CC BY 4.0",
        place: place.map { Place(name: $0, latitude: 0, longitude: 0) })
    }
    return post(
      id, by: author, RichText("Look."), warning: warning, photos: photos,
      counts: .init(likes: likes), own: own)
  }
}
