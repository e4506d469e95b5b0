/// What people answer to the reader.
enum AnswerTexts {
  static let toAThought = [
    "I read this twice and put the kettle on in its honour.",
    "Saving this one for the long ferry.",
    "Quietly nodding over here.",
    "This made the queue at the bakery shorter.",
    "Esto lo voy a pintar en alguna parte.",
    "これは木に彫っておきたい。",
    "I told the cat. The cat agrees, with reservations.",
    "Now that is a sentence with good joints.",
    "You wrote that on a keyboard? It reads like a walk.",
    "Genau so. Ich mache ein Kreuz in die Karte.",
    "Filed under *true*, next to the biscuits.",
    "Came for the photographs, stayed for this.",
    "I would like a slightly longer version, with rain in it.",
    "Bunu bir çay eşliğinde tekrar okudum.",
    "Out of all the posts today, this one had the best posture.",
    "You have just improved a perfectly average hour.",
    "أحسنت. سأعلّقها بجانب الباب.",
  ]

  static let toAQuestion = [
    "I was about to ask the same. Let us not know together.",
    "Short answer: yes. Long answer: also yes, but with a shrug.",
    "My grandmother would say: first eat something.",
    "Depends on the weather, like most things I know.",
    "Ask me again at four in the morning, I am sharper then.",
    "Sí, pero despacio.",
    "I have an answer and a diagram. The diagram is mostly a cat.",
    "The bench by the water is where I go with that question.",
    "Try it, and tell us. Science needs volunteers.",
    "Nobody knows, and the ones who do are asleep.",
    "昨日なら答えられた。",
    "I asked the shop. Opinions range from «no» to «tea?».",
    "There is a map for that, but it is out of date.",
  ]

  static let toAnAnswer = [
    "Ha! I had not seen it from that side.",
    "You are right, and it is slightly annoying.",
    "That is the answer I was hoping somebody would write.",
    "Noted, underlined, and pinned above the sink.",
    "Careful, or I shall quote you.",
    "¡Eso mismo!",
    "I withdraw everything except the biscuit.",
    "Then we agree on all but the weather.",
    "Thank you. I needed exactly those words in exactly that order.",
    "I will sleep on it. On the third bench.",
    "Deal. You bring the tea.",
  ]
}
