extension FirstDayTexts {
  /// Cats, kitchens, weather and whatever else a day is made of.
  static let house: StaticString = #"""
    defne: This is my chair. This is also, as it turns out, not my chair. #cats
    ~ photo: istanbul-pixel-chair
    ~ likes: 188
    > pixel: The caption is misleading.
    pixel: I fits. The box is mistaken about its size.
    ~ photo: istanbul-pixel-box
    ~ likes: 226
    ~ boosted: linh
    > tom: Overflow: hidden.
    > mei: This cat is a container.
    defne: Gökkuşağını çıkarken say, inerken unut.
    ~ lang: tr
    ~ photo: istanbul-stairs
    omar: Painted the door again. The blue is the same; I am the one who has faded.
    ~ photo: marrakesh-door
    > ines: What blue is it? I have eleven candidates.
    >> omar: The one that is left when you have thrown the others away.
    tweetieuser: Old men, chess, kiosk, coffee. I have been told not to kibitz. I pointed at a bishop with my eyes.
    ~ photo: lisbon-kiosk
    > yusuf: It was a good bishop.
    tweetieuser: The pigeon picked the one star with a view of the courtyard. Rent-controlled.
    ~ photo: jaipur-window
    mateo: Ellos sí respetan el semáforo. #perros
    ~ lang: es
    ~ photo: valparaiso-dogs
    > dilys: Mine would have organised the traffic by now.
    rafael: Rehearsal moved to my kitchen. The fridge hums in B flat, so everything is in B flat now.
    > ada: Constraints breed creativity.
    linh: The neighbourhood's power went out and everyone discovered at once that the baker is awake at four. I have never had so many friends.
    ~ likes: 145
    > weilin: 停電的夜裡,麵包店就是燈塔。
    ~ lang: zh-TW
    greta: Heute nichts getan. Hat gut geklappt.
    ~ lang: de
    ~ likes: 99
    > samir: إنجاز يستحق كوب شاي.
    ~ lang: ar
    tom: Umbrella left on the 06:14, handed in at the 06:14, collected from the 06:14. The system works.
    > jonas: Closed loop. Beautiful.
    sigrun: Wind so strong today that the flag gave a seminar.
    > dilys: Ours took early retirement.
    petra: Cloud. Cloud. A brief gap in which I saw a cloud further up.
    > sigrun: That is called depth.
    wanjiru: The neighbour's rooster has discovered the street lamp. It is always morning now.
    > defne: Pixel would like his number.
    samir: مطر خفيف، ثلاثة زبائن، أربع قطط. الدرج كله محجوز.
    ~ lang: ar
    haruka: 雨の日は膠が乾かない。だから今日は、道具を研いで、昔の失敗を眺める日。
    ~ lang: ja
    > tom: A shelf of old mistakes is the best reference library.
    weilin: 星期一的腳踏車店:三個爆胎,一個失戀,都補好了。Monday at the shop: three punctures, one broken heart. All patched.
    ~ lang: zh-TW
    ~ likes: 173
    > lucia: ¿Con el mismo parche?
    ~ lang: es
    >> weilin: 心用的是茶。
    ~ lang: zh-TW
    noa: המעבדה קיבלה מקרר חדש. עכשיו יש לנו מקום לדגימות ולוויכוח על היוגורט.
    ~ lang: he
    kwame: My neighbour's wifi is called "Knock First". We have been friends since.
    > mei: Does it have a lock?
    >> kwame: 0000.
    lucia: Llovió justo cuando tendí la ropa, justo cuando saqué el pan y justo cuando dije «parece que no llueve».
    ~ lang: es
    > linh: The sky reads your posts.
    ada: The kettle, the dog and the build all finished at the same time, and for one moment I believed in scheduling.
    ~ likes: 137
    mei: Rearranged the studio. The plants have a better desk than I do.
    > ngoc: As it should be.
    ngoc: Mưa cả tuần. Tôi vui. Rêu vui. Đôi giày của tôi không có ý kiến.
    ~ lang: vi
    > greta: Meine Stiefel haben eine Meinung.
    ~ lang: de
    dilys: Found the spare key exactly where I had hidden it from myself.
    > kwame: Security through humility.
    yusuf: Bought a clock that only shows the day. I am already late for Thursday.
    > petra: I need one that only shows *dark*.
    jonas: Sunday: walked a street I had drawn a hundred times and found out that it slopes.
    ~ likes: 84
    ~ mine: kept
    > ines: All streets slope. Ask anybody here.
    mateo: El viento se llevó el boceto. Lo encontré tres casas más arriba, pegado a una puerta, y quedaba mejor ahí.
    ~ lang: es
    ~ likes: 119
    omar: To whoever leaves figs on my doorstep each Friday: the cats and I have agreed that you are family.
    ~ likes: 190
    > samir: ليس أنا، لكنني مستعدّ أن أُتَّهم.
    ~ lang: ar
    linh: To my fellow early risers: what is your first sound of the day? Mine is the oven door.
    > tom: Points motor, then the kettle.
    > noa: גלים.
    ~ lang: he
    > wanjiru: Ha-da-da.
    > defne: 04:00, you know who.
    petra: For followers only, because it is a secret: I have seen the comet. It is small and it is coming for tea. ☄️
    ~ visibility: followers
    rafael: Dia de chuva é dia de prato: condução em tempo de goteira.
    ~ lang: pt-BR
    priya: My shop sign fell down, I turned it over, and the back is nicer. New name, same shop.
    > mei: What is the new name?
    >> priya: "MADE IN AJMER". We are thinking about it.
    tweetieuser: Small rule that works for me: read to the mark, answer one letter, close the lid.
    ~ likes: 17
    > haruka: よい鋸の引き方と同じですね。
    ~ lang: ja
    tweetieuser: The keyboard has a new squeak. I have decided it is the `j` key enjoying itself.
    ~ likes: 11
    > rafael: What tempo?
    """#
}
