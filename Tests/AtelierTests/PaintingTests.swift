import Atelier
import Testing

@Suite struct PaintingTests {
  @Test(arguments: Painting.names)
  func `a demo photograph is painted the same each time, with many colours`(_ name: String) throws {
    let painting = try #require(Painting(of: name, width: 1200, height: 900))

    let first = try painting.pixels(width: 48, height: 36)
    let second = try #require(Painting(of: name, width: 1200, height: 900))
      .pixels(width: 48, height: 36)

    #expect(first == second)
    #expect(Set(first.bytes).count > 12)
  }

  @Test(arguments: ["kyoto-maple", "lisbon-tiles", "valparaiso-harbour", "reykjavik-milkyway"])
  func `a demo photograph has the same colours at each size`(_ name: String) throws {
    let painting = try #require(Painting(of: name, width: 1000, height: 1000))

    let small = try painting.pixels(width: 60, height: 60).averageColour
    let large = try painting.pixels(width: 480, height: 480).averageColour

    for shift in [0, 8, 16] as [UInt32] {
      let difference = Int(small >> shift & 0xFF) - Int(large >> shift & 0xFF)
      #expect(abs(difference) < 10, "\(name) at \(shift)")
    }
  }

  @Test func `painting stops when the picture is no longer wanted`() throws {
    let painting = try #require(Painting(of: "hanoi-oven", width: 400, height: 300))
    var questions = 0

    #expect(throws: PaintingFailure.unwanted) {
      try painting.jpeg(width: 400, height: 300) {
        questions += 1
        return questions < 3
      }
    }

    #expect(questions == 3)
  }

  @Test func `there is no demo photograph of an unknown name`() {
    #expect(Painting(of: "atlantis", width: 10, height: 10) == nil)
  }
}
