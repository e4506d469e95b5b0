extension FirstDayTexts {
  /// Longer talks: some deep, some wide.
  static let talks: StaticString = #"""
    defne: Question for the whole ship: what is the smallest thing that made your week better?
    ~ rank: 16
    ~ likes: 78
    > linh: A neighbour returned a bowl, with soup in it.
    > jonas: Der Briefträger hat gepfiffen. In Terzen.
    ~ lang: de
    > ada: A test failed for the reason it said it would.
    > wanjiru: The first swallow. She looked tired and pleased.
    > samir: طفل سأل إن كان يُسمح له بشمّ الكتب.
    ~ lang: ar
    >> noa: ומה ענית?
    ~ lang: he
    >> samir: قلت له: القسم الأفضل رائحةً هناك، عند النافذة.
    ~ lang: ar
    > lucia: Un jitomate que olía a jitomate.
    ~ lang: es
    > petra: Somebody turned off a porch light without being asked.
    > tom: A door on the 06:14 that has squeaked since spring was oiled. I almost miss it.
    > priya: My niece printed her first straight line and then printed a wobbly one on purpose.
    >> mei: She is ready for the industry.
    > sigrun: An hour without a tremor. I could hear the kettle.
    > mateo: El perro de la escalera me movió la cola. Año y medio costó.
    ~ lang: es
    > pixel: Two breakfasts. It is no secret any more.
    > tweetieuser: Found this place. Stayed for the cats and the trains.
    >> defne: The cats and the trains are glad.
    > dilys: The dog gave back the remote control.
    > haruka: 弟子が、はじめて自分の鉋で拍手をもらった。
    ~ lang: ja
    > rafael: My neighbour knocked to ask for the *name* of the rhythm.
    > ngoc: Một mầm rêu mới trên bậc thềm thứ ba.
    ~ lang: vi
    > kwame: An alert went off and it was really something. Eight months of tuning, vindicated.
    jonas: I am drawing a map of everybody's favourite bench. Tell me yours and I will put it in. Bus stops count. #bankkarte
    ~ label: bench
    ~ rank: 30
    ~ likes: 153
    ~ mine: liked
    > ines: The green kiosk under the jacarandas, the side without the chess players. They kibitz.
    > yusuf: The side *with* the chess players.
    > omar: مقعد تحت شجرة البرتقال الثالثة. اطلب الإذن من القطة أولًا.
    ~ lang: ar
    > haruka: 鴨川、亀の飛び石のすぐ上。午後四時。
    ~ lang: ja
    > wanjiru: Third bench from the pond, the one with a nest in the armrest. Do not sit. Just visit.
    > dilys: The wall by the lighthouse. It is not a bench, but it has been sat on since 1850.
    >> jonas: Then it is a bench. It is in.
    >>> dilys: The wall is very proud.
    >>>> jonas: I gave it its own symbol.
    >>>>> dilys: What does the symbol look like?
    >>>>>> jonas: A wall, but proud.
    >>>>>>> tom: Can it be drawn in 7 pixels?
    >>>>>>>> jonas: Pride needs at least eight.
    >>>>>>>>> tom: I have sent you one in six.
    >>>>>>>>>> jonas: … it is magnificent. It is on the map.
    >>>>>>>>>>> dilys: The wall would like a copy.
    > weilin: 第八百階的石椅。坐下的人都不說話。
    ~ lang: zh-TW
    > sigrun: There was one on the south ridge. It is now inside the ridge.
    > samir: Any of my chairs. All of them are benches, if you are two.
    > pixel: The bench is whichever one you were about to use.
    kwame: A story in several parts, because somebody asked how I got into this work.
    ~ rank: 46
    ~ likes: 118
    > kwame: Part one. I was nine and my aunt had a radio with a lock on it. Yes, a lock. On a radio.
    >> kwame: Part two. The lock had a four-digit code. I had a summer.
    >>> kwame: Part three. It was 0000. I found that out on the last day, going downwards from 9999.
    >>>> kwame: Part four. My aunt said: "I wanted to see whether you would ask." I have asked first ever since.
    >>>>> ada: This is a better ethics course than mine.
    >>>>>> kwame: She gives it every summer. Bring your own radio.
    >>>>>>> samir: والراديو؟ هل ما زال يعمل؟
    ~ lang: ar
    >>>>>>>> kwame: It plays right now. The lock is gone; she says the lesson is inside me.
    petra: Help me name the new telescope. It is small, it is stubborn, it dislikes humidity.
    ~ likes: 56
    > pixel: Pixel.
    > noa: Slug. With affection.
    > tom: Serif.
    > mateo: Pulga.
    ~ lang: es
    > sigrun: Grýla, but only when it misbehaves.
    > linh: Men — the yeast. Small, stubborn, hates humidity.
    >> petra: Men it is! It even rhymes with when, which is what I always ask it.
    >>> linh: I am honoured, and so is the yeast.
    ada: What is the oldest piece of software you would trust with your life?
    ~ label: oldest
    ~ likes: 101
    > sigrun: The 1983 protocol. I already do.
    > tom: The interlocking at the junction box. It is mechanical, so it cannot be updated.
    > yusuf: The rules of chess. Last breaking change in the fifteenth century.
    > haruka: 曲尺。電源不要。
    ~ lang: ja
    > kwame: My aunt.
    >> ada: That is wetware, but accepted.
    > weilin: 山上的路標。版本:石頭。
    ~ lang: zh-TW
    > priya: My grandmother's count of the print blocks, off by one and always right.
    yusuf: Postal chess, public game! Replies vote on my next move. I am Black and it is raining.
    ~ likes: 37
    > ines: Knight to f6. It looks well on f6.
    > jonas: c5, auf jeden Fall. Platz schaffen.
    ~ lang: de
    > mei: Move the horse. Any horse. They look bored.
    > pixel: Push the tall one off the table.
    >> yusuf: This is, sadly, within the rules of resignation.
    > ada: Castle. Always have a backup.
    lucia: Pregunta seria: ¿el arroz se lava o no se lava?
    ~ lang: es
    ~ poll: closed 20 | Se lava, siempre=58 | Depende del arroz=37 | Jamás=9 | ¿Qué arroz?=12
    ~ likes: 49
    > linh: Ba lần. Không bàn cãi.
    ~ lang: vi
    > haruka: 洗う、ではなく、研ぐ。
    ~ lang: ja
    > priya: तीन बार, और फिर आधा घंटा भिगोना।
    ~ lang: hi
    > weilin: 洗到水比我的人生清楚為止。
    ~ lang: zh-TW
    > defne: Pilavda evet, dolmada duruma göre.
    ~ lang: tr
    > rafael: A minha avó lavava cantando. Duas estrofes.
    ~ lang: pt-BR
    greta: Umfrage im Verein: Darf der Gartenzwerg wählen?
    ~ lang: de
    ~ poll: open 75 several | Ja=19 | Nur bei Heckenfragen=33 | Er tut es längst=46
    ~ likes: 24
    > jonas: Er ist Schriftführer, soweit ich weiß.
    ~ lang: de
    noa: What should one ask an octopus, if it could answer only once?
    ~ likes: 95
    > petra: Which arm is you?
    > samir: ماذا تقرأ؟
    ~ lang: ar
    > kwame: How did you get the jar open from *outside*?
    > mei: Would you consider eight part-time positions?
    > rafael: 8/8?
    > wanjiru: Where do you go when I blink?
    >> noa: I asked something like it once. It went there.
    """#
}
