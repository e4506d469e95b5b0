extension FirstDayTexts {
  static let nature: StaticString = #"""
    ngoc: Xe hoa sáng nay. Somewhere in there is a bicycle, and somewhere behind it a very small woman who is stronger than all of us.
    ~ lang: vi
    ~ photo: hanoi-flower-bike
    ngoc: Dương xỉ không xin phép. A fern never asks for planning permission. #moss
    ~ lang: vi
    ~ photo: hanoi-wall-fern
    > greta: Bei uns bräuchte er drei Formulare.
    ~ lang: de
    tweetieuser: One footprint. Everyone else walked around it. Be like everyone else. #moss
    ~ photo: hanoi-moss-step
    > sigrun: The correct way to treat moss. Ours remembers a bootprint for fifty years.
    >> tweetieuser: Fifty! I am writing that on the step.
    sigrun: It took four hundred years to become this comfortable. Please do not sit on it. #moss
    ~ photo: reykjavik-moss
    ~ mine: liked
    > ngoc: I would like to be buried next to this, but politely.
    sigrun: Line seven lost its temper at 03:12. Everybody else in the building slept through it. #geology
    ~ photo: reykjavik-seismo
    > ada: That is one honest log file.
    sigrun: She is awake. We are at a safe distance; the person in the picture is a colleague with a very long lens. #eruption
    ~ photo: reykjavik-lava
    ~ warning: Lava, close up, and one very small human
    > kwame: A safe distance appears to be measured in colleagues.
    tweetieuser: Forty minutes of standing still, one lit window, everybody else asleep. #nightsky #milkyway
    ~ photo: reykjavik-milkyway
    ~ likes: 241
    ~ boosted: sigrun
    > mateo: ¿Quién vive en la ventana?
    ~ lang: es
    >> tweetieuser: The organist. She says she practises better when the sky is out.
    > haruka: 静かな写真。音まで写っている。
    ~ lang: ja
    petra: Equipment check: telescope, hat (for the telescope), thermos, hat (for me).
    ~ photo: reykjavik-telescope
    petra: Saturn tonight looked exactly like the sticker of Saturn, and a nine-year-old accused me of using a sticker.
    ~ likes: 159
    > tom: Best review a planet ever had.
    petra: Light that left before there were people to see it landed on my mitten. I apologised for the mitten.
    > samir: اعتذار مقبول، باسم الضوء.
    ~ lang: ar
    wanjiru: A sunbird at the aloe. The throat is not a colour, it is an argument about light. #birding
    ~ photo: nairobi-sunbird
    > mei: I have tried to paint this argument. I lost.
    wanjiru: The queue at the coconut is orderly until somebody mentions seeds.
    ~ photo: nairobi-feeder
    wanjiru: Not everybody wants to see what a marabou has for lunch, so it is behind the curtain.
    ~ photo: nairobi-marabou
    ~ warning: A bird eating something that was recently a fish
    > pixel: I want to see. Open the curtain.
    weilin: 白鷺鷥占領路口,交通順了很多。An egret took over the junction. Traffic has improved.
    ~ lang: zh-TW
    ~ photo: taipei-egret
    > wanjiru: Promote that bird.
    weilin: 茶園像大地的指紋。
    ~ lang: zh-TW
    ~ photo: taipei-tea-hill
    > linh: Now I want tea and a long bus ride.
    haruka: 紅葉、いちばん赤い日。一枚だけ、まだ落ちる途中。
    ~ lang: ja
    ~ photo: kyoto-maple
    > petra: Shutter speed: one maple.
    omar: الحديقة بعد السقي: قطتان، ظلّان، وصمت.\nA cat at either end of the water. They are not speaking. #garden
    ~ lang: ar
    ~ photo: marrakesh-garden
    > defne: What did they disagree about?
    >> omar: The middle.
    noa: 214 חשופיות על קרש ישן אחד, ואחת מהן הביטה בי. 214 sea slugs on a single old plank and one of them looked at me.
    ~ lang: he
    ~ likes: 73
    > ngoc: How does one know?
    >> noa: After nineteen years, one knows.
    > mei: What department would she work in?
    >> noa: Legal. Definitely legal.
    noa: היום הים היה שטוח כמו דף. The sea was flat as paper and somebody had already drawn a heron on it.
    ~ lang: he
    noa: Fun fact: some sea slugs steal chloroplasts from their lunch and live on sunlight. I steal sandwiches and live on coffee.
    ~ likes: 111
    > ada: Photosynthesis via dependency injection.
    dilys: One ewe has learned to open the gate. She does not leave. She only wants us to know.
    ~ likes: 182
    ~ boosted: kwame
    > kwame: This is the most ethical penetration tester I know.
    > ada: Did she file a report?
    >> dilys: She stood there and looked at the hinge until I understood.
    dilys: Storm coming in from the west. The dog has moved under the table and taken the remote control with him.
    ngoc: Rêu mọc theo hướng bắc chỉ là tin đồn. I measured ninety trees. Moss grows towards whoever forgot to sweep.
    ~ lang: vi
    greta: Igel unterm Kompost. Die Baustelle ruht bis April, so steht es jetzt auf einem Schild. 🦔
    ~ lang: de
    > jonas: Sperrgebiet ist in der Karte eingetragen.
    pixel: Bird. Window. Bird. Window. Why is it always *window*.
    > wanjiru: On behalf of the birds: thank you, window.
    omar: The youngest cat brought me a leaf. A very dead leaf. I have thanked her for her service.
    petra: Anyone else hear the geese at four in the morning? They sounded like a meeting that should have been a letter.
    > dilys: They went over us at five. The item about formation was still open.
    lucia: Puerta de cempasúchil: para que sepan por dónde volver. #díademuertos
    ~ lang: es
    ~ photo: oaxaca-marigold
    ~ likes: 204
    ~ mine: liked
    > mateo: Acá prendimos una vela también. Un abrazo.
    ~ lang: es
    > priya: गेंदे हमारे यहाँ भी रास्ता दिखाते हैं। Marigolds show the way here, too.
    ~ lang: hi
    >> lucia: Qué bonito saberlo.
    ~ lang: es
    """#
}
