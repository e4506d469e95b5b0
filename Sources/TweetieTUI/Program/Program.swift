import CSystem
import Console
import Glibc
import Words

@MainActor package struct Program {
  private let arguments: [String]
  private let environment = ProcessEnvironment.inherited()
  private let services: any ServiceProvider

  /// The program with its arguments and services.
  package init(_ arguments: [String], services: any ServiceProvider) {
    (self.arguments, self.services) = (arguments, services)
  }

  /// Runs; returns the exit code.
  package func run() -> Int32 {
    // Whatever is written is for its owner's eyes, and a pipe that closes is an error like others.
    umask(0o077)
    StandardDescriptors.secure()
    csystem_share_heap()
    // A memory image would hold tokens and words; what is known of a crash is written by hand.
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    do throws(UsageError) {
      let options = try LaunchOptions.parse(
        arguments: Array(arguments.dropFirst()), environment: environment)
      if let shortage = shortage(for: options.invocation) {
        let launch = launch()
        launch.printer().complain(launch.wording.sentence(for: shortage))
        return ExitCode.failed.rawValue
      }
      let code =
        if let screen = screen(options.invocation) {
          FullScreenProgram.run(
            options, screen, environment: environment, services: services, launching: launch)
        } else {
          CommandLineProgram(launch: launch(), options: options, services: services).run()
        }
      return code.rawValue
    } catch {
      let launch = launch()
      return UsageComplaint(printer: launch.printer(), wording: launch.wording)
        .report(error, arguments: arguments).rawValue
    }
  }

  /// The system limit that is too low; nil if none is.
  private func shortage(for invocation: Invocation) -> ResourceShortage? {
    switch invocation {
    case .fullScreen: ResourceShortage.found(for: .fullScreen)
    // It says which other limits there are.
    case .command where invocation.command == .doctor: ResourceShortage.ofMemory(for: .command)
    case .command: ResourceShortage.found(for: screen(invocation) == nil ? .command : .fullScreen)
    case .help, .version, .completion: nil
    }
  }

  private func screen(_ invocation: Invocation) -> FullScreenOptions? {
    if case .fullScreen(let screen) = invocation { return screen }
    guard let place = invocation.place, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return nil
    }
    return FullScreenOptions(place: place)
  }

  /// Loads the settings and the words.
  private func launch() -> Launch {
    ProcessLocale.adopt(from: environment)
    return Launch(
      executable: ExecutablePath.current ?? arguments.first ?? "tweetie", environment: environment,
      services: services)
  }
}

extension ResourceShortage {
  /// The part of the program to run.
  enum Part {
    case command
    case fullScreen

    /// Megabytes of address space needed.
    fileprivate var megabytes: Int { self == .command ? 40 : 80 }
  }

  /// Files open at once: stores, the terminal, a connection, and libraries while loading.
  private static let descriptors = 14
  /// The least file size, as stores grow to megabytes.
  private static let kilobytesOfFile = 1024
  /// More free descriptors are not counted.
  private static let plenty: rlim_t = 256

  /// The first limit that is too low.
  static func found(for part: Part) -> ResourceShortage? {
    let open = limit(RLIMIT_NOFILE)
    if open < plenty {
      let free = freeDescriptors(atMost: descriptors)
      // More than the usual three may be taken by whoever started the program.
      if free < descriptors {
        return .descriptors(Int(open), needed: Int(open) - free + descriptors)
      }
    }
    let file = limit(RLIMIT_FSIZE)
    if file < rlim_t(kilobytesOfFile) << 10 {
      return .fileSize(kilobytes: Int(file >> 10), needed: kilobytesOfFile)
    }
    return ofMemory(for: part)
  }

  /// The address space, if too small.
  static func ofMemory(for part: Part) -> ResourceShortage? {
    let room = limit(RLIMIT_AS)
    guard room != rlim_t.max, let taken = takenBytes else { return nil }
    let needed = taken + part.megabytes << 20
    return room < rlim_t(needed)
      ? .memory(megabytes: Int(room >> 20), needed: needed >> 20 + 1) : nil
  }

  private static func limit(_ resource: __rlimit_resource) -> rlim_t {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
    return limit.rlim_cur
  }

  /// The count of free descriptors, up to `most`.
  private static func freeDescriptors(atMost most: Int) -> Int {
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<most {
      let descriptor = dup(STDIN_FILENO)
      guard descriptor >= 0 else { break }
      opened.append(descriptor)
    }
    return opened.count
  }

  /// nil if the system does not tell.
  private static var takenBytes: Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(file, &bytes, bytes.count))
    let pages = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ").first
    return pages.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
  }
}
