import UseCases

@testable import FeedServices

/// One change to a value, and where it was made.
struct JSONVariant: Sendable {
  /// The names and places on the way to it.
  let path: [String]
  let json: JSON
}

extension JSON {
  private static let replacements: [JSON] = [nil, true, -1, "x", [nil], ["x": nil]]

  /// The value with everything in it in turn missing, of another type, or joined by a stranger.
  var variants: [JSONVariant] {
    let whole = Self.replacements.map { JSONVariant(path: [], json: $0) }
    switch self {
    case .array(let elements):
      return whole
        + elements.indices.flatMap { place in
          elements[place].variants.map { variant in
            var elements = elements
            elements[place] = variant.json
            return JSONVariant(path: [String(place)] + variant.path, json: .array(elements))
          }
        }
    case .object(let members):
      return whole + [JSONVariant(path: ["new"], json: .object(members + [Self.stranger]))]
        + members.indices.flatMap { Self.variants(of: members, at: $0) }
    case .null, .bool, .number, .string: return whole
    }
  }

  private static let stranger = JSONMember(name: "never heard of", value: ["x": [1, 2, 3]])

  private static func variants(of members: [JSONMember], at place: Int) -> [JSONVariant] {
    let name = members[place].name
    var without = members
    without.remove(at: place)
    let twice = [JSONMember(name: name, value: ["never": "meant"])] + members
    return [JSONVariant(path: [name], json: .object(without))]
      + [JSONVariant(path: [name], json: .object(twice))]
      + members[place].value.variants.map { variant in
        var members = members
        members[place] = JSONMember(name: name, value: variant.json)
        return JSONVariant(path: [name] + variant.path, json: .object(members))
      }
  }
}
