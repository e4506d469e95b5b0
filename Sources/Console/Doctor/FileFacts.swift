internal import Glibc
internal import Groundwork

/// What can be told about files without opening them.
enum FileFacts {
  /// "directory, mode 700", "file, mode 600, 4096 bytes", or what is wrong with it.
  static func state(of path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    let mode = String(status.st_mode & 0o777, radix: 8)
    let owner = status.st_uid == geteuid() ? "" : ", owned by user \(status.st_uid)"
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return "directory, mode \(mode)\(owner)"
    case S_IFREG: return "file, mode \(mode), \(status.st_size) bytes\(owner)"
    case S_IFLNK: return "symbolic link\(owner)"
    default: return "neither file nor directory\(owner)"
    }
  }

  /// The path of the youngest crash report in a directory; nil where there is none.
  static func newest(in directory: String) -> String? {
    guard let names = FolderNames(in: directory) else { return nil }
    var newest: (path: String, time: Int)?
    for name in names {
      var status = stat()
      guard name.hasSuffix(".txt"), lstat("\(directory)/\(name)", &status) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec > newest?.time ?? .min
      else { continue }
      newest = ("\(directory)/\(name)", status.st_mtim.tv_sec)
    }
    return newest?.path
  }

  /// The kernel and the machine.
  static var system: String {
    var name = utsname()
    uname(&name)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
  }
}
