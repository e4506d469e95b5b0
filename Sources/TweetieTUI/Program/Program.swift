import FeedDomain
import Glibc
import Terminal

/// The program, from its arguments to its exit code.
@MainActor struct Program {
  private let arguments: [String]
  private let environment: [String: String]

  /// The program as it was called.
  init(arguments: [String], environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs, and says how it ended.
  func run() -> Int32 {
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
        if case .fullScreen(let screen) = options.invocation {
          FullScreenProgram.run(options, screen, environment: environment, launching: launch)
        } else {
          CommandLineProgram(launch: launch(), options: options).run()
        }
      return code.rawValue
    } catch {
      let launch = launch()
      return UsageComplaint(printer: launch.printer(), wording: launch.wording)
        .report(error, arguments: arguments).rawValue
    }
  }

  /// Reads the settings and the words, in the person's language.
  private func launch() -> Launch {
    ProcessLocale.adopt(from: environment)
    return Launch(
      executable: ExecutablePath.current ?? arguments.first ?? "tweetie", environment: environment)
  }
}
