internal import FeedDomain

/// What is kept to go on with, as an object.
extension Secret {
  init(keeping json: JSON) { self.init(json.encodedText) }

  /// What was kept; nothing where it is another service's, which need be no JSON.
  var kept: JSON { (try? JSON(Array(revealed.utf8))) ?? .null }
}
