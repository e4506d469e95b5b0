import Glibc
import Testing

@testable import Groundwork

@Suite struct FolderNamesTests {
  @Test func `the entries of a folder are listed without the folder itself and its parent`() throws
  {
    let folder = try #require(strdup("/tmp/tweetie-folder-XXXXXX"))
    defer { free(folder) }
    try #require(mkdtemp(folder) != nil)
    let path = String(cString: folder)
    defer { rmdir(path) }
    #expect(FolderEntryNames(in: path).map(Array.init) == [])
    for name in ["a", ".b", "Ä\u{1b}[31m"] { try #require(mkdir("\(path)/\(name)", 0o700) == 0) }
    defer { for name in ["a", ".b", "Ä\u{1b}[31m"] { rmdir("\(path)/\(name)") } }

    #expect(FolderEntryNames(in: path).map { $0.sorted() } == [".b", "a", "Ä\u{1b}[31m"])
  }

  @Test func `a path that is no folder has no entries`() {
    #expect(FolderEntryNames(in: "/dev/null").map(Array.init) == nil)
    #expect(FolderEntryNames(in: "/nowhere/at/all").map(Array.init) == nil)
  }
}
