import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct FormTests {
  private func scene(
    _ kind: ServiceAction.ServiceActionKind, _ fields: [InputField],
    answers: [InputField: String] = [:],
    post: Post? = nil
  ) -> FormView {
    let presenter = ScenePresenter {
      FormViewModel($0, Wording(), TypedMomentFormat { Posts.now })
    }
    let view = FormView(
      for: FormScene.FormPurpose(kind, .person(Person.ID("mei"))),
      interactor: Spy<FormScene.SceneRequest>(),
      moments: TypedMomentFormat { Timestamp(milliseconds: 0) })
    presenter.display = view
    presenter.present(
      FormScene.SceneState(
        kind, fields, answers: answers,
        Person(id: Person.ID("mei"), handle: "mei@fog.example", name: "Mei"), post))
    return view
  }

  @Test func `choosing the value that a switch already has changes nothing`() {
    var field = FormField(
      FormRow(.isBot, "Bot", answer: "true", Wording()), TypedMomentFormat { Posts.now })

    field.changeChoiceValue(by: 0)
    #expect(field.answer == "true")
    field.changeChoiceValue(by: -1)
    #expect(field.answer == "false")
  }

  @Test func `a short form shows its key hints`() {
    let view = scene(.makeList, [.name])

    #expect(
      view.drawn(rows: 14, columns: 70).text.contains("Enter save   Esc leave"))
  }

  private func report() -> FormView {
    scene(
      .report, [.reason, .words, .forwardsReport],
      post: Posts.post("p", RichText("Buy two boats and get a third one free, today only!")))
  }

  @Test func `the form for a report is drawn at 80 by 24`() {
    #expect(
      report().drawn(rows: 22, columns: 80).text == """

               ╭────────────────────────────────────────────────────────────────╮
               │                                                                │
               │  Report @mei@fog.example                                       │
               │  Buy two boats and get a third one free, today only!           │
               │                                                                │
               │  Reason                      ‹ It is spam ›                    │
               │                                                                │
               │  Comment for the moderators                                    │
               │                                                                │
               │                                                                │
               │                                                                │
               │                                                                │
               │                                                                │
               │                                                                │
               │  Also report to fog.example    no                              │
               │                                                                │
               │  Enter report   ←→ choose   Tab next field   Esc leave         │
               │                                                                │
               ╰────────────────────────────────────────────────────────────────╯


        """)
  }

  @Test func `the form for a report is drawn at 40 by 12`() {
    #expect(
      report().drawn(rows: 10, columns: 40).text == """
        Report @mei@fog.example
        Reason                  ‹ It is spam ›
        Comment for the moderators




        Also report to fog.example    no

        Enter report   ←→ choose
        """)
  }

  @Test func `the form for a report at 20 by 6 shows the focused field`() {
    let view = report()

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        Report @mei@fog.exa…
        Reason    ‹ It is s…
        Comment for the mod…

        """)
    view.press(.tab)
    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        Report @mei@fog.exa…
        Reason      It is s…
        Comment for the mod…

        """)
  }

  private func filter() -> FormView {
    scene(.filter, [.phrase, .filterContexts, .hidesMatches, .endTime])
  }

  private let filterAt80By24 = """


           ╭────────────────────────────────────────────────────────────────╮
           │                                                                │
           │  Filter posts in all your apps                                 │
           │                                                                │
           │  Words                                                         │
           │  Applies to: home and lists    yes                             │
           │  Applies to: notifications     yes                             │
           │  Applies to: conversations     yes                             │
           │  Applies to: public streams    yes                             │
           │  Applies to: profiles          yes                             │
           │  Hide completely               no                              │
           │  How long                      forever                         │
           │                                                                │
           │  Enter filter   Tab next field   Esc leave                     │
           │                                                                │
           ╰────────────────────────────────────────────────────────────────╯




    """

  @Test func `the form for a filter at 80 by 24 has no empty rows, and shows all fields at once`() {
    let view = filter()

    #expect(view.drawn(rows: 22, columns: 80).text == filterAt80By24)
    for _ in 0..<7 {
      view.press(.tab)
      let drawn = view.drawn(rows: 22, columns: 80).text
      #expect(drawn.contains("Words ") && drawn.contains("How long"))
    }
  }

  @Test
  func `the form for a filter at 40 by 12 shows contexts in full, and scrolls no more than needed`()
  {
    let view = filter()

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
        Filter posts in all your apps
        Words
        Applies to: home and lists    yes
        Applies to: notifications     yes
        Applies to: conversations     yes
        Applies to: public streams    yes
        Applies to: profiles          yes
        Hide completely               no

        Enter filter   Tab next field
        """)
    for _ in 0..<7 { view.press(.tab) }
    #expect(
      view.drawn(rows: 10, columns: 40).text.split(separator: "\n").dropFirst().prefix(7) == [
        "Applies to: home and lists    yes", "Applies to: notifications     yes",
        "Applies to: conversations     yes", "Applies to: public streams    yes",
        "Applies to: profiles          yes", "Hide completely               no",
        "How long                    ‹ forever ›",
      ])
  }

  private func profile() -> FormView {
    scene(
      .profile,
      [
        .name, .words, .facts, .portrait, .banner, .isLocked, .isBot, .isDiscoverable, .audience,
        .language,
      ],
      answers: [
        .name: "Mei", .words: "Bakes.\nSails on Sundays.",
        .facts: "Site: fog.example\nPronouns: she/her\nBoat: Gull", .language: "en",
      ])
  }

  @Test func `a profile at 80 by 24 shows all fields, and most of the text with the focus`() {
    let view = profile()

    #expect(
      view.drawn(rows: 22, columns: 80).text == """
               ╭────────────────────────────────────────────────────────────────╮
               │                                                                │
               │  Your profile                                                  │
               │                                                                │
               │  Display name                        Mei                       │
               │  Bio                                                           │
               │  Bakes.                                                        │
               │  Sails on Sundays.                                             │
               │  Profile fields, each as "name: text"                          │
               │  Site: fog.example                                             │
               │  Pronouns: she/her                                             │
               │  Profile picture (file)                                        │
               │  Header picture (file)                                         │
               │  Approve follow requests               no                      │
               │  This account is a bot                 no                      │
               │  Appear in suggestions                 no                      │
               │  Default audience                      everybody               │
               │  Default language, such as en or de  en                        │
               │                                                                │
               │  Enter save   Tab next field   Esc leave                       │
               │                                                                │
               ╰────────────────────────────────────────────────────────────────╯
        """)
    view.press(.tab)
    view.press(.tab)
    let lines = view.drawn(rows: 22, columns: 80).text.split(separator: "\n").map { line in
      line.filter { !"│╭╮╰╯─".contains($0) }.drop { $0 == " " }
    }
    #expect(lines.contains { $0.hasPrefix("Bakes.") })
    #expect(!lines.contains { $0.hasPrefix("Sails") })
    for fact in ["Site", "Pronouns", "Boat", "Default language"] {
      #expect(lines.contains { $0.hasPrefix(fact) })
    }
  }

  @Test func `a profile at 40 by 12 names its fields whole, and shows where texts begin`() {
    let view = profile()

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
        Your profile
        Display name  Mei
        Bio
        Bakes.
        Profile fields, each as "name: text"
        Site: fog.example
        Profile picture (file)


        Enter save   Tab next field   Esc leave
        """)
    for _ in 0..<5 { view.press(.tab) }
    #expect(
      view.drawn(rows: 10, columns: 40).text.split(separator: "\n")[1...].contains(
        "Approve follow requests  ‹ no ›"))
  }

  @Test func `the only field of a form at 40 by 12 has its whole name`() {
    let view = scene(.makeList, [.name])

    #expect(view.drawn(rows: 10, columns: 40).text.contains("  Name  "))
  }

  @Test func `every text field at 40 by 12 has at least 20 columns`() {
    let view = profile()

    for _ in 0..<10 {
      let canvas = view.drawn(rows: 10, columns: 40)
      let widths = canvas.rows.map { row in
        row.filter { $0.style.attributes.contains(.underlined) }.count
      }
      #expect(widths.allSatisfy { $0 == 0 || $0 >= 20 }, "\(canvas.text)")
      view.press(.tab)
    }
  }

  @Test func `pasted lines are the words of a filter, separated by commas`() {
    let view = filter()

    _ = view.handleEvent(.paste("boats\nthe fog\n"))

    #expect(view.drawn(rows: 22, columns: 80).text.contains(" boats, the fog "))
  }

  @Test func `text fields that touch each other are underlined`() {
    let view = profile()
    func underlined(_ canvas: Canvas) -> String {
      String(
        canvas.rows.joined().filter { $0.style.attributes.contains(.underlined) }
          .map(\.character))
    }

    #expect(underlined(view.drawn(rows: 10, columns: 40)).contains("Bakes."))
    #expect(underlined(view.drawn(rows: 45, columns: 80)).isEmpty)
  }

  @Test func `a form is prefilled with the earlier note`() {
    let view = scene(.note, [.words], answers: [.words: "Bakes.\nSails on Sundays."])

    #expect(
      view.drawn(rows: 22, columns: 80).text == """


               ╭────────────────────────────────────────────────────────────────╮
               │                                                                │
               │  Private note about @mei@fog.example                           │
               │                                                                │
               │  Note                                                          │
               │  Bakes.                                                        │
               │  Sails on Sundays.                                             │
               │                                                                │
               │                                                                │
               │                                                                │
               │                                                                │
               │  ^S save   Esc leave                                           │
               │                                                                │
               ╰────────────────────────────────────────────────────────────────╯






        """)
  }
}
