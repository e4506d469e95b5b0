import Glibc
import Testing

@testable import Groundwork

@Suite struct FolderNamesTests {
  @Test func `a folder tells what lies in it, and nothing of itself`() throws {
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

  @Test func `what is no folder has no names`() {
    #expect(FolderEntryNames(in: "/dev/null").map(Array.init) == nil)
    #expect(FolderEntryNames(in: "/nowhere/at/all").map(Array.init) == nil)
  }
}
