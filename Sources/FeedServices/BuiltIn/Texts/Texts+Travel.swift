extension FirstDayTexts {
  static let travel: StaticString = #"""
    linh: The train comes through twice a day and the whole street breathes in. Laundry included. #hanoi
    ~ photo: hanoi-train-street
    > yusuf: I have ridden that train at night. From inside, every kitchen is a lit stage for one second.
    linh: Hồ sáng nay không có bờ bên kia. This morning the lake had no far side. #sươngmù
    ~ lang: vi
    ~ photo: hanoi-lake-fog
    > petra: This is what my telescope sees most of the year.
    linh: Mưa. Cả ngã tư nở hoa áo mưa. Rain, and the crossing bursts into bloom.
    ~ lang: vi
    ~ photo: hanoi-rain-ponchos
    haruka: Stepping stones, school holidays. Two made it, one got wet, all three are telling it differently.
    ~ photo: kyoto-river-steps
    > rafael: The splash is always on the off-beat.
    mei: Waited forty minutes for one umbrella to walk into the right place. It did. I drew it anyway, with a bear. #sketchbook
    ~ photo: kyoto-rain-gate
    > wanjiru: Was the bear carrying the umbrella or the paperwork?
    >> mei: The bear *is* the paperwork department.
    weilin: 雲海裡冒出一棟大樓,像有人忘了收的積木。A tower block above the sea of cloud, like a toy somebody forgot to put away. #郊山
    ~ lang: zh-TW
    ~ photo: taipei-ridge
    > sigrun: From here it looks exactly like an island that has not read the geology.
    weilin: 夜市第三攤,永遠排隊,永遠值得。
    ~ lang: zh-TW
    ~ photo: taipei-night-market
    > linh: Steam is the best signboard.
    defne: Galata this morning, drawn in pencil and then rubbed out.
    ~ photo: istanbul-galata-fog
    defne: Köprünün üstünde iki yüz olta, altında bir balık. Two hundred rods on the bridge. The fish knows. #galata
    ~ lang: tr
    ~ photo: istanbul-anglers
    > noa: The fish has been doing this longer.
    omar: أسطح المدينة في آخر الضوء. كل الأطباق تنظر في اتجاه واحد، إلا طبق خالتي.\nEvery dish faces the same way, except my aunt's.
    ~ lang: ar
    ~ photo: marrakesh-roofs
    > defne: Your aunt gets better channels, I am sure of it.
    >> omar: She says she gets the weather from the future.
    omar: Snow up there, oranges down here, and a bus that connects them for the price of a coffee.
    ~ photo: marrakesh-atlas
    ines: The #tram took the corner with two fingers of air to spare. The pedestrian has clearly done this before.
    ~ photo: lisbon-tram
    > haruka: 狭い道の電車は、みんな少しだけ親切になる。
    ~ lang: ja
    ines: Desço devagar, porque a luz também. I walk down slowly because the light does. #lisboa
    ~ lang: pt
    ~ photo: lisbon-stairs-light lisbon-roofs
    ines: The bridge has been cancelled until further notice.
    ~ photo: lisbon-bridge-fog
    > jonas: I have left the middle blank on the map, to be accurate.
    jonas: Kanal, Kastanien, Schwan mit Vorfahrt. #spaziergang
    ~ lang: de
    ~ photo: berlin-canal
    > greta: Der Schwan hat dort eine Parzelle, ganz sicher.
    ~ lang: de
    jonas: First snow, and the tram is the only warm thing in the street :tram:
    ~ photo: berlin-snow-tram
    > tom: Headlamps that colour should be a listed monument.
    tom: Forty levers, and the one with the red cloth says: *think before you pull me*. Every interface should have a red cloth. #railway
    ~ photo: berlin-signal-box
    ~ mine: liked
    > ada: Stealing "red cloth" for every destructive flag from now on.
    > kwame: `--red-cloth` is now required. Thank you.
    sigrun: Drove three hours for clouds. Then, for eleven minutes, this. #aurora
    ~ photo: reykjavik-aurora
    ~ likes: 214
    ~ boosted: petra
    > petra: Eleven minutes is a very good rate.
    > mateo: Yo quiero pintar eso y sé que no puedo.
    ~ lang: es
    >> sigrun: Neither could my camera, but it tried.
    wanjiru: People ask if I live in the city or the savannah. Yes.
    ~ photo: nairobi-skyline
    wanjiru: October: the street forgets it is a street. #jacaranda
    ~ photo: nairobi-jacaranda
    > ines: Ours bloom in May. Between us we cover the year.
    >> wanjiru: I propose a relay with a purple baton.
    lucia: Agaves hasta donde empieza el cerro, y el cerro hasta donde empieza la lluvia.
    ~ lang: es
    ~ photo: oaxaca-agave
    mateo: Subí sin guitarra y bajé con tres canciones. El perro se queda en el do. #escaleras
    ~ lang: es
    ~ photo: valparaiso-stairs
    > rafael: A dog on middle C is called a pedal point.
    mateo: Hora azul: cada ventana se cree la luna. #valparaíso
    ~ lang: es
    ~ photo: valparaiso-harbour
    mateo: El ascensor cruje en el mismo escalón desde 1915. Si un día deja de crujir, me bajo.
    ~ lang: es
    ~ photo: valparaiso-lift
    priya: A thousand steps down to the water and not one of them in a hurry. #stepwell
    ~ photo: jaipur-stepwell
    priya: शाम को आसमान में पतंगें ज़्यादा, पंछी कम। More kites than birds tonight; the birds are taking notes. #kites
    ~ lang: hi
    ~ photo: jaipur-kites
    > wanjiru: The birds have asked me to file a complaint.
    yusuf: Night train. Opposite me a man has set up a travelling chess board against nobody and is losing.
    yusuf: My opponent's move arrived by post today. It took nine days and it is a very good move.
    > haruka: Nine days of thinking about it in a mailbag.
    jonas: A map is a letter to somebody who will be lost later.
    ~ label: letter
    ~ rank: 96
    ~ likes: 189
    samir: وصلت اليوم خريطة مرسومة باليد، فيها مقعد مؤشَّر: «اجلس هنا ولا تستعجل». الأصدقاء الحقيقيون يرسلون خرائط.
    ~ lang: ar
    ~ rank: 60
    ~ quote: letter
    > jonas: It is the best bench in the city. I measured.
    dilys: Traffic report: forty sheep northbound, one dog with strong views. Expect delays until tea.
    ~ photo: reykjavik-sheep
    dilys: Painted the lighthouse again. It is still a lighthouse.
    ~ photo: reykjavik-lighthouse
    > petra: Thank you for pointing it away from my telescope.
    """#
}
