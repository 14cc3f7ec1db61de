import type {Random} from './random.ts';

const first =
	'Amber Silver Hollow Crimson Distant Broken Velvet Burning Frozen Hidden Iron Paper Glass Lonely Wandering Forgotten Salted Quiet Northern Pale Rusty Humble Eleventh Gentle Wicked Crooked Sleeping Bitter Lunar Drowned Stolen Painted Weary Narrow Golden'.split(
		' ',
	);
const second =
	'Harbour Orchard Lantern Compass Garden River Letter Mirror Bridge Kingdom Teacher Island Violin Carnival Window Ferry Quarry Meadow Anchor Kettle Sparrow Heron Mill Tide Shepherd Candle Bakery Academy Cartographer Foundry Parish Weaver Chapel Tinker Marsh Beacon Otter Thimble'.split(
		' ',
	);
const lone =
	'Skybound Tidewaiters Ashgrove Hawthorn Saltmarsh Bergdorf Larkspur Wireless Kestrel Embers Thornbury Nightfall Pilgrims Undertow'.split(
		' ',
	);
const places = 'Almera Dunmore Elsinby Farrowdale Greymoor Kestrin Lowmark Maravel Orlan Pellam Rosmund Selwick Tarn Corvane'.split(' ');
const foreign = [
	'Der Steinerne Gast',
	'Die Lange Nacht',
	'Le Petit Phare',
	'La Última Carta',
	'Casa de Vento',
	'Il Molo Vecchio',
	'Æblehaven',
	'Příběh Řeky',
	'Liman Bekçisi',
	'Тихая гавань',
	'Лодочник',
	'O Farol Antigo',
	'Järven Talo',
];
export const romaji = [
	'Sora no Uta',
	'Makenai Heishi',
	'Umi to Hoshi',
	'Kaze no Machi',
	'Shiroi Tou',
	'Yoru ni Saku Hana',
	'Tokei o Tomete',
];

function plainTitle({pick, int}: Random): string {
	const [adjective, noun, place] = [pick(first), pick(second), pick(places)];
	const shapes = [
		`The ${adjective} ${noun}`,
		`${adjective} ${noun}`,
		pick(lone),
		`${noun} of ${place}`,
		`The ${noun} and the ${pick(second)}`,
		`${adjective} ${noun}s of ${place}`,
		`A ${noun} in ${place}`,
		`${place}'s ${noun}`,
		`${adjective}-${noun}`,
		`${noun} & ${pick(second)}`,
		`${noun} ${int(2, 9)}`,
		`${int(3, 40)} ${noun}s`,
		`${adjective} ${noun} II`,
		`Who Rang the ${noun}`,
		`${place} ${adjective} ${noun} ${pick(second)}`,
	];
	return pick(shapes);
}

/** Titles with words and numbers that have a different meaning in a release name. */
function temptingTitle({pick, int}: Random): string {
	const [adjective, noun, place] = [pick(first), pick(second), pick(places)];
	const shapes = [
		`Web of ${place}`,
		`The Italian ${noun}`,
		`The Good German ${noun}`,
		`Proper ${noun}s`,
		`The Real ${noun}`,
		`The Extended ${noun}`,
		`${noun} ${int(11, 99)}`,
		`${int(100, 999)} ${noun}s`,
		`24-7 ${noun}`,
		`St. ${place}`,
		`Dr. ${noun}`,
		`U.N.C.L.E. of ${place}`,
		`${adjective} ${noun}!`,
		`Where Is ${place}?`,
		`${noun}, ${pick(second)}`,
		`${noun} X`,
		`March of the ${noun}s`,
		`May ${noun}`,
		`Seasons of ${place}`,
		`${adjective} Episodes`,
		`The ${noun} Complex`,
		`Raw and ${adjective}`,
		`The Cam and the ${noun}`,
		`Line of ${noun}s`,
		`The Hundred and ${int(1, 9)} ${noun}s`,
		`Mr. ${place}`,
		`${noun} vs ${noun}`,
		`Series ${noun}`,
		`The Director's ${noun}`,
	];
	return pick(shapes);
}

/** The title of a film or a series, as people write it. */
export function madeUpTitle(random: Random): string {
	if (random.chance(12)) {
		return random.pick(foreign);
	}
	return random.chance(20) ? temptingTitle(random) : plainTitle(random);
}

/** The title of an anime, which may end in a number of its own. */
export function animeTitle(random: Random): string {
	const title = random.chance(60) ? random.pick(romaji) : `${random.pick(first)} ${random.pick(second)}`;
	return random.chance(10) ? `${title} ${random.int(2, 4)}` : title;
}

const syllables = 'TA RO NI KE LU MO SA VE DI PO FE GU NO RI'.split(' ');
/** Groups have all kinds of names, even those of episodes. */
const oddGroups = ['S04', 'E07', '2HD', 'D3NE', 'W4F', 'x0r', '4K4U', '12GaGe', 'S02', 'E112'];

export interface GroupName {
	name: string;
	/** Whether its name is unambiguous. */
	plain: boolean;
}

export function madeUpGroup(random: Random): GroupName {
	if (random.chance(4)) {
		return {name: random.pick(oddGroups), plain: false};
	}
	const name = Array.from({length: random.int(2, 3)}, () => random.pick(syllables)).join('') + random.pick(['', '', 'X', 'K', 'Z']);
	return {name: random.chance(25) ? name.charAt(0) + name.slice(1).toLowerCase() : name, plain: true};
}

/** A title with its words separated as in a release name. */
export function spell(text: string, separator: string): string {
	return separator === ' ' ? text : text.replaceAll(/[:,!?]/g, '').replaceAll(separator === '.' ? /\.? /g : / /g, separator);
}
