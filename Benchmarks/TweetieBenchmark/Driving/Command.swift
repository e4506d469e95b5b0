/// A program with what follows its name.
struct Command {
  let executable: String
  var arguments: [String] = []
}
