import Glibc
import Soak

var plan = SoakDay.Plan()
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  guard let value = arguments.popFirst().flatMap({ Int($0) }), value > 0 else {
    fatalError("usage: TweetieSoak [--hours N] [--feeds N] [--minutes N]")
  }
  switch option {
  case "--hours": plan.hours = value
  case "--feeds": plan.feeds = value
  case "--minutes": plan.minutesPerHour = value
  default: fatalError("usage: TweetieSoak [--hours N] [--feeds N] [--minutes N]")
  }
}
let begun = time(nil)
var folder: SoakFolder? = try SoakFolder()
let report = try await SoakDay(plan, in: folder?.path ?? "").run {
  print($0)
  fflush(nil)
}
print(report.text)
print("\(plan.hours) hours in \(time(nil) - begun) seconds")
// Streams and caches are still being filled in a day of shorter hours: growth says nothing there.
let complaints = report.complaints + (plan.minutesPerHour < 60 ? [] : report.leaks)
for complaint in complaints { print("broken: \(complaint)") }
// The end of a program removes nothing by itself.
folder = nil
exit(complaints.isEmpty ? 0 : 1)
