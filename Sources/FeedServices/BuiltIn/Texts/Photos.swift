extension PhotoCatalogue {
  static let lines: StaticString = #"""
    hanoi-oven 4000x3000 B5793E hanoi linh CC-BY-4.0 A wood-fired oven with thirty short loaves, the first row just turning gold.
    hanoi-train-street 2832x4240 6B5D4F hanoi linh CC-BY-4.0 A narrow lane with railway tracks down the middle and laundry on both sides.
    hanoi-lake-fog 6000x2000 A9B4B8 hanoi linh CC-BY-SA-4.0 A lake before sunrise, a red footbridge half dissolved in fog.
    hanoi-flower-bike 3000x4000 C46A86 hanoi ngoc CC-BY-4.0 A bicycle so loaded with lotus and asters that only its wheels can be seen.
    hanoi-wall-fern 1200x1200 4F6B45 hanoi ngoc CC0 A fern growing out of a crack in a yellow colonial wall.
    hanoi-moss-step 3464x3464 5E7A4A hanoi tweetieuser CC0 A stone step covered in moss, with one clean footprint in it.
    hanoi-pho-steam 2400x1600 9A7B5C hanoi linh CC-BY-4.0 Steam rising from a pot of broth, lit from behind by a bare bulb.
    hanoi-rain-ponchos 4240x2832 5C6E8A hanoi linh CC-BY-4.0 A crossing full of motorbikes in the rain, every rider in a different bright poncho.
    kyoto-bench 4000x3000 A67C52 kyoto haruka CC-BY-4.0 A workbench of dark oak with a half-finished drawer and curls of cedar.
    kyoto-plane 1600x2400 8C6A4A kyoto haruka CC-BY-4.0 A hand plane lifting a shaving so thin that the window shows through it.
    kyoto-tram 4240x2832 4D6B57 kyoto haruka CC-BY-SA-4.0 A small green tram running between houses, close enough to touch the eaves.
    kyoto-maple 3000x4000 B8472F kyoto haruka CC-BY-4.0 A maple at its reddest over a moss garden, with one leaf in mid-air.
    kyoto-joint 1080x1350 9B7A55 kyoto haruka CC-BY-4.0 A corner joint of two pale beams, so tight that the seam is only a line.
    kyoto-rain-gate 2000x6000 6E6A63 kyoto mei CC-BY-NC-4.0 A very tall view of a temple gate in the rain, a single umbrella at its foot.
    kyoto-cat-shop 1200x1200 C2A27A kyoto mei CC-BY-4.0 A cat asleep on a pile of hand-printed notebooks in a shop window.
    kyoto-river-steps 4618x2598 7F8F86 kyoto haruka CC-BY-4.0 Stepping stones shaped like turtles across a shallow river, schoolchildren mid-jump.
    taipei-ridge 6000x2000 7C9A7E taipei weilin CC-BY-SA-4.0 A green ridge above a sea of cloud, with one tower block poking through.
    taipei-stairs 2832x4240 5B6E4C taipei weilin CC-BY-4.0 Stone steps going straight up into a bamboo forest, no end in sight.
    taipei-night-market 4000x3000 C9822B taipei weilin CC-BY-4.0 A night market stall in a cloud of steam, dumplings stacked to the roof.
    taipei-wheel 2400x1600 6D6D72 taipei weilin CC0 A bicycle wheel in a truing stand, a hand on the spoke key.
    taipei-tea-hill 4618x2598 6F8C4E taipei weilin CC-BY-4.0 Tea terraces curving round a hill like the rings of a thumbprint.
    taipei-egret 1080x1350 B9C2BD taipei weilin CC-BY-4.0 An egret standing on one leg on a traffic bollard.
    taipei-noodles 1200x1200 A8552E taipei weilin CC-BY-4.0 A bowl of beef noodles seen from above, with chopsticks laid across.
    jaipur-blocks 4000x3000 8E4B3A jaipur priya CC-BY-4.0 Carved printing blocks on a shelf, each stained with the colour it always prints.
    jaipur-indigo 3000x4000 2F4A7D jaipur priya CC-BY-4.0 Long cloths dyed in indigo, drying from a roof down to the street.
    jaipur-kites 4240x2832 7FA3C7 jaipur priya CC-BY-SA-4.0 An evening sky with more kites in it than birds.
    jaipur-chai 1200x1200 B0713F jaipur priya CC0 Six clay cups of chai on a tin tray, steam leaning left.
    jaipur-window 1600x2400 C87B6A jaipur tweetieuser CC-BY-4.0 A pink sandstone window with a lattice of stars, a pigeon in one of them.
    jaipur-hands 2400x1600 A45A44 jaipur priya CC-BY-4.0 Two hands pressing a block onto white cotton, a row of red flowers behind them.
    jaipur-stepwell 5200x2229 B89968 jaipur priya CC-BY-4.0 A stepwell of a thousand stairs, its zigzags sharp in the noon light.
    istanbul-ferry 4240x2832 5F7F99 istanbul defne CC-BY-4.0 A ferry leaving the quay at dusk, gulls keeping pace with its rail.
    istanbul-tea 1200x1200 A33E22 istanbul defne CC0 A tulip glass of tea on a ferry bench, the far shore bent inside it.
    istanbul-pixel-chair 3000x4000 8C7F73 istanbul defne CC-BY-4.0 A grey cat on a chair that is clearly reserved for somebody else.
    istanbul-pixel-box 800x1000 A58B6C istanbul defne CC-BY-4.0 The same grey cat, larger than the box it sits in.
    istanbul-galata-fog 2832x4240 97A0A6 istanbul defne CC-BY-SA-4.0 A round stone tower in fog, its top a darker grey than its foot.
    istanbul-anglers 6000x2000 7289A0 istanbul defne CC-BY-4.0 A bridge lined with fishing rods from one end to the other.
    istanbul-simit 1080x1350 B98146 istanbul defne CC-BY-4.0 A tower of sesame rings on a red cart, the seller counting change.
    istanbul-stairs 3464x3464 7A6FA8 istanbul defne CC-BY-4.0 A stairway with every step in another colour of the rainbow.
    marrakesh-garden 4000x3000 4C7A56 marrakesh omar CC-BY-4.0 A walled garden with orange trees, a rill of water and a cat at each end of it.
    marrakesh-roofs 6000x2000 C58F6A marrakesh omar CC-BY-SA-4.0 Flat roofs in the last light, with satellite dishes all facing one way.
    marrakesh-door 2832x4240 3F6C86 marrakesh omar CC-BY-4.0 A blue door studded with brass, slightly open onto shade.
    marrakesh-mint 1200x1200 5A8C4A marrakesh omar CC0 Bundles of mint on a wet cloth, one already chosen.
    marrakesh-cats 4240x2832 A98E6C marrakesh omar CC-BY-4.0 Seven cats on a wall in order of size, the smallest looking away.
    marrakesh-books 3000x4000 7D5F45 marrakesh samir CC-BY-4.0 A narrow bookshop whose shelves go up into the dark, a ladder leaning there.
    marrakesh-lantern 1600x2400 B06B2E marrakesh samir CC-BY-4.0 A pierced brass lantern throwing stars over a page of an open book.
    marrakesh-atlas 5200x2229 9BA7B5 marrakesh omar CC-BY-4.0 Palms in front, snow-covered mountains behind, hazy heat between.
    lisbon-tiles 3464x3464 3F6FA3 lisbon ines CC-BY-4.0 A panel of blue and white tiles with one odd tile put in upside down.
    lisbon-tram 4000x3000 D0A52C lisbon ines CC-BY-4.0 A yellow tram squeezing round a corner, a pedestrian flat against the wall.
    lisbon-roofs 5200x2229 B9694A lisbon ines CC-BY-SA-4.0 Terracotta roofs falling down to a silver river.
    lisbon-brush 2400x1600 5B84B1 lisbon ines CC-BY-4.0 A fine brush touching up a painted ship on a tile no larger than a hand.
    lisbon-stairs-light 3000x4000 C9B48A lisbon ines CC-BY-4.0 A steep alley of steps, half in sun and half in blue shade.
    lisbon-kiosk 1080x1350 6E8F5E lisbon tweetieuser CC0 A green iron kiosk under jacarandas, two old men at chess beside it.
    lisbon-sardines 1200x1200 8A8F94 lisbon ines CC-BY-4.0 Sardines on a grill, silver going to bronze.
    lisbon-bridge-fog 4618x2598 A4785F lisbon ines CC-BY-4.0 A red suspension bridge with its middle missing in the fog.
    berlin-canal 4240x2832 5E6F5A berlin jonas CC-BY-4.0 A canal lined with chestnuts, a swan asleep on the towpath.
    berlin-map-desk 4000x3000 A89F8C berlin jonas CC-BY-4.0 A drawing table with a hand-drawn map, coffee rings kept clear of the coast.
    berlin-bike 3000x4000 7B4A3A berlin jonas CC0 An old courier bicycle against a brick wall, newer than none of the bricks.
    berlin-allotment 2400x1600 6C8A4B berlin greta CC-BY-4.0 A bean trellis higher than the garden hut behind it.
    berlin-bees 1080x1350 C79A3A berlin greta CC-BY-4.0 Bees landing on a hive painted with the number 14.
    berlin-snow-tram 1280x720 B6BDC4 berlin jonas CC-BY-SA-4.0 A yellow tram in thick snow, its headlamps the only warm thing in the street.
    berlin-drum 1200x1200 6A5648 berlin rafael CC-BY-4.0 A snare drum from above, its skin worn in the shape of a smile.
    berlin-signal-box 2832x4240 7C6B5D berlin tom CC-BY-4.0 The inside of a signal box: forty levers, one with a red cloth over it.
    reykjavik-aurora 6000x2000 2F6F5B reykjavik sigrun CC-BY-4.0 Green curtains of northern light over a black ridge, doubled in a lake.
    reykjavik-lava 4000x3000 C2461E reykjavik sigrun CC-BY-SA-4.0! Lava breaking through a dark crust, a person far off for scale.
    reykjavik-moss 3464x3464 7A8F4E reykjavik sigrun CC-BY-4.0 A lava field under moss so thick that it looks upholstered.
    reykjavik-seismo 1920x1080 D5D2C4 reykjavik sigrun CC0 A seismograph sheet with one line that suddenly loses its temper.
    reykjavik-milkyway 2832x4240 1F2A44 reykjavik tweetieuser CC-BY-4.0 The Milky Way standing upright over a small church with one lit window.
    reykjavik-telescope 1600x2400 2B2F3A reykjavik petra CC-BY-4.0 A small telescope wearing a knitted hat, next to a large thermos.
    reykjavik-lighthouse 2400x1600 B34A35 reykjavik dilys CC-BY-4.0 An orange lighthouse on basalt columns, spray above its lamp.
    reykjavik-sheep 4240x2832 8D9A78 reykjavik dilys CC-BY-4.0 A road full of sheep from verge to verge, and a dog who disagrees.
    nairobi-ibis 3000x4000 5C5F52 nairobi wanjiru CC-BY-4.0 A hadada ibis on a washing line, between two blue shirts.
    nairobi-sunbird 1080x1350 7A8E3E nairobi wanjiru CC-BY-4.0 A sunbird with its beak deep in an aloe flower, throat shining like oil.
    nairobi-marabou 2832x4240 9AA09A nairobi wanjiru CC-BY-4.0! A marabou stork with what used to be a fish.
    nairobi-skyline 5200x2229 B9A27E nairobi wanjiru CC-BY-SA-4.0 Giraffes in dry grass with the towers of a city behind them.
    nairobi-jacaranda 4000x3000 8C78B8 nairobi wanjiru CC-BY-4.0 A street roofed with jacaranda in bloom, the asphalt just as purple.
    nairobi-feeder 1200x1200 8A7A52 nairobi wanjiru CC0 A bird feeder made from half a coconut, with a queue of weavers.
    nairobi-library 4618x2598 A88C6A nairobi tweetieuser CC-BY-4.0 A reading room with green lamps, rain on its tall windows.
    oaxaca-corn 4000x3000 A0522D oaxaca lucia CC-BY-4.0 Ears of corn in red, blue, yellow and nearly black, drying on a rope.
    oaxaca-comal 2400x1600 6B5A48 oaxaca lucia CC-BY-4.0 Tortillas puffing up on a clay griddle, a hand turning one without tongs.
    oaxaca-market 4240x2832 B5532F oaxaca lucia CC-BY-SA-4.0 A market aisle of dried chillies in sacks, sorted from smoke to fire.
    oaxaca-marigold 3000x4000 E08A1E oaxaca lucia CC-BY-4.0 A doorway arched with marigolds, candles on the step.
    oaxaca-mole 1200x1200 4A2A20 oaxaca lucia CC0 A pot of black mole so glossy that the kitchen window shows in it.
    oaxaca-agave 4618x2598 7F9A8A oaxaca lucia CC-BY-4.0 Rows of blue agave up to the foot of bare hills.
    oaxaca-loom 1080x1350 A23B4A oaxaca lucia CC-BY-4.0 A weaver at a loom, the pattern already longer than she is.
    valparaiso-mural 6000x2000 4E86A6 valparaiso mateo CC-BY-4.0 A wall painted as a whale that is as long as the street.
    valparaiso-stairs 2832x4240 C7A23F valparaiso mateo CC-BY-4.0 A staircase painted as piano keys, a dog asleep on middle C.
    valparaiso-lift 3000x4000 8C5B4A valparaiso mateo CC-BY-SA-4.0 A funicular car climbing between houses of corrugated iron.
    valparaiso-harbour 5200x2229 6F93A8 valparaiso mateo CC-BY-4.0 Cranes and hills at blue hour, every window a different yellow.
    valparaiso-paint 1200x1200 C05A6E valparaiso mateo CC0 Eleven tins of paint on a kerb, the lids off and a paw print in the pink.
    valparaiso-dogs 4240x2832 9A8A78 valparaiso mateo CC-BY-4.0 Three street dogs waiting at a zebra crossing, more patient than the traffic.
    """#
}
