extension Person {
  /// Their picture as a photo; nil where they have none.
  public var portrait: Photo? {
    guard let largest = pictures.last else { return nil }
    // Whoever changes their picture gives it another address.
    return Photo(
      id: Photo.ID(largest.url), renditions: pictures, size: largest.size, altText: "")
  }

  /// The same person with this picture.
  public func pictured(_ pictures: [Photo.Rendition]) -> Person {
    changed(self) { $0.pictures = pictures }
  }
}
