import {bracketTail} from './description.ts';
import {animeTitle, madeUpGroup} from './made-up-title.ts';
import type {Random} from './random.ts';
import {type MadeUpName, nothing, type Piece} from './truth.ts';

const pad = (number: number) => String(number).padStart(2, '0');

function single({pick, int, chance}: Random): Piece {
	const drawn = chance(70) ? int(1, 26) : int(100, 1100);
	// `[720]` alone gives the lines of the picture.
	const number = [480, 540, 576, 720, 1080].includes(drawn) ? drawn + 1 : drawn;
	const version = chance(15) ? int(2, 3) : 1;
	const text = `${pad(number)}${version > 1 ? `v${version}` : ''}`;
	const written = pick([` - ${text}`, ` - ${text}`, ` - ${text}`, ` [${text}]`, ` ${text}`, ` - ${text} END`, ` - Episode ${text}`]);
	return {text: written, truth: {absoluteEpisodes: [number], version}};
}

function run({pick, int}: Random): Piece {
	const from = int(1, 30);
	const to = from + int(1, 60);
	const absoluteEpisodes = Array.from({length: to - from + 1}, (_, index) => from + index);
	const [first, last] = [pad(from), pad(to)];
	const text = pick([` - ${first}-${last}`, ` - ${first} ~ ${last}`, ` (${first}-${last})`, ` [${first}-${last}]`, ` ${first}-${last}`]);
	return {text, truth: {absoluteEpisodes}};
}

function between({int}: Random): Piece {
	const number = int(1, 24);
	return {text: ` - ${pad(number)}.5`, truth: {specialAbsoluteEpisodes: [number + 0.5]}};
}

function seasonal({int}: Random): Piece {
	const [season, episode] = [int(1, 5), int(1, 26)];
	return {text: ` - S${pad(season)}E${pad(episode)}`, truth: {season, episodes: [episode]}};
}

function batch({pick, int}: Random): Piece {
	const season = int(1, 5);
	return {text: pick([` S${pad(season)}`, ` (Season ${season})`, ` Season ${season}`]), truth: {season, fullSeason: true}};
}

const forms = [single, single, single, single, run, between, seasonal, batch];
const digits = [...'0123456789ABCDEF'];

/** `[Group] Title - 05 (1080p) [0A1B2C3D].mkv`. */
export function madeUpFansub(random: Random): MadeUpName {
	const group = madeUpGroup(random);
	const title = animeTitle(random);
	const {text, truth: numbering} = random.pick(forms)(random);
	const sequel = numbering.absoluteEpisodes?.length === 1 && text.startsWith(' - ') && random.chance(15) ? ` S${random.int(2, 5)}` : '';
	const {text: tail, truth} = bracketTail(random, false);
	const hash = random.chance(60) ? Array.from({length: 8}, () => random.pick(digits)).join('') : null;
	const end = hash === null ? '' : random.pick([` [${hash}]`, `[${hash}]`]);
	const name = `[${group.name}] ${title}${sequel}${text}${tail}${end}${random.chance(50) ? '.mkv' : ''}`;
	const known = {...nothing, ...truth, ...numbering, version: Math.max(numbering.version ?? 1, truth.version ?? 1)};
	return {
		name: random.chance(15) ? name.replaceAll(' ', '_') : name,
		truth: {mode: 'tv', title: title + sequel, ...known, ...(group.plain && {group: group.name}), ...(hash !== null && {hash})},
	};
}
