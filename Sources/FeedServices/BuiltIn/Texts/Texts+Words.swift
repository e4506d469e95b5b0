extension FirstDayTexts {
  static let words: StaticString = #"""
    samir: الكتاب الذي تبحث عنه خلف الكتاب الذي تحتاجه.\nThe book you look for is behind the book you need. #كتب
    ~ lang: ar
    ~ likes: 201
    ~ boosted: omar
    > jonas: I came in for an atlas and left with a cookbook. Confirmed.
    > yusuf: And the chair is behind both.
    samir: أعرت كتابًا قبل أحد عشر عامًا. عاد اليوم، ومعه كتاب ثانٍ «فائدةً».
    ~ lang: ar
    ~ likes: 142
    ~ mine: liked
    > noa: ריבית כזאת אני מוכנה לשלם.
    ~ lang: he
    noa: תרגמתי היום שיר על ים בלי להשתמש במילה ים. לקח לי יום שלם וכוס קפה שלא נגעתי בה.
    ~ lang: he
    > samir: أرسليه لي، سأضعه بجانب القواميس.
    ~ lang: ar
    noa: Hebrew lesson of the day: חוף is a beach, חופש is freedom. One letter of holiday between them. #עברית
    ~ likes: 97
    > defne: Turkish has *deniz* and *denizci*; we add the sailor at the end.
    omar: كلمة اليوم: «قيلولة». لا تُترجَم، تُمارَس.
    ~ lang: ar
    > linh: Tiếng Việt: *ngủ trưa*. Đồng ý hoàn toàn.
    ~ lang: vi
    > lucia: Siesta. Aquí también está protegida.
    ~ lang: es
    priya: हमारे यहाँ "कल" का मतलब बीता हुआ कल भी है और आने वाला कल भी। इसलिए हम आज पर ध्यान देते हैं। #हिन्दी
    ~ lang: hi
    ~ likes: 169
    > ada: A date library would weep.
    > yusuf: Bangla does this, too. Appointments are poetry.
    haruka: 「木漏れ日」は英語で一語にならないと聞いた。では、三歩かけて歩いて見せよう。
    ~ lang: ja
    > mei: Three steps is the right length.
    weilin: 臺語有句話:「食飯皇帝大。」其他的事,等一下。
    ~ lang: zh-TW
    > linh: Một câu nói đúng ở mọi múi giờ.
    ~ lang: vi
    jonas: Wort des Tages: *Fernweh*. Gegenmittel: Nahverkehr.
    ~ lang: de
    ~ likes: 108
    > tom: The local train as medicine. Twice daily, with tea.
    greta: „Provisorium“: etwas, das hält.
    ~ lang: de
    > ada: Also known as production.
    ines: *Saudade* on Monday, *preguiça* on Tuesday. We have a word for the whole week.
    > mateo: ¿Y para el viernes?
    ~ lang: es
    >> ines: *Sardinhas.*
    ~ lang: pt
    mateo: Mi abuela decía «ya vamos llegando» desde que salíamos de la casa. Nunca mintió.
    ~ lang: es
    ~ likes: 131
    > priya: My mother says it before we leave.
    lucia: «Ahorita» es una unidad de tiempo. No pregunten cuál.
    ~ lang: es
    > priya: It is *bas, paanch minute*.
    > defne: Bizde "şimdi geliyorum": en az bir çay.
    ~ lang: tr
    > omar: عندنا «دابا». تمتدّ حسب الحاجة.
    ~ lang: ar
    > wanjiru: "Sasa hivi". Bring a book.
    > greta: „Gleich.“ Also nie.
    ~ lang: de
    > haruka: 「そのうち」。季節がひとつ入ります。
    ~ lang: ja
    > linh: "Sắp xong rồi" — nghĩa là chưa bắt đầu.
    ~ lang: vi
    > noa: "עוד רגע". הרגע ארוך.
    ~ lang: he
    > weilin: 「馬上」。但是馬還沒來。
    ~ lang: zh-TW
    > sigrun: "Rétt bráðum." Geologically accurate.
    ~ lang: is
    > tom: "Shortly", over the tannoy. See also: replacement bus.
    > ines: "Já vou." I have not moved.
    > jonas: We now have a complete clock.
    defne: Bir çay söyledim, üç hikâye geldi. Ordered one tea, was served three stories. #istanbul
    ~ lang: tr
    linh: Tiếng Việt có sáu thanh; bột nhào chỉ có hai: chưa được, và được rồi.
    ~ lang: vi
    ~ likes: 115
    > haruka: 木には三つある。まだ、いま、遅い。
    ~ lang: ja
    ngoc: Lan, cúc, huệ… tên bạn bè tôi nghe như một khu vườn. All my friends have names like a garden.
    ~ lang: vi
    wanjiru: The hadada ibis is named after the sound it makes. Imagine if we all were. I would be called "Where-are-my-binoculars".
    ~ likes: 138
    > sigrun: I would be "Is that a tremor".
    > pixel: I would be called Pixel. I have never made a sound in my life.
    >> defne: 04:00. Every day.
    yusuf: Wrote "thinking" on a postcard and sent it to my opponent. He replied with a postcard that says "likewise".
    > jonas: The slowest typing indicator in the world.
    mei: I asked the library for a book on owls at work. They gave me the staff directory.
    tom: A full stop is one pixel. All that authority, one pixel.
    > mei: And the comma gets two and hesitates.
    rafael: Pausa também é nota. Alguém avise o meu vizinho.
    ~ lang: pt-BR
    ~ likes: 66
    petra: "Dead of night" is a misnomer. It is the liveliest part; it just does not shout.
    kwame: Twi has a word for a debt you are glad to owe. I owe several of you that one.
    ~ likes: 126
    > samir: الدَّين محفوظ على الرفّ الثالث.
    ~ lang: ar
    """#
}
