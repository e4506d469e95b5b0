package import FeedDomain

/// Saying what belongs to an act before it is done: what to note about somebody, for how long they are
/// muted, why they are reported.
package enum Form {
  /// What is to be done, and to whom or what.
  package struct Purpose: Hashable, Sendable {
    package let kind: Act.Kind
    package let subject: Subject
    /// What was said before.
    package let answers: [AskedField: String]

    package init(_ kind: Act.Kind, _ subject: Subject, answers: [AskedField: String] = [:]) {
      (self.kind, self.subject, self.answers) = (kind, subject, answers)
    }
  }

  /// To whom or what something is done.
  package enum Subject: Hashable, Sendable {
    case person(Person.ID)
    case post(Post.ID)
    /// The words that are said decide.
    case nothing
  }

  package enum Request: Equatable, Sendable {
    case open(Purpose)
    /// To do it, with that said.
    case send([AskedField: String])
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// What is asked, about whom, and about which of their posts.
    case sheet(Act.Kind, [AskedField], answers: [AskedField: String], Person?, Post?)
    /// The server has rules, one of which may have been broken.
    case rules([ServerFacts.Rule])
    /// It is done: the rest is heard as news of the reader's actions.
    case sent
    /// That has to be said.
    case lacks(AskedField)
    /// That is longer than the service takes.
    case tooLong(AskedField, TextLimit)
    /// There is no such person or post any more.
    case gone
    case storeFailed(StoreError)
  }
}
