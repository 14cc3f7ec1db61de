import {countRange} from './numbering.ts';
import {blank} from './technical.ts';

/** Years and numbers of lines, which are never the number of an episode within a season. */
const other = '(?!(?:(?:19|20)\\d\\d|480|540|576|720|1080|1440|2160)(?!\\d))';
const first = `${other}(?<first>\\d{1,4})(?:v\\d)?`;
const decimal = '(?<half>\\.\\d(?!\\d))?';
const last = '(?:[ ._]?(?<joint>[-~～&+])[ ._]?(?:ep?[ ._]?)?(?<last>\\d{1,4})(?:v\\d)?)?';
const finished = '(?:[ ._]?(?:end|fin|final|完))?';
const number = `(?:第|#|ep?(?:isode)?[ ._]?)?${first}${last}${finished}`;
const behind = `(?=[ ._]*(?:$|[[({「${blank}]|-[ ._]|(?:web|hdtv|dvd|bd|blu-?ray|raw|dual|multi|complete|batch|(?:sub|true)?french|vost|vf|vo|sub|german|ita)(?![a-z])))`;

/** `S2 05 [`, `2nd Season 14 (`, `S2 #5`. What the number counts, as in `S2 3 Discs`, would follow it. */
const direct = new RegExp(`^[\\])]?[ ._,:]{1,3}${number}${behind}`, 'i');

const anywhere: readonly RegExp[] = [
	// ` - 05 [`, ` - The Pier - 05`, ` - 05 The Pier`.
	new RegExp(`[ ._]{1,2}-[ ._]{1,2}${number}${decimal}${behind}`, 'i'),
	/[ ._]{1,2}-[ ._]{1,2}(?<first>0\d{1,2})(?=[ ._]\p{L})/u,
	// `[05]`, `[05 END]`, `[02(57)]`, `(05)`.
	new RegExp(`\\[(?:tv[ ._]?)?${number}(?: ?\\(\\d{1,4}\\))?[ ._]?[话話集回]?\\]`, 'i'),
	new RegExp(`\\((?=\\D{0,8}\\d\\d)${number}\\)`, 'i'),
	/[ ._([-](?:#|№|n[ro]\.) ?(?<first>\d{1,4})(?![a-z\d])/i,
	// `2 of 12`, `[2/12]`.
	/(?<![a-z\d.-])(?<first>\d{1,3})(?:[ ._](?:of|von|sur|de|di|van|av|iz|из|із|z)[ ._]|\/)(?<all>\d{1,3})(?![a-z\d])/i,
	// `更新至05集`: the episodes released so far.
	/更新?至 ?第? ?(?<first>)(?<soFar>\d{1,4}) ?[话話集回]/,
	// `The Pier 05 [`.
	new RegExp(`(?<=\\p{L}[ _])${first}(?=(?<=\\d\\d|\\d\\dv\\d)[ _]*(?:[[(]|$))`, 'iu'),
];

/** `05 - Title S2`. */
const inFront = /^(?<first>0\d{1,2})(?: ?-|\.)[ ._]?(?=\p{L})/u;

/**
 * The episodes that a name with one season may also mean: whatever looks like their number, anywhere behind the season
 * that ends at `end`. Without such a number the name means the whole season. To take an episode for a whole season is
 * the worst of all misreadings, so a doubt decides against the season. Empty for a decimal number, which only specials
 * have.
 */
export function countBehind(text: string, end: number): number[] | null {
	const rest = text.slice(end);
	const found = direct.exec(rest) ?? anywhere.map(pattern => pattern.exec(rest)).find(each => each !== null) ?? inFront.exec(text);
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
