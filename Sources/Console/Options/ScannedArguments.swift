/// Arguments told apart: the command, its options in order, and the rest.
package struct ScannedArguments {
  package internal(set) var command: CommandName?
  /// As they were given, each by the name that was typed.
  package internal(set) var options: [(spec: OptionSpec, value: String, typed: String)] = []
  var operands: [String] = []

  /// Whether the option was given.
  func has(_ spec: OptionSpec) -> Bool { options.contains { $0.spec.name == spec.name } }

  /// The option's value; the last one where it was given twice.
  package func value(of spec: OptionSpec) -> String? {
    options.last { $0.spec.name == spec.name }?.value
  }

  /// The option's values, in order.
  func values(of spec: OptionSpec) -> [String] {
    options.filter { $0.spec.name == spec.name }.map(\.value)
  }

  /// What the person called it: what is wrong with it is told in their words.
  package func name(of spec: OptionSpec) -> String {
    options.last { $0.spec.name == spec.name }?.typed ?? spec.name
  }
}
