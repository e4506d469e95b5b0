extension Painting {
  /// Sketches a small square sign; nil where there is none of the name.
  package init?(emoji name: String) {
    self.init("emoji \(name)", width: 1, height: 1)
    finish = Finish(vignette: 0, grain: 0)
    switch name {
    case "tram": smallTram()
    case "sheep": smallSheep()
    default: return nil
    }
  }

  private mutating func smallTram() {
    wash { _ in ink(0x2E4A6E) }
    line([Point(0.5, 0.04), Point(0.5, 0.2)], 0.05, 0x141A22)
    fill(.roundedRectangle(0.16, 0.18, 0.68, 0.66, 0.12), 0xF2C230)
    fill(.roundedRectangle(0.24, 0.28, 0.52, 0.26, 0.05), 0xCFE8F4)
    for side in [Float(0.32), 0.68] {
      fill(.circle(Point(side, 0.68), 0.07), 0xFFF6D0)
      line([Point(side, 0.86), Point(side, 1)], 0.07, 0x141A22)
    }
  }

  private mutating func smallSheep() {
    wash { _ in ink(0x5FA050) }
    for side in [Float(0.38), 0.66] {
      line([Point(side, 0.68), Point(side, 0.94)], 0.09, 0x2A2622)
    }
    for place in [
      Point(0.34, 0.5), Point(0.5, 0.38), Point(0.68, 0.46), Point(0.74, 0.6), Point(0.54, 0.64),
      Point(0.36, 0.64),
    ] {
      fill(.circle(place, 0.19), 0xFAF6EC)
    }
    fill(.ellipse(Point(0.26, 0.42), 0.13, 0.17), 0x2A2622)
    fill(.circle(Point(0.22, 0.38), 0.035), 0xFFFFFF)
  }
}
