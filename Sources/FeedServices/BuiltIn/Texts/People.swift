extension Writer {
  /// The reader, as whom one signs in.
  static let reader = Writer(
    "tweetieuser", "Tweetie User",
    "Here to read, mostly. Terminal dweller, slow walker, fast typist. Trying out #tweetie.",
    followed: false, follows: false)

  /// Everybody who writes: the reader first, the visitor from a hostile server last.
  static let all = [
    reader,
    Writer(
      "linh", "Nguyễn Thùy Linh",
      "Thợ làm bánh ở Hà Nội. Bakes before sunrise, naps after lunch. #bánhmì"),
    Writer(
      "haruka@kyoto.example", "森 はるか", "木工と路面電車。Woodworker in Kyoto; the bench is older than I am."),
    Writer("weilin", "林瑋", "臺北。週末爬山,平日修腳踏車。Hiking notes, mostly uphill. #郊山"),
    Writer("priya", "प्रिया शर्मा", "जयपुर से। Block printing, kites and very strong chai. #blockprint"),
    Writer(
      "omar", "عمر الإدريسي",
      "حدائق، سطوح، قطط. I look after a garden and its seven cats in Marrakesh."),
    Writer(
      "noa@harbour.example", "נועה לוי",
      "ביולוגית ימית. Counts sea slugs for a living and would do it for free."),
    Writer(
      "defne", "Defne Yıldız",
      "İstanbul vapurları. Ferry timetables, tea, and one opinionated cat: @pixel."),
    Writer(
      "ines", "Inês Carvalho",
      "Azulejos, elétricos, escadas. I repaint old tiles so that they stay on the wall."),
    Writer(
      "jonas", "Jonas Brandt",
      "Fahrradkurier a. D., jetzt Kartograf. Draws maps of places one can only walk to. #fahrrad"),
    Writer(
      "sigrun@hekla.example", "Sigrún Jónsdóttir",
      "Jarðfræðingur. Listens to volcanoes; they mumble."),
    Writer("wanjiru", "Wanjirũ Kamau", "Birds of Nairobi and the people who feed them. #birding"),
    Writer("lucia", "Lucía Hernández", "Cocinera en Oaxaca. Mole, maíz y paciencia. #cocina"),
    Writer("mateo", "Mateo Fuentes", "Valparaíso. Pinto murales y subo escaleras, en ese orden."),
    Writer(
      "ada@compilers.example", "Ada Okafor",
      "Compilers, choirs, cold-water swimming. My other stack is a bookshelf."),
    Writer(
      "tom", "Tom Ashworth",
      "Signal boxes, bitmap fonts, and the 06:14. I set type for screens of 80 columns."),
    Writer(
      "kwame", "Kwame Mensah",
      "Breaks things for a living, politely. Keeps a museum of odd byte sequences. #infosec"),
    Writer(
      "petra", "Petra Lindqvist",
      "Amateur astronomer with a small telescope and a large thermos. #nightsky"),
    Writer("mei", "Mei Tanaka-Olsen", "Illustrator. I draw animals doing paperwork."),
    Writer("samir", "سمير حداد", "مكتبة صغيرة، شاي كثير. A bookshop with more chairs than sense."),
    Writer("ngoc", "Ngọc Anh 🌿", "Mosses, ferns, and whatever grows between paving stones. #moss"),
    Writer(
      "dilys", "Dilys Morgan :sheep:", "Forty sheep, one dog, a lighthouse at the end of the lane.",
      followed: false),
    Writer(
      "pixel", "Pixel the Cat 🐈", "I live with @defne. I have been fed. I have never been fed."),
    Writer(
      "rafael", "Rafael Souza", "Baterista. I teach rhythm to people who swear they have none.",
      followed: false),
    Writer(
      "greta", "Greta Hoffmann", "Parzelle 14. Bohnen, Bienen, Bürokratie. #kleingarten",
      followed: false),
    Writer(
      "yusuf", "Yusuf Rahman", "Chess by post, trains by night.", followed: false, follows: false),
    HostileVisitor.writer,
  ]
}
