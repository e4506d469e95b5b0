import CSystem
import Console
import Glibc
import Words

@MainActor package struct TweetieProgram {
  private let arguments: [String]
  private let environment = ProcessEnvironment.inheritedEnvironmentVariables()
  private let services: any ServicesAndLocationProvider

  package init(_ arguments: [String], services: any ServicesAndLocationProvider) {
    (self.arguments, self.services) = (arguments, services)
  }

  package func runProgram() -> Int32 {
    // Files are private to their owner, and a closed pipe is an error like others.
    umask(0o077)
    StandardDescriptorPreparation.prepareDescriptorsAndWriteSignals()
    csystem_share_heap()
    // A memory image would hold tokens and texts; crash reports are written by hand instead.
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    do throws(UsageError) {
      let options = try LaunchOptions.parsedCommandLine(
        from: Array(arguments.dropFirst()), environment: environment)
      if let invalid = Self.invalidArgument { throw UsageError.notUTF8(invalid) }
      if let shortage = resourceShortage(for: options.invocation) {
        let launch = makeLaunchContext()
        launch.makePrinter().printError(launch.wording.sentence(for: shortage))
        return ExitCode.failed.rawValue
      }
      let code =
        if let screen = fullScreenOptions(for: options.invocation) {
          FullScreenProgram.runProgram(
            options, screen, environment: environment, services: services,
            launching: makeLaunchContext)
        } else {
          CommandModeProgram(launch: makeLaunchContext(), options: options, services: services)
            .runProgram()
        }
      return code.rawValue
    } catch {
      let launch = makeLaunchContext()
      return UsageErrorReport(printer: launch.makePrinter(), wording: launch.wording)
        .printUsageError(error, arguments: arguments).rawValue
    }
  }

  /// The first argument of the process that is not UTF-8, with its invalid bytes replaced; nil if
  /// all arguments are UTF-8. Swift's own list has only replaced bytes, with which a wrong text
  /// would be posted, or a file not be found.
  private static var invalidArgument: String? {
    (1..<max(1, CommandLine.argc)).lazy.compactMap { CommandLine.unsafeArgv[Int($0)] }
      .first { String(validatingCString: $0) == nil }.map { String(cString: $0) }
  }

  /// Returns the first limit of the system, such as memory, that is too low to run the program; nil
  /// if none is.
  private func resourceShortage(for invocation: ProgramInvocation) -> ResourceShortage? {
    switch invocation {
    case .fullScreen: ResourceShortage.firstResourceShortage(for: .fullScreen)
    // `doctor` reports the other limits itself.
    case .command where invocation.command == .doctor:
      ResourceShortage.memoryShortage(for: .command)
    case .command:
      ResourceShortage.firstResourceShortage(
        for: fullScreenOptions(for: invocation) == nil ? .command : .fullScreen)
    case .help, .version, .completion: nil
    }
  }

  private func fullScreenOptions(for invocation: ProgramInvocation) -> FullScreenOptions? {
    if case .fullScreen(let screen) = invocation { return screen }
    guard let place = invocation.targetToOpen, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1
    else {
      return nil
    }
    return FullScreenOptions(place: place)
  }

  private func makeLaunchContext() -> LaunchContext {
    ProcessLocale.setLocale(from: environment)
    return LaunchContext(
      executable: ExecutablePath.current ?? arguments.first ?? "tweetie", environment: environment,
      services: services)
  }
}

extension ResourceShortage {
  enum ProgramMode {
    case command
    case fullScreen

    /// The number of megabytes of address space that a mode of the program, a command or the full
    /// screen, needs.
    fileprivate var megabytes: Int { self == .command ? 40 : 80 }
  }

  /// The number of files that the program needs to have open at once: stores, the terminal, a
  /// connection, and libraries while they are loaded.
  private static let descriptors = 14
  /// The smallest limit of the size of a file with which the program works, in kilobytes; the
  /// stores' databases grow to megabytes.
  private static let kilobytesOfFile = 1024
  /// The system's limit of open files that is high enough for the program to start without a count
  /// of the free file descriptors.
  private static let countLimit: rlim_t = 256

  static func firstResourceShortage(for part: ProgramMode) -> ResourceShortage? {
    let open = resourceLimit(RLIMIT_NOFILE)
    if open < countLimit {
      let free = freeDescriptorCount(atMost: descriptors)
      // The parent process may have left more than the usual three open.
      if free < descriptors {
        return .descriptors(Int(open), needed: Int(open) - free + descriptors)
      }
    }
    let file = resourceLimit(RLIMIT_FSIZE)
    if file < rlim_t(kilobytesOfFile) << 10 {
      return .fileSize(kilobytes: Int(file >> 10), needed: kilobytesOfFile)
    }
    return memoryShortage(for: part)
  }

  /// Returns the limit of the address space if it is too low for a mode of the program; nil if it
  /// is not.
  static func memoryShortage(for part: ProgramMode) -> ResourceShortage? {
    let room = resourceLimit(RLIMIT_AS)
    guard room != rlim_t.max, let taken = takenBytes else { return nil }
    let needed = taken + part.megabytes << 20
    return room < rlim_t(needed)
      ? .memory(megabytes: Int(room >> 20), needed: needed >> 20 + 1) : nil
  }

  private static func resourceLimit(_ resource: __rlimit_resource) -> rlim_t {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
    return limit.rlim_cur
  }

  private static func freeDescriptorCount(atMost most: Int) -> Int {
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<most {
      let descriptor = dup(STDIN_FILENO)
      guard descriptor >= 0 else { break }
      opened.append(descriptor)
    }
    return opened.count
  }

  /// The number of bytes of address space that the program uses; nil if the system does not report
  /// it.
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
