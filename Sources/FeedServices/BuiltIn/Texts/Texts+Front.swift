extension FirstDayTexts {
  /// What stands at the top when the reader arrives.
  static let front: StaticString = #"""
    haruka: 朝いちばんの電車。運転士さんが知らない子に手を振って、その子が一日ぶんの笑顔で返した。\nThe first tram of the day, close enough to touch the eaves. #路面電車 #morning
    ~ lang: ja
    ~ rank: 0
    ~ photo: kyoto-tram
    ~ likes: 64
    > linh: I could smell the cedar from here.
    > tom: That is a proper destination blind. Hand-painted?
    >> haruka: Hand-painted, yes. The painter is eighty-one and refuses to hear about vinyl.
    >>> tom: Please tell him a stranger with opinions about letter-spacing says thank you.
    mei: I am a very modest post. Please do not like me: I blush, I wilt, and I give every heart straight back. Go on, try. I will not budge. 🫣 #modesty
    ~ rank: 1
    ~ refuses: likes
    ~ likes: 0
    > kwame: I tried. It politely returned my heart, unopened.
    > pixel: I pressed it with a paw. It said no to a CAT.
    linh: Mẻ bánh đầu tiên lúc 4 giờ sáng: vỏ giòn như lá khô. First batch out. The crust sings for about two minutes and then it is just breakfast. #bánhmì #baking
    ~ lang: vi
    ~ rank: 2
    ~ photo: hanoi-oven
    ~ likes: 118
    ~ mine: liked
    > jonas: Two minutes of singing is more than most breakfasts manage.
    > lucia: ¿Qué harina usas ahora? La mía se rindió con la humedad.
    ~ lang: es
    >> linh: Half local, half patience! And I let the dough sleep in the coolest corner, next to the cat.
    >>> lucia: Gato nuevo en la cocina, entonces. Anotado.
    ~ lang: es
    ada: Choir tonight sang a piece where every voice enters one bar late on purpose. The conductor calls it a canon. I call it *eventual consistency*. #choir #compilers
    ~ rank: 3
    ~ likes: 143
    ~ mine: kept
    > kwame: And nobody resolved the conflict until the coffee break.
    > rafael: As a drummer I have been eventually consistent my whole life.
    defne: The 18:40 to Kadıköy, full of people pretending not to film the sunset. #ferries
    ~ rank: 4
    ~ photo: istanbul-ferry istanbul-tea
    ~ likes: 87
    petra: Clear until two, they say. Which of these do you point at first? #nightsky
    ~ rank: 5
    ~ poll: open 31 | Saturn, always=48 | The Moon, for the crowd=23 | That faint smudge=39 | My neighbour's porch light=17
    ~ likes: 31
    > sigrun: The faint smudge. It has waited two million years, it deserves the first look.
    tweetieuser: Moved my whole reading life into the terminal this week. My battery and my eyes both sent thank-you notes. #tweetie
    ~ rank: 7
    ~ likes: 16
    > tom: Welcome to the land of 80 columns. We have excellent margins.
    > ada: Next step: answering letters with `ed`. It is the standard correspondence.
    >> tweetieuser: `?`
    >>> ada: Exactly like that, yes.
    omar: سبعة قطط، سبعة آراء، وطاولة غداء واحدة.\nSeven cats, seven opinions, one lunch table. The smallest one chairs the meeting. #cats
    ~ lang: ar
    ~ rank: 8
    ~ photo: marrakesh-cats
    ~ likes: 171
    ~ boosted: ines
    > pixel: I recognise the third from the left. He owes me a sardine.
    > noa: הקטנה מובילה, ברור. כל השאר תפאורה.
    ~ lang: he
    weilin: 上山一千三百二十階,下山一碗牛肉麵。公平交易。\n1,320 steps up, one bowl of noodles down. A fair trade. #郊山 #hiking
    ~ lang: zh-TW
    ~ rank: 9
    ~ photo: taipei-stairs taipei-noodles
    ~ likes: 52
    kwame: Found in the wild today: a log line that clears your screen when you look at it. Reminder: text from strangers is *data*, not stage directions. #infosec
    ~ rank: 11
    ~ label: stage
    ~ card: https://reading.example/terminals-and-strangers | The Reading Room | What a terminal believes | Forty years of escape sequences, and why "it is only text" was never quite true. | berlin-map-desk
    ~ likes: 94
    > tom: The cell does not trust the byte. The byte must earn the cell.
    > ada: I want that on a cushion.
    wanjiru: The ibis is back on the washing line. It has now claimed both shirts. #birding
    ~ rank: 12
    ~ photo: nairobi-ibis
    ~ likes: 76
    priya: आज नील का दिन था। हाथ कोहनी तक नीले, मन हल्का। Indigo day: blue up to the elbows, light everywhere else. #blockprint #indigo
    ~ lang: hi
    ~ rank: 14
    ~ photo: jaipur-indigo
    ~ likes: 132
    ~ mine: liked kept
    tweetieuser: Is there a word for the moment when you finally close the last of sixty tabs and then need the third one?
    ~ rank: 18
    ~ likes: 21
    > samir: بالعربية نسمّيها «الحمد لله». ثم نبحث عنها من جديد.
    ~ lang: ar
    > noa: In our lab it is called Tuesday.
    > jonas: Reiterschlussreue. Just invented, please use freely.
    ines: Someone asked how long a tile lasts. This one was painted in 1746, upside down, and nobody has had the heart to turn it. #azulejo
    ~ rank: 20
    ~ photo: lisbon-tiles
    ~ likes: 208
    ~ boosted: haruka
    """#
}
