import Testing

@testable import FeedStorage

struct WeaveTests {
  @Test func `a page of new entries has no anchor`() {
    let pageMerge = PageMergePlan([nil, nil])

    #expect(
      pageMerge.anchors.isEmpty && pageMerge.newEntriesAbove == [0, 1]
        && pageMerge.following.isEmpty)
  }

  @Test func `new entries lie before, between and after the stored entries of a page`() {
    let pageMerge = PageMergePlan([nil, 10, nil, nil, 20, nil])

    #expect(pageMerge.anchors.map(\.position) == [10, 20])
    #expect(pageMerge.newEntriesAbove == [0])
    #expect(pageMerge.following == [[2, 3], [5]])
  }

  @Test func `an entry that the service moved is no anchor`() {
    #expect(PageMergePlan([90, nil, 1, 2, 3]).anchors.map(\.position) == [1, 2, 3])
  }

  @Test func `only accepted positions are anchors`() {
    #expect(PageMergePlan([1, nil, 9]) { $0 > 5 }.anchors.map(\.position) == [9])
  }
}
