extension FirstDayTexts {
  static let craft: StaticString = #"""
    haruka: 引き出しひとつに四日。急ぐ人のためではなく、開けるたびに静かな人のために。\nFour days for one drawer. It closes on its own breath. #木工
    ~ lang: ja
    ~ photo: kyoto-bench kyoto-joint
    ~ likes: 184
    ~ mine: liked
    > tom: "It closes on its own breath" is the best specification I have read this year.
    > jonas: I drew it in section, just to understand the silence.
    haruka: Twelve thousandths of a millimetre. The window reads through it.
    ~ photo: kyoto-plane
    > ines: Thinner than glaze!
    > kwame: At that thickness it is more of a rumour than a shaving.
    priya: Every block keeps the colour it was first given. After forty years you can still tell the reds: they argue. #blockprint
    ~ photo: jaipur-blocks jaipur-hands
    ines: A ship, a fine brush, nine hairs. Today I repainted one sail. #azulejo
    ~ photo: lisbon-brush
    > mei: I counted the hairs. Nine. Respect.
    lucia: Doña Carmen dice que el telar sabe la canción y ella sólo la sigue.
    ~ lang: es
    ~ photo: oaxaca-loom
    > rafael: O tear está certo.
    ~ lang: pt-BR
    mateo: Once tarros de pintura y una firma que no es mía en el rosado. #mural
    ~ lang: es
    ~ photo: valparaiso-paint
    > mei: The paw print is the best part, leave it.
    >> mateo: Ya la estoy copiando en grande, tres metros.
    ~ lang: es
    mateo: Terminada: la ballena mide lo que mide la calle. Tardé un invierno. 🐋 #mural
    ~ lang: es
    ~ photo: valparaiso-mural
    ~ likes: 233
    ~ boosted: noa
    > noa: Anatomically excellent! The flipper is exactly where a flipper wants to be.
    > weilin: 想沿著這條街慢慢走一遍。
    ~ lang: zh-TW
    > lucia: ¡Qué belleza! ¿Los vecinos la dejaron elegir color?
    ~ lang: es
    >> mateo: Votaron. Ganó el azul por un vecino, y el vecino era yo.
    ~ lang: es
    samir: لمن يسأل: السلّم متين، أمّا الترتيب فلا.\nTo those who ask: the ladder is safe, the shelving system is not. #bookshop
    ~ lang: ar
    ~ photo: marrakesh-books
    > ada: Is it sorted by anything?
    >> samir: By who would like whom.
    >>> ada: A friendship graph. I approve.
    >>>> mei: Who lives next to the dictionaries?
    >>>>> samir: The poets. Somebody has to.
    >>>>>> noa: And the cookbooks?
    >>>>>>> samir: Next to the crime novels, ever since the incident with the soufflé.
    >>>>>>>> linh: I would like to hear about the soufflé.
    >>>>>>>>> samir: It fell. There were suspects.
    samir: فانوس جديد يقرأ معنا كل مساء.
    ~ lang: ar
    ~ photo: marrakesh-lantern
    jonas: Drew the coast today. You need a steady hand and a coffee cup that knows its place. #karten
    ~ photo: berlin-map-desk
    > sigrun: Please leave room in the south-west, we are still making some.
    jonas: Dieses Rad hat mehr Briefe gefahren als ich geschrieben habe. #fahrrad
    ~ lang: de
    ~ photo: berlin-bike
    weilin: 調輪組的時候,耳朵比眼睛準。Truing a wheel: trust the ear, then the eye, then never the first guess. #腳踏車
    ~ lang: zh-TW
    ~ photo: taipei-wheel
    > rafael: Spokes should be tuned in fifths.
    rafael: This snare has been smiling at me since 2009. #drums
    ~ photo: berlin-drum
    rafael: Aluno novo, 74 anos, disse que não tem ritmo. Entrou batendo na porta em samba perfeito.
    ~ lang: pt-BR
    > ada: Lovely. Does he know yet?
    >> rafael: I let him find out in week three.
    mei: Today's animals: a heron in accounts, a pangolin in security, two otters in shipping. Productivity is down but morale! #sketchbook
    ~ likes: 198
    ~ boosted: defne
    > kwame: The pangolin has excellent access control.
    > wanjiru: Herons *are* accountants. You only need to watch one wait.
    mei: A client asked for "the same bear, but more confident". I straightened its tie.
    mei: The shop cat sells more notebooks asleep than I do awake.
    ~ photo: kyoto-cat-shop
    > omar: مندوب مبيعات ممتاز.
    ~ lang: ar
    tom: Drew a lowercase g for a 7-pixel grid today. There is room for one ear or one tail. I chose dignity. #bitmapfonts
    ~ likes: 127
    > mei: Show it! Show the g!
    >> tom: It is shy. Perhaps tomorrow.
    > ada: Chose dignity: so, one storey?
    >> tom: One storey, one tail, no regrets.
    tom: Box-drawing characters are the only architecture most of us will ever be trusted with.
    ~ card: https://fonts.example/box-drawing | Font Notes | Corners that meet | How line-drawing glyphs join across cells, and the seven ways in which they do not. | lisbon-tiles
    > jonas: ┌ I feel seen ┐
    greta: Regal gebaut. Steht. Warum es steht, weiß niemand.
    ~ lang: de
    haruka: A customer wants a box for letters from his grandfather. I asked how many letters. "Three," he said, "but they are long."
    ~ likes: 176
    ~ mine: kept
    > samir: Make it a little larger. He may find the fourth.
    >> haruka: そうします。ありがとう。
    ~ lang: ja
    """#
}
