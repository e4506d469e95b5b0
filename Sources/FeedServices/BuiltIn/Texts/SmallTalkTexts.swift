/// Parts of small talk: an opening, something that happened, and an end. The sizes of the lists
/// are primes, so that going round at different paces meets every combination.
enum SmallTalkTexts {
  static let handles = [
    "linh", "haruka", "weilin", "priya", "omar", "noa", "defne", "ines", "jonas", "sigrun",
    "wanjiru", "lucia", "mateo", "ada", "tom", "kwame", "petra", "mei", "samir",
  ]

  static let openings = [
    "Morning report:", "From the window:", "Small news:", "Overheard today:", "For the record:",
    "Note to self:", "Meanwhile:", "It happened again:", "Before I forget:", "Between two rains:",
    "On the way home:", "Today's finding:", "In brief:", "Over tea:", "Quietly:",
    "Late, but true:", "Postscript to yesterday:",
  ]

  static let middles = [
    "the neighbour's radio knew my favourite song", "a child waved at every single bus",
    "somebody mended the bench by the water", "the market had the good lemons",
    "two pigeons held what looked like a board meeting", "the post brought a letter in green ink",
    "my left shoe and the rain came to an agreement", "the lamp on the corner works again",
    "a stranger held the door for a whole school class", "the kettle sang a third higher",
    "the cat next door moved in for the afternoon", "the clock tower and I disagree by a minute",
    "the first stars were early", "the baker gave me the crooked one, which is the best one",
    "a sparrow inspected my notes", "the hill was steeper on the way down",
    "the old lift stopped to think between floors", "a paper boat made it as far as the drain",
    "the street musician took a request from a dog", "the fog kept the tops of everything",
    "the library returned *my* book", "the tide left a perfect line of shells",
    "the new pen and the old notebook get on",
  ]

  static let ends = [
    "and nobody was in a hurry.", "which settles it.", "so the day can stay.",
    "and I am choosing to see a sign in it.", "as it should be.", "and that was the meeting.",
    "to be continued after lunch.", "and I did not take a picture.", "all before nine.",
    "with some ceremony.", "and I have witnesses.", "at no extra charge.",
    "for the second time this week.", "and then it rained, politely.", "so I stayed a little.",
    "more or less.", "without explanation.", "and I owe it a poem.", "as far as I can tell.",
  ]
}
