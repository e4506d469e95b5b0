extension FirstDayTexts {
  static let food: StaticString = #"""
    linh: Nước dùng ninh mười hai tiếng. Twelve hours of broth for nine minutes of silence at the table. #phở
    ~ lang: vi
    ~ photo: hanoi-pho-steam
    ~ likes: 156
    > weilin: 安靜的九分鐘,是最高的評價。
    ~ lang: zh-TW
    > priya: In our house silence at the table means somebody forgot the salt.
    lucia: Maíz rojo, azul, amarillo y casi negro. Cada color sabe a una abuela distinta. #maíz
    ~ lang: es
    ~ photo: oaxaca-corn
    ~ mine: kept
    > linh: Which grandmother is the blue one?
    >> lucia: La que no usaba reloj y nunca quemó nada.
    ~ lang: es
    lucia: El comal está listo cuando la gota de agua baila, no antes. Wait for the dance.
    ~ lang: es
    ~ photo: oaxaca-comal
    lucia: Thirty-one ingredients, two days, one argument about chocolate. The mole won. #cocina #mole
    ~ photo: oaxaca-mole
    ~ likes: 121
    > rafael: Who was on the other side of the argument?
    >> lucia: El chocolate.
    ~ lang: es
    lucia: Market tip: walk the chilli aisle from smoke to fire, never the other way round.
    ~ photo: oaxaca-market
    > omar: The same rule holds for mustard.
    priya: छह कुल्हड़, एक ट्रे, शून्य बची हुई चाय। Six cups went out, no tea came back.
    ~ lang: hi
    ~ photo: jaipur-chai
    > defne: Glass or clay, the tray always comes back lighter than the talk.
    defne: Simit ölçüsü: bir tane vapura, bir tane martılara, bir tane bana. #simit
    ~ lang: tr
    ~ photo: istanbul-simit
    omar: نعناع اليوم. واحدة اختارتني قبل أن أختارها.
    ~ lang: ar
    ~ photo: marrakesh-mint
    > samir: أحضر ربطة معك، الإبريق جاهز.
    ~ lang: ar
    ines: Grilled sardine season is officially the only season that starts with a smell. #sardinhas
    ~ photo: lisbon-sardines
    > pixel: I have read this post eleven times.
    > noa: As a marine biologist: no comment. As a person: what time?
    linh: A customer asked for bread "exactly like yesterday's". So did I, madam. So did I.
    > ada: Reproducible builds are hard.
    >> linh: Flour is a moving dependency.
    >>> ada: Pin the flour!
    >>>> linh: The mill releases every Thursday and there is no changelog.
    >>>>> tom: There is always a changelog. It is on the back of the sack, in pencil.
    >>>>>> linh: I checked. It says "good luck". 
    greta: Erste Bohnen. Die Schnecken haben abgestimmt, ich wurde überstimmt. #kleingarten
    ~ lang: de
    ~ photo: berlin-allotment
    > ngoc: Slugs always vote early.
    greta: Der Verein hat beschlossen, dass Hecken 1,25 m hoch sein dürfen. Meine Hecke hat nicht abgestimmt und ist 1,40 m.
    ~ lang: de
    > jonas: Ich zeichne sie auf der Karte gern etwas kleiner.
    ~ lang: de
    greta: Parzelle 14 hat Honig. Vierzehn Gläser, wie es sich gehört.
    ~ lang: de
    ~ photo: berlin-bees
    samir: A customer came for one book, stayed for four teas and left with my bookmark. I call that a good day's trade.
    > lucia: ¿Y el libro?
    ~ lang: es
    >> samir: It is still on the chair. I think it is reading *us* now.
    weilin: 便利商店的茶葉蛋,是颱風天的燈塔。A tea egg is a lighthouse in a typhoon.
    ~ lang: zh-TW
    > dilys: I have told the lighthouse. It is flattered.
    rafael: Descobri que a minha avó batia ovos em 7/8. Tudo faz sentido agora.
    ~ lang: pt-BR
    > ada: The omelette resolves on the next bar.
    pixel: The bowl is half empty. I have been told it is half full. I have been told LIES.
    ~ likes: 167
    ~ boosted: mei
    > mei: Filing this under Grievances, subsection Bowl.
    > defne: He had breakfast twice. Both of us fed him.
    >> pixel: Source?
    haruka: 昼は梅のおにぎり二つ。三つ目は弟子に取られた。
    ~ lang: ja
    noa: קפה, גלים, ספירה. Coffee, waves, counting. In that order, or the counting is wrong.
    ~ lang: he
    kwame: My uncle's pepper soup has a responsible disclosure policy: he tells you afterwards.
    > wanjiru: Ninety days of burning?
    >> kwame: He patched it with more pepper.
    wanjiru: Chapati number one is for the pan, number two is for the cook, and you, dear guests, start at three.
    > priya: Universal constant. Same with rotis.
    tom: Railway tea scale, from weak: *platform*, *buffet*, *guard's van*, *structural*.
    > dilys: Ours is "stand the spoon".
    sigrun: Baked rye bread in hot ground: 24 hours, 100 degrees, zero electricity, slight smell of eggs. 
    > linh: The oven I will never be able to rent.
    mateo: Pan con palta en el andamio, con vista al mar. Cinco estrellas, sin baranda.
    ~ lang: es
    petra: Thermos inventory for tonight: soup, coffee, other soup.
    """#
}
