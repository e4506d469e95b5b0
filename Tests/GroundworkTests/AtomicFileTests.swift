import Glibc
import Testing

@testable import Groundwork

struct AtomicFileTests {
  @Test func `what goes wrong is told of the file that was named`() {
    do throws(FileOperationError) {
      _ = try AtomicFile(path: "/nowhere/at/all/archive.json")
      Issue.record("made")
    } catch {
      #expect(error.step == "creating /nowhere/at/all/archive.json")
      #expect(error.code == ENOENT)
    }
  }
}
