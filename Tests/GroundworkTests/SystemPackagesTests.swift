import Testing

@testable import Groundwork

/// Which package brings a library, by the system.
struct SystemPackagesTests {
  @Test(arguments: [
    ("ID=debian\nVERSION_ID=\"12\"\n", "libcurl4", "libssl3", "libavif15"),
    ("ID=debian\nVERSION_ID=\"13\"\n", "libcurl4t64", "libssl3t64", "libavif16"),
    (
      "PRETTY_NAME=\"Debian GNU/Linux forky/sid\"\nID=debian\n", "libcurl4t64", "libssl3t64",
      "libavif16"
    ),
    ("ID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"22.04\"\n", "libcurl4", "libssl3", nil),
    ("ID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"24.04\"\n", "libcurl4t64", "libssl3t64", "libavif16"),
    (
      "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22\"\n", "libcurl4t64", "libssl3t64",
      "libavif16"
    ),
    (
      "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"21.3\"\nVERSION_CODENAME=virginia\n"
        + "UBUNTU_CODENAME=jammy\n", "libcurl4", "libssl3", nil
    ),
    (
      "ID=pop\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22.04\"\nVERSION_CODENAME=jammy\n"
        + "UBUNTU_CODENAME=jammy\n", "libcurl4", "libssl3", nil
    ),
    (
      "ID=linuxmint\nID_LIKE=debian\nVERSION_ID=\"6\"\nVERSION_CODENAME=faye\n"
        + "DEBIAN_CODENAME=bookworm\n", "libcurl4", "libssl3", "libavif15"
    ),
    (
      "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22\"\nUBUNTU_CODENAME=noble\n",
      "libcurl4t64", "libssl3t64", "libavif16"
    ),
    (
      "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\nVERSION_ID=\"20261120\"\n",
      "libcurl4", "libopenssl3", "libavif16"
    ),
    (
      "ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\nVERSION_ID=\"15.6\"\n", "libcurl4",
      "libopenssl3", "libavif16"
    ),
    ("ID=fedora\nVERSION_ID=43\n", "libcurl", "openssl-libs", "libavif"),
    ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "libcurl", "openssl-libs", "libavif"),
    ("ID=arch\n", "curl", "openssl", "libavif"),
    ("ID=endeavouros\nID_LIKE='arch'\n", "curl", "openssl", "libavif"),
  ])
  func `a library has the package name of its system`(
    release: String, curl: String, crypto: String, avif: String?
  ) {
    let packages = SystemPackages(osRelease: release)

    #expect(packages.packageName(of: "libcurl") == curl)
    #expect(packages.packageName(of: "libcrypto") == crypto)
    #expect(packages.packageName(of: "libavif") == avif)
    #expect(packages.packageName(of: "mpv") == "mpv")
  }

  @Test func `an unknown system has no package names`() {
    for release in ["", "ID=plan9\n", "nonsense", "=\n=="] {
      #expect(SystemPackages(osRelease: release).packageName(of: "libcurl") == nil)
    }
    #expect(SystemPackages(file: "/nowhere/os-release").packageName(of: "libcurl") == nil)
    #expect(SystemPackages(osRelease: "ID=arch\n").packageName(of: "libnothing") == nil)
  }

  @Test func `Ubuntu 22.04 has libjpeg under another name than Debian 12`() {
    let packages = SystemPackages(osRelease: "ID=ubuntu\nVERSION_ID=\"22.04\"\n")

    #expect(packages.packageName(of: "libjpeg") == "libjpeg-turbo8")
  }

  /// The libavif of Ubuntu 22.04 is older than the structures the decoder knows.
  @Test func `every library has a soname and a package on each system`() {
    #expect(SystemDependency.all.count >= 13)
    for part in SystemDependency.all {
      let unnamed = part.packages.filter { $0.value.isEmpty }.map(\.key)
      #expect(part.packages.count == 7, "\(part.name)")
      #expect(unnamed == (part.name == "libavif" ? [.ubuntu22] : []), "\(part.name)")
      #expect(part.sonames.isEmpty == (part.name == "mpv"), "\(part.name)")
    }
  }

  @Test func `an installed library is found with its full file name`() throws {
    let curl = try #require(SystemDependency.all.first { $0.name == "libcurl" })

    #expect(try #require(curl.file).hasPrefix("libcurl.so.4."))
    #expect(SystemDependency(name: "sh", sonames: [], packages: [:]).isProgramInstalled(in: nil))
    #expect(
      !SystemDependency(name: "sh", sonames: [], packages: [:]).isProgramInstalled(in: "/nowhere"))
  }
}
