import Testing

@testable import FeedStorage

struct WeaveTests {
  @Test func `a page of new entries hangs on nothing`() {
    let weave = Weave([nil, nil])

    #expect(weave.anchors.isEmpty && weave.leading == [0, 1] && weave.following.isEmpty)
  }

  @Test func `new entries lie before, between and after what is held`() {
    let weave = Weave([nil, 10, nil, nil, 20, nil])

    #expect(weave.anchors.map(\.position) == [10, 20])
    #expect(weave.leading == [0])
    #expect(weave.following == [[2, 3], [5]])
  }

  @Test func `what the service moved is no anchor`() {
    #expect(Weave([90, nil, 1, 2, 3]).anchors.map(\.position) == [1, 2, 3])
  }

  @Test func `only wanted positions are anchors`() {
    #expect(Weave([1, nil, 9]) { $0 > 5 }.anchors.map(\.position) == [9])
  }
}
