import Console
import Glibc

/// The program, from its arguments to its exit code.
@MainActor package struct Program {
  private let arguments: [String]
  private let environment = ProcessEnvironment.inherited()
  private let services: any ServiceMaking

  /// The program as it was called, with the services that are made there.
  package init(_ arguments: [String], services: any ServiceMaking) {
    (self.arguments, self.services) = (arguments, services)
  }

  /// Runs, and says how it ended.
  package func run() -> Int32 {
    // Whatever is written is for its owner's eyes, and a pipe that closes is an error like others.
    umask(0o077)
    StandardDescriptors.secure()
    // A memory image would hold tokens and words; what is known of a crash is written by hand.
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    do throws(UsageError) {
      let options = try LaunchOptions.parse(
        arguments: Array(arguments.dropFirst()), environment: environment)
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

  /// How the full screen opens; nil for what is printed.
  private func screen(_ invocation: Invocation) -> FullScreenOptions? {
    if case .fullScreen(let screen) = invocation { return screen }
    guard let place = invocation.place, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return nil
    }
    return FullScreenOptions(place: place)
  }

  /// Reads the settings and the words, in the person's language.
  private func launch() -> Launch {
    ProcessLocale.adopt(from: environment)
    return Launch(
      executable: ExecutablePath.current ?? arguments.first ?? "tweetie", environment: environment,
      services: services)
  }
}
