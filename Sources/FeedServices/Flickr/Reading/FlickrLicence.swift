/// The terms of use that Flickr knows by numbers.
enum FlickrLicence {
  private static let names = [
    "All rights reserved", "CC BY-NC-SA 2.0", "CC BY-NC 2.0", "CC BY-NC-ND 2.0", "CC BY 2.0",
    "CC BY-SA 2.0", "CC BY-ND 2.0", "No known copyright restrictions",
    "United States government work", "CC0 1.0", "Public Domain Mark 1.0",
  ]

  /// Nil for a number that was given later.
  static func name(_ number: Int) -> String? {
    names.indices.contains(number) ? names[number] : nil
  }
}
