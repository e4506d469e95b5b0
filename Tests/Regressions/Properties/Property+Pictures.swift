extension Property {
  /// Those of `tweetie-picture`, one for each format.
  static let pictures: [Property] = [
    Property(name: "picture-jpeg") { (input) throws(Finding) in
      try PictureProperty.check(input, beginning: PictureProperty.jpeg)
    },
    Property(name: "picture-png") { (input) throws(Finding) in
      try PictureProperty.check(input, beginning: PictureProperty.png)
    },
    Property(name: "picture-webp") { (input) throws(Finding) in
      try PictureProperty.check(input, beginning: PictureProperty.webP)
    },
    Property(name: "picture-gif") { (input) throws(Finding) in
      try PictureProperty.check(input, beginning: PictureProperty.gif)
    },
    Property(name: "picture-avif") { (input) throws(Finding) in
      try PictureProperty.check(input, beginning: PictureProperty.avif)
    },
    Property(name: "picture-heic") { (input) throws(Finding) in
      try PictureProperty.check(input, beginning: PictureProperty.heic)
    },
  ]
}
