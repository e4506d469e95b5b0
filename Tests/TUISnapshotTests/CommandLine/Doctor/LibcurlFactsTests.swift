import Doubles
import Groundwork
import Testing

@testable import Console

/// Whether libcurl is new enough.
struct LibcurlFactsTests {
  @Test(arguments: [
    ("8.14.1", nil, false), ("8.14.2", nil, true), ("8.15.0", nil, false), ("8.16.0", nil, false),
    ("8.16.1", nil, true), ("8.17.0", nil, false), ("8.19.0", nil, true), ("8.20.0-DEV", nil, true),
    ("9.0", nil, true), ("7.88.1", nil, false), ("7.88.1", "7.88.1-10+deb12u14", false),
    ("7.88.1", "7.88.1-10+deb12u15", true), ("7.88.1", "7.88.1-10+deb12u101~x", true),
    ("8.14.1", "8.14.1-2", false), ("not loaded: no such file", nil, true),
  ])
  func `doctor warns about a libcurl version that may send a token to another host`(
    version: String, package: String?, isFine: Bool
  ) {
    let facts = LibcurlVersionCheck(version: version, package: package)

    #expect((facts.warning == nil) == isFine)
    #expect(facts.facts.contains { $0.name == "libcurl warning" } == !isFine)
  }

  @Test func `doctor names the package of a missing component`() {
    let packages = SystemPackages(osRelease: "ID=fedora\n")

    #expect(
      InstalledComponentFact("libcrypto", found: nil, packages).fact
        == DoctorFact("libcrypto", "missing: install the package openssl-libs"))
    #expect(
      InstalledComponentFact("libcurl", found: "libcurl.so.4.8.0", packages).fact
        == DoctorFact("libcurl", "libcurl.so.4.8.0"))
    #expect(
      InstalledComponentFact("mpv", found: nil, SystemPackages(osRelease: "")).fact
        == DoctorFact("mpv", "missing"))
  }

  @Test func `a codec linked into the picture decoder is not reported as missing`() {
    let libraries = [
      ("libcurl", "not loaded: no file"), ("libwebp", "1.2.4"), ("libpng", "1.6.39"),
    ]

    #expect(
      InstalledComponentFact.linkedInPictureLibraryVersion(of: "libpng", in: libraries)
        == "linked in, 1.6.39")
    #expect(
      InstalledComponentFact.linkedInPictureLibraryVersion(of: "libwebpdemux", in: libraries)
        == "linked in, 1.2.4")
    #expect(
      InstalledComponentFact.linkedInPictureLibraryVersion(of: "giflib", in: libraries) == nil)
    #expect(
      InstalledComponentFact.linkedInPictureLibraryVersion(of: "libcurl", in: libraries) == nil)
  }

  @Test func `the libcurl package version is that of the installed package`() {
    let folder = ScratchFolder()
    let list = """
      Package: libcurl4t64
      Status: deinstall ok config-files
      Version: 8.1-1

      Package: libcurl4
      Status: install ok installed
      Description: x
       Version: 1 is not meant
      Version: 7.88.1-10+deb12u15

      """
    folder.write(Array(list.utf8), to: "status")

    let names = ["libcurl4t64", "libcurl4"]
    #expect(
      DebianPackageList.installedPackageVersion(of: names, in: folder["status"])
        == "7.88.1-10+deb12u15")
    #expect(DebianPackageList.installedPackageVersion(of: ["other"], in: folder["status"]) == nil)
    #expect(DebianPackageList.installedPackageVersion(of: names, in: folder["nowhere"]) == nil)
  }
}
