import Glibc
import Testing

/// Every input that once showed a mistake, or that stands for a kind of hostility, shown again.
@Suite struct RegressionTests {
  @Test(arguments: Property.all.map(\.name))
  func `no recorded input violates its property`(name: String) throws {
    let property = try #require(Property.all.first { $0.name == name })
    for path in try RegressionInputs.paths(for: name) {
      let input = try RegressionInputs.bytes(at: path)

      let finding = Result { () throws(Finding) in try property.check(input) }

      #expect(throws: Never.self, "\(path)") { try finding.get() }
    }
  }

  @Test func `every folder of recorded inputs belongs to a property`() throws {
    let directories = try RegressionInputs.directories()

    #expect(!directories.isEmpty)
    #expect(Set(directories).isSubset(of: Property.all.map(\.name)))
  }

  @Test(arguments: Property.all.map(\.name))
  func `random bytes violate no property`(name: String) throws {
    let property = try #require(Property.all.first { $0.name == name })
    var dice = Dice(seed: 41)
    for _ in 0..<200 {
      let input = (0..<Int.random(in: 0...64, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }

      let finding = Result { () throws(Finding) in try property.check(input) }

      #expect(throws: Never.self, "\(input)") { try finding.get() }
    }
  }
}
