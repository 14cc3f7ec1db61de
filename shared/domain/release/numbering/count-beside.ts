import {countRange, episodeWords} from './numbering.ts';
import {blank} from './technical.ts';

/** Years and numbers of lines, which are never the number of an episode within a season. */
const other = '(?!(?:(?:19|20)\\d\\d|480|540|576|720|1080|1440|2160)(?!\\d))';
const first = `${other}(?<first>\\d{1,4})(?:v\\d)?`;
const decimal = '(?<half>\\.\\d(?!\\d))?';
const last = '(?:(?:[ ._]?(?<joint>[-~～&+_])[ ._]?|[ ._]to[ ._])(?:ep?[ ._]?)?(?<last>\\d{1,4})(?:v\\d)?)?';
const finished = '(?:[ ._]?(?:end|fin|final|完))?';
const number = `(?:第|#|ep?(?:isode)?[ ._]?)?${first}${last}${finished}`;
const behind = `(?=[ ._]+[\\u3400-\\u9fff]|[ ._]*(?:$|[[({「${blank}]|-[ ._]|(?:web|hdtv|dvd|bd|blu-?ray|raw|dual|multi|complete|batch|(?:sub|true)?french|vost(?:fr|a)?|vf|vo|sub|german|ita)(?![a-z])))`;

/** `S2 05 [`, `2nd Season 14 (`, `S2 (2023) 05`, `S2 #5`, `S2 | 05`, and `S2-05` where it is no span of seasons. */
const direct = new RegExp(`^(?:[\\])]?(?:[ ._]?[([](?:19|20)\\d\\d[\\])])?[ ._,:|~～•·・♯]{1,4}|-(?=\\d\\d))${number}${behind}`, 'i');
/** `S2 5 The Pier`, unless the word is what the number counts: `S2 3 Discs`. */
const beforeName =
	/^[ ._]{1,2}(?<first>\d{1,3})(?=[ ._](?!(?:ep(?:isode)?s|folgen|dis[ck]s?|dvds?|cds?|bds?|parts?|audios?|movies?|films?|ovas?|specials?|extras|seasons?|minutes|min|tracks?|languages?|subs?)(?!\p{L}))\p{L})/iu;
/** Words for a part of a season that only one episode has. */
const units =
	'ch(?:ap(?:ter)?)?|kapitel|chapitre|cap|epi|act|day|week|lesson|round|stage|night|game|race|hour|lecture|session|heat|leg|task|class|story|tale|case|mission|battle|match|show';

/** A quick check that most names of whole seasons fail, because their technical numbers are blanked. */
const anyDigit = /\d/;

const anywhere: readonly RegExp[] = [
	// ` - 05 [`, ` - The Pier - 05`, ` - 05 The Pier`.
	new RegExp(`[ ._]{1,2}-[ ._]{1,2}${number}${decimal}${behind}`, 'i'),
	/[ ._]{1,2}-[ ._]{1,2}(?<first>0\d{1,2})(?=[ ._]\p{L})/u,
	// ` -05- `.
	new RegExp(`[ ._]-${other}(?<first>\\d{2,3})-(?=[ ._]|$)`),
	// `[05]`, `[05 END]`, `[02(57)]`, `「05」`, `(05)`, `(8)`.
	new RegExp(`\\[(?:tv[ ._]?)?${number}(?: ?\\(\\d{1,4}\\))?[ ._]?[话話集回]?\\]`, 'i'),
	new RegExp(`「${number}」`, 'i'),
	new RegExp(`\\(${number}\\)`, 'i'),
	/[ ._([-](?:#|№|n[ro]\.?) ?(?<first>\d{1,4})(?![a-z\d])/i,
	// `2 of 12`, `[2/12]`.
	/(?<![a-z\d-]|\d\.)(?<first>\d{1,3})(?:[ ._](?:of|von|sur|de|di|van|av|iz|из|із|z)[ ._]|\/)(?<all>\d{1,3})(?![a-z\d])/i,
	// `更新至05集`: the episodes released so far.
	/更新?至 ?第? ?(?<first>)(?<soFar>\d{1,4}) ?[话話集回]/,
	// `Chapter 5`, `Lesson.05`.
	new RegExp(`(?<![\\p{L}\\d])(?:${units})[ ._#-]{0,2}(?<first>\\d{1,3})(?![\\p{L}\\d])`, 'iu'),
	// `Puntata 5`, `5. díl`, `05話`. A plural may count them all: `12 серий`.
	new RegExp(`(?<![\\p{L}\\d])(?:${episodeWords})[ ._:№#-]{0,3}(?<first>\\d{1,4})(?![a-z\\d])`, 'iu'),
	new RegExp(`(?<![\\p{L}\\d.])(?<first>\\d{1,4})\\.[ ._]?(?:${episodeWords})(?!\\p{L})`, 'iu'),
	/(?<![\d全共])(?<first>\d{1,4}) ?[话話集回화회](?![全\p{L}])/u,
	// `第05期`, `第8场`.
	/(?:第 ?|(?<!\d)(?=\d{4} ?期))(?<first>\d{1,4}) ?[期场場夜章节節]/,
	// `The Pier 05 [`, `(2024) 05 [`, and at the very end any number: `S2 1080p 05`, `S2 The Pier 5`.
	new RegExp(`(?<=[\\p{L})\\]][ _])${first}(?=(?<=\\d\\d|\\d\\dv\\d)[ _]*[[(])`, 'iu'),
	new RegExp(`(?<=[\\p{L})\\]${blank}][ ._])${other}(?<first>\\d{1,3})(?:v\\d)?$`, 'iu'),
	// `Folge 5`, `5 серия`, `第05话`.
	new RegExp(`(?<![\\p{L}\\d])(?:${episodeWords})[ ._:№#-]{0,3}${other}(?<first>\\d{1,4})(?![\\p{L}\\d])`, 'iu'),
	/(?<![\p{L}\d全]|全 )第? ?(?<first>\d{1,4})[ ._-]{0,2}(?:сери[яи]|серія|bölüm|화|회|(?:[话話集回](?!全)))/iu,
	// `{05}`, `<05>`, `「05」`, ` -05`, `05 END`.
	new RegExp(`[{<「『]${number}[}>」』]`, 'i'),
	new RegExp(`[ ._\\])][-~～]${other}(?<first>\\d{1,3})(?:v\\d)?(?![\\p{L}\\d])`, 'iu'),
	/(?<![\p{L}\d.])(?<first>\d{1,3})(?:v\d)?[ ._](?:end|fin|final)(?!\p{L})/iu,
	// Anything zero-padded, and any number that only technical words follow: `S2 (2023) 5 1080p`.
	/(?<![\p{L}\d])(?<first>0[1-9])(?:v\d)?(?:[-~](?<last>[1-9]\d{1,2})(?=[ ._]|$))?(?![\p{L}\d]|[ ._-]\d\d[ ._-]\d)/iu,
	new RegExp(
		`(?<=[ ._)\\]])(?<!\\d[ ._]|(?:movies?|films?|part|pt|vol|volume|dis[ck]|cd|dvd|cour|book|version)[ ._])${other}(?<first>[1-9]\\d{0,2})(?:v\\d)?(?=[ ._]{1,2}(?:[[({${blank}]|$))`,
		'iu',
	),
];

/**
 * The episodes that a name with one season may also mean: whatever looks like their number, anywhere after the season
 * that ends at `end`. Without such a number the name means the whole season. To take an episode for a whole season is
 * the worst of all misreadings, so a doubt decides against the season. Empty for a decimal number, which only specials
 * have.
 */
export function countBehind(text: string, end: number): number[] | null {
	const rest = text.slice(end);
	if (!anyDigit.test(rest)) {
		return null;
	}
	const found = direct.exec(rest) ?? beforeName.exec(rest) ?? anywhere.map(pattern => pattern.exec(rest)).find(each => each !== null);
	const groups = found?.groups;
	if (!groups) {
		return null;
	}
	const [from, to] = [Number(groups['first'] || 1), Number(groups['soFar'] ?? groups['last'] ?? groups['first'])];
	if (groups['half'] !== undefined) {
		return [];
	}
	if (groups['all'] !== undefined && from > Number(groups['all'])) {
		return null;
	}
	return groups['joint'] === '&' || groups['joint'] === '+' ? [from, to] : (countRange(from, to) ?? [from]);
}

/** `05 - Title S2`, `E05 Title S2`, `[05] Title S2`. */
const atStart =
	/^(?:(?:ep?(?:isode)?[ ._]?(?<worded>\d{1,4})|(?<padded>0[1-9]))[ ._-]{1,3}|[[(](?<enclosed>0[1-9])[\])][ ._-]{0,3})(?=\p{L})/iu;
/** ` - 12 (S2)`, `[12] S2`, `Episode 5 (Season 2)`, ` 05 S2`. In any other form, the number may belong to the title. */
const beforeSeason = new RegExp(
	`(?:[ ._]-[ ._]${other}(?<dashed>\\d{2,4})(?:v\\d)?(?:[ ._]-)?|[ ._]?[[(]${other}(?<enclosed>\\d{2,3})[\\])]|[ ._[(-]{1,3}(?:e|(?:${episodeWords})[ ._#-]{0,2})${other}(?<worded>\\d{1,4})|[ ._](?<padded>0[1-9]))[ ._)\\]-]*[([]?$`,
	'i',
);

interface CountAhead {
	episode: number;
	/** Where the media title begins and ends. */
	from: number;
	to: number;
}

/** An episode that a name gives before its only season, which begins at `start`. */
export function countAhead(name: string, start: number): CountAhead | null {
	const head = name.slice(0, start);
	if (!anyDigit.test(head)) {
		return null;
	}
	const front = atStart.exec(head);
	const found = front ?? beforeSeason.exec(head);
	const {worded, padded, dashed, enclosed} = found?.groups ?? {};
	const episode = Number(worded ?? padded ?? dashed ?? enclosed);
	return found && (front ? {episode, from: found[0].length, to: start} : {episode, from: 0, to: found.index});
}
