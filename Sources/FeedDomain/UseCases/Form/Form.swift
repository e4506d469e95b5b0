/// Saying what belongs to an act before it is done: what to note about somebody, for how long they are
/// muted, why they are reported.
package enum Form {
  /// What is to be done, and to whom or what.
  package struct Purpose: Hashable, Sendable {
    package let kind: Act.Kind
    package let subject: Subject
    /// What was said before.
    package let answers: [Act.Field: String]

    package init(_ kind: Act.Kind, _ subject: Subject, answers: [Act.Field: String] = [:]) {
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
    case send([Act.Field: String])
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// What is asked, about whom, and about which of their posts.
    case sheet(Act.Kind, [Act.Field], answers: [Act.Field: String], Person?, Post?)
    /// It is done: the rest is heard as news of the reader's actions.
    case sent
    /// That has to be said.
    case lacks(Act.Field)
    /// There is no such person or post any more.
    case gone
    case storeFailed(StoreError)
  }
}
