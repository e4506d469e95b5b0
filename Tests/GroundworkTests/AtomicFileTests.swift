import Doubles
import Glibc
import Testing

@testable import Groundwork

struct AtomicFileTests {
  @Test func `a file error names the path`() {
    do throws(FileOperationError) {
      _ = try AtomicFile(path: "/nowhere/at/all/archive.json")
      Issue.record("made")
    } catch {
      #expect(error.step == "creating /nowhere/at/all/archive.json")
      #expect(error.code == ENOENT)
    }
  }

  @Test func `writing through a symbolic link replaces its target`() throws {
    let folder = ScratchFolder()
    folder.write(Array("old".utf8), to: "target")
    try #require(symlink("target", folder["link"]) == 0)

    let file = try AtomicFile(path: folder["link"])
    try file.writeBytes(Array("new".utf8))
    try file.moveToFinalPath()

    var status = stat()
    #expect(lstat(folder["link"], &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(try OpenFile(folder["target"], O_RDONLY).readBytes(9) == Array("new".utf8))
  }

  @Test func `a pipe is written to in place`() throws {
    let folder = ScratchFolder()
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }

    let file = try AtomicFile(path: path)
    try file.writeBytes(Array("new".utf8))
    try file.moveToFinalPath()

    var bytes = [UInt8](repeating: 0, count: 9)
    #expect(read(reader, &bytes, bytes.count) == 3 && bytes.starts(with: Array("new".utf8)))
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }
}
