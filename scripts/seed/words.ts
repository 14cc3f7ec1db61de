/** Pseudo-random choices that are the same in every run. */
export interface Chance {
	/** At least 0, less than `below`. */
	integer(below: number): number;
	/** True in `share` of all cases, from 0 to 1. */
	is(share: number): boolean;
	pick<T>(list: readonly [T, ...T[]]): T;
	/** `count` different elements. */
	picks<T>(list: readonly T[], count: number): T[];
	/** A new UUID for every call, whatever the kind and number. */
	uuid(): string;
}

/** The mulberry32 generator, seeded with two numbers. */
export function createChance(kind: number, n: number): Chance {
	let state = Math.imul(kind + 1, 0x9e37_79b1) ^ Math.imul(n + 1, 0x85eb_ca6b);
	const next = () => {
		state = (state + 0x6d2b_79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const integer = (below: number) => Math.floor(next() * below);
	const hex = (digits: number) =>
		integer(16 ** digits)
			.toString(16)
			.padStart(digits, '0');
	let ids = 0;
	const own = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
	return {
		integer,
		is: share => next() < share,
		pick: list => list[integer(list.length)] ?? list[0],
		picks(list, count) {
			const left = [...list];
			return Array.from({length: Math.min(count, left.length)}, () => left.splice(integer(left.length), 1)).flat();
		},
		uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + integer(4)).toString(16)}${hex(3)}-${own(kind, 1)}${own(n, 7)}${own(ids++, 4)}`,
	};
}

type Words = readonly [string, ...string[]];

const split = (text: string) => text.split(' ') as unknown as Words; // none of them is empty

export const adjectives = split(
	'Amber Ancient Bitter Blind Borrowed Brave Brittle Broken Burning Careful Clever Cold Crimson Crooked Distant Double Drifting Dusty Early Electric Empty Endless Faithful Fallen Final Flying Forgotten Fragile Frozen Gentle Gilded Golden Hidden Hollow Hungry Idle Invisible Iron Jagged Last Late Little Lonely Lost Loud Lucky Marble Midnight Modern Narrow Nameless Northern Old Open Paper Patient Plain Polished Proud Quiet Rare Restless Rising Rusty Salted Scarlet Second Secret Shallow Silent Silver Simple Sleeping Slow Small Southern Stolen Stone Strange Summer Tender Tidal Tiny Unknown Unlikely Upper Velvet Violet Wandering Weary Western White Wicked Wild Winter Wooden Yellow',
);
export const nouns = split(
	'Acre Admiral Anchor Archive Arrow Atlas Autumn Bakery Ballad Balloon Barber Beacon Bell Bicycle Bridge Butcher Cabinet Camera Candle Canyon Captain Carnival Castle Cathedral Cavern Chapel Chemist Circus Clock Colony Comet Compass Convoy Courier Cradle Crossing Dancer Desert Diary Diplomat Divide Doctor Dreamer Engine Estuary Expedition Factory Falcon Farmer Ferry Fiddler Forest Fortune Fountain Gambler Garden Ghost Glacier Granary Guardian Harbour Harvest Hotel Hunter Husband Island Jester Journey Jungle Kingdom Kitchen Ladder Lantern Lawyer Letter Library Lighthouse Locksmith Machine Mapmaker Marathon Market Matchmaker Meadow Mechanic Merchant Mirror Monsoon Mountain Museum Neighbour Notebook Oath Observatory Ocean Orchard Orphan Palace Parade Passenger Pharmacy Pianist Pilgrim Pilot Planet Poet Portrait Postman Promise Prophet Puppet Quarry Railway Rainmaker Reunion Ribbon Riddle River Runaway Sailor Saxophone Schoolhouse Season Sentinel Shadow Shepherd Signal Sister Smuggler Soldier Sparrow Stationmaster Steamer Storm Stranger Surgeon Swimmer Tailor Teacher Telegram Theatre Thief Throne Tiger Tower Traveller Tunnel Valley Verdict Village Violin Voyage Waterfall Widow Window Witness Zeppelin',
);
export const places = split(
	'Almera Ashcombe Brightwater Calder Corvane Dunmore Elsinby Farrowdale Fenwick Greymoor Hartsel Ivern Juniper Kestrin Larkhill Lowmark Maravel Nordhavn Northby Orlan Pellam Quarrel Rosmund Saltmarsh Selwick Tarn Ullven Vasterby Wexholm Yarrow Zeldin Östervik',
);
export const names = split(
	'Ada Amir Anneke Bela Bruno Carla Dmitri Edda Elio Farah Greta Hana Igor Ines Jonas Kaya Lars Leila Mara Milo Nadia Noor Olga Otto Pia Quentin Rosa Ruben Sara Sven Tara Tomas Uma Vera Wanda Xenia Yusuf Zora',
);
export const surnames = split(
	'Abbott Bergstrom Calloway Dahl Eriksen Falk Grimaldi Hartwell Ibsen Jansen Kowal Lindqvist Marchetti Novak Okafor Petrov Quiroga Rahman Sandoval Thorne Ueda Vandermeer Winslow Yilmaz Zeman',
);
export const genres = [
	'Action',
	'Adventure',
	'Animation',
	'Comedy',
	'Crime',
	'Documentary',
	'Drama',
	'Family',
	'Fantasy',
	'History',
	'Horror',
	'Music',
	'Mystery',
	'Romance',
	'Science Fiction',
	'Thriller',
	'War',
	'Western',
] as const;
export const openings: Words = [
	'After a flood takes the only road out of town',
	'On the last night of the season',
	'Twenty years after the trial that made him famous',
	'When the ferry stops running',
	'In a city where nobody remembers the war',
	'A week before her wedding',
	'Between two stations on a line that was closed long ago',
	'While the whole country watches the match',
];
export const turns: Words = [
	'finds a letter that was never meant to be opened',
	'has to choose between the family that raised her and the one she never knew',
	'takes a job that is not what the advertisement said',
	'is mistaken for a man who died the winter before',
	'must carry a message across the mountains before the snow comes',
	'learns that the house next door was never empty',
	'makes a bargain with the one person nobody in the village trusts',
	'gathers what is left of the old crew for one more crossing',
];
export const endings: Words = [
	'Nothing will be the same when the water goes down.',
	'But someone has been counting the days.',
	'The truth turns out to be smaller, and stranger, than anybody guessed.',
	'It takes a child to see what all of them have missed.',
	'And the clock over the market has begun to run backwards.',
	'What begins as a favour ends as a hunt.',
];
