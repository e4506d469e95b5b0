@testable import FeedServices

/// JSON from a server: what was read, written and read again is the same, and no number traps.
enum JSONProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    guard let json = try? JSON(input) else { return }  // Most bytes are no JSON.
    try touch(json, depth: 0)

    guard let again = try? JSON(json.encodedBytes()) else {  // That is the finding.
      throw Finding("what was written cannot be read")
    }

    try expect(again == json, "what was read again is another value")
  }

  private static func touch(_ json: JSON, depth: Int) throws(Finding) {
    try expect(depth <= JSONReader.deepest, "deeper than it may be")
    try expect(json.double?.isFinite != false, "an infinite number")
    _ = (json.int, json.id, json.string, json.bool)
    for element in json.array { try touch(element, depth: depth + 1) }
    for member in json.members { try touch(json[member.name], depth: depth + 1) }
  }
}
