extension FirstDayTexts {
  static let code: StaticString = #"""
    ada: Spent the afternoon teaching a compiler to say *"did you mean"* without sounding smug. Hardest string I ever wrote. #compilers
    ~ likes: 163
    > tom: Drop the "obviously" at the end. That helps.
    > kwame: Mine says "access denied, and you know why".
    tweetieuser: Reading rooms are the original offline mode.
    ~ photo: nairobi-library
    > samir: And librarians the original cache.
    >> tweetieuser: With an eviction policy based on raised eyebrows.
    ada: A bug that only happens on Tuesdays turned out to be a bug that only happens when Tunde is in the office. We have asked Tunde to stay, for science.
    ~ likes: 192
    ~ boosted: tom
    > kwame: Tunde is a feature flag.
    > petra: Has anybody tried two Tundes?
    >> ada: We do not have the budget for two Tundes.
    >>> sigrun: Observe at a safe distance with a very long lens.
    ada: Cold-water swimming is just `make clean` for humans.
    > dilys: Our sea is incremental builds only.
    kwame: Today I was paid to knock on four hundred doors that were all painted on. One was a real door. It was open. #infosec
    > mateo: Yo pinté tres de esas puertas, perdón.
    ~ lang: es
    >> kwame: The hinge was very convincing!
    kwame: Password policy of my grandmother: it must be long, it must rhyme, and you must be able to sing it while cooking.
    ~ likes: 221
    > rafael: Bonus entropy for the bridge.
    > linh: Mine would be eleven verses about dough.
    kwame: "It is only text," said the text.
    ~ rank: 40
    ~ quote: stage
    tom: The 06:14 was late, so I kerned the departure board in my head. It is fine. It is fine. The 1s are too wide. #typography
    > ines: They always are.
    tom: Who draws your lines? #terminal
    ~ poll: closed 52 | ─ light=31 | ━ heavy=12 | ═ double, with pride=22 | +--+ since 1978=41
    ~ voted: 3
    > kwame: Plus, minus, pipe. No dependencies.
    > ada: Double, because I am fancy once a year.
    tom: Every cell on a terminal is a small promise: one column, one glyph, no surprises. Then somebody types a family emoji. 👩‍👩‍👧‍👦
    > mei: They only wanted to sit together!
    >> tom: I know. I gave them two columns and a hug.
    sigrun: Our sensor network speaks a protocol from 1983. It has never been down. It has also never been understood.
    ~ likes: 87
    > ada: These two facts are related.
    jonas: GPS says I am in the canal. The swan agrees.
    ada: Favourite error message of the week, from a build tool older than me: `nothing to be done`. Wise, really.
    > samir: بيت شعر كامل.
    ~ lang: ar
    ada: Wrote down what the program should *never* do before writing what it does. Shorter list, better program.
    ~ likes: 134
    ~ mine: kept
    > kwame: Threat modelling by any other name.
    > haruka: In wood we call it marking the waste side.
    >> ada: That is the best name it ever had.
    kwame: Museum acquisition of the day: U+202E, which makes the rest of the sentence walk backwards. Handle with gloves.
    > noa: אצלנו זה פשוט יום רגיל.
    ~ lang: he
    >> kwame: And yours are the ones that come with good manners.
    weilin: GPX 紀錄顯示我今天瞬移了三公里。我的腿不同意。My track says I teleported three kilometres. My legs disagree.
    > jonas: Keep the legs' version.
    yusuf: An engine tells me I lost on move 14. I did not feel it until move 40. A long, happy middle game, then.
    ~ likes: 64
    petra: Wrote a script that wakes me when the sky is clear. It has been running for nine days. I am very well rested.
    ~ likes: 147
    > sigrun: Your script and my volcano should meet.
    mei: My "final_final_bear_2" folder has achieved sentience and asks for a raise.
    > ada: Version control: because bears multiply.
    ada: Pair programming with the rain today. It mostly types.
    priya: मैंने एक छोटा प्रोग्राम लिखा जो छपाई के नमूने गिनता है। वह हर बार एक ज़्यादा गिनता है। दादी कहती हैं, सही है।
    ~ lang: hi
    > ada: Off by one, approved by grandmother. Ship it.
    defne: Vapur tarifesini düz metin olarak tutuyorum. `grep 18:40` ve çay. Plain-text timetables forever.
    ~ lang: tr
    > tom: Fixed width, I trust?
    >> defne: Kaptan gibi: asla kaymaz.
    ~ lang: tr
    tweetieuser: Learned today that `Ctrl-L` repaints everything. If only this worked on the kitchen.
    ~ likes: 13
    > greta: In der Laube auch nicht. Ich habe es versucht.
    > ines: I am available for kitchens. Tiles only.
    tweetieuser: Reading position: sacred. Selection: sacred. Unread count: a number, not a moral judgement.
    ~ likes: 19
    > petra: May I quote this to my inbox?
    """#
}
